import Foundation
import Singularity

/// The limits of lending, from `services.json`.
struct LoanRules: Sendable, Equatable {
  /// The maximum number of books on loan to one member.
  var limit: Int
  /// The number of days until a loan is due.
  var days: Int

  func dueDate(of start: Date) -> Date { start + Double(days) * 86_400 }
}

extension LoanRules: ResourceValue {}
