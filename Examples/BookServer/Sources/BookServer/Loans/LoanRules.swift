import Foundation
import Singularity

/// For how long how many books are lent: a value of `services.json`.
struct LoanRules: Sendable, Equatable {
  /// How many books a member may have at once.
  var limit: Int
  var days: Int

  func dueDate(of start: Date) -> Date { start + Double(days) * 86_400 }
}

extension LoanRules: ResourceValue {}
