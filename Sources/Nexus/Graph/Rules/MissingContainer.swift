import Astroject

/// A scope that names a container needs one of that name: the container that is checked, one above it, or children that
/// are given something.
enum MissingContainer: Rule {
  static let code = GraphRule.missingContainer

  static func faults(in analysis: Analysis) -> [Fault] {
    analysis.faults(code) { analysis.survey.points[$0].lacksKeeper }
  }
}
