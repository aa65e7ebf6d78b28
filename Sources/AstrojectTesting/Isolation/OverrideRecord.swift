/// What somebody has overridden, for the accounting at the end of the test.
protocol OverrideRecord: Sendable {
  /// A failure for each override that was never used: its text and the place of the override.
  func unused() -> [(text: String, site: CallSite)]
}
