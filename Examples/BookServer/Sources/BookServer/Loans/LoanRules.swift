import Foundation

struct LoanRules: Sendable {
  /// How many books a member may have at once.
  var limit = 3
  var days = 14

  func dueDate(of start: Date) -> Date { start + Double(days) * 86_400 }
}
