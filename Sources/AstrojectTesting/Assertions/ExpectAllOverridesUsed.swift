import Astroject

/// Expects that every override of a container was resolved, those included that the container it was made of has.
///
/// ```swift
/// let container = try app.overriding { try $0.replace(Client.self) { MockClient() } }
/// _ = try container.resolve(Model.self)
/// expectAllOverridesUsed(container)
/// ```
/// It also fails where a factory has asked the original container, which overrides do not reach. What an override has
/// come in the place of, and what `failOnUse` forbids, need not be used.
///
/// - Parameters:
///   - container: What `overriding` has made, or a child of it.
///   - fileID: Where it is expected.
///   - filePath: Where it is expected.
///   - line: Where it is expected.
///   - column: Where it is expected.
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
    ? FailureText("\(expectation), but the original container was asked as well.")
    : FailureText("\(expectation), but \(missed.count) \(missed.count == 1 ? "was" : "were") not.").with(
      "Never used", missed)
  Reporter.fail(text.inventory(of: container, nearestTo: nil), at: site)
}
