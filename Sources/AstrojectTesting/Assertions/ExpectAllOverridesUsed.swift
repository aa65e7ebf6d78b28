import Astroject

/// Expects that every override of a container was resolved, including those of the container that it was forked from.
///
/// ```swift
/// let container = try app.overriding { try $0.replace(Client.self) { MockClient() } }
/// _ = try container.resolve(Model.self)
/// expectAllOverridesUsed(container)
/// ```
/// It also fails if a factory has asked the original container, which overrides do not reach. An override need not be
/// used if a later one has replaced it, or if it was made by `failOnUse`.
///
/// It may be called on any thread. The failure report lists the registrations of the container.
///
/// - Parameters:
///   - container: A container made by `overriding`, or a child of one.
///   - fileID: The file of the call, for failure reports.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
public func expectAllOverridesUsed(
  _ container: Container, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  let site = CallSite(fileID, filePath, line, column)
  let expectation = "Expected all overrides of the container to be used"
  guard let fork = container.core.fork, fork.hasOverrides else {
    let isFork = container.core.fork != nil
    return Reporter.fail(
      FailureText("\(expectation), but it has none.")
        .found(isFork ? "an `overriding` that overrides nothing" : "a container that was not made by `overriding`"),
      at: site)
  }
  let missed = fork.usages.filter(\.isUnused).map { "\($0.key), overridden at \($0.location)" }
  if missed.isEmpty, fork.escapes.isEmpty { return }
  let text =
    missed.isEmpty
    ? FailureText("\(expectation), but the original container was used as well.")
    : FailureText("\(expectation), but \(missed.count) \(missed.count == 1 ? "was" : "were") not.").with(
      "Never used", missed)
  Reporter.fail(text.inventory(of: container, nearestTo: nil), at: site)
}
