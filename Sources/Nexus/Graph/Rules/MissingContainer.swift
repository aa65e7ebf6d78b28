import Astroject

/// A scope that names a container needs one of that name: the container that is checked, or one above it.
enum MissingContainer: Rule {
  static let code = GraphRule.missingContainer

  static func faults(in analysis: Analysis) -> [Fault] {
    analysis.faults(code) { analysis.survey.points[$0].lacksKeeper }
  }
}
