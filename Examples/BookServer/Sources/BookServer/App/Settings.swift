import Logging

/// What can be set from outside.
struct Settings: Sendable {
  var database = DatabaseLocation.memory
  var rules = LoanRules()
  var host = "127.0.0.1"
  var port = 8080
  var reminderInterval = Duration.seconds(60)
  var logger = Logger(label: "BookServer")
}
