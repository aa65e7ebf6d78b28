import Nexus

/// An error with all findings in resource files that cannot be registered.
///
/// The container is unchanged. The `description` numbers the findings, and gives for each the problem, the place, the
/// text found, the possible values and a remedy.
public struct ResourceError: Error, Sendable, Hashable {
  /// The findings, sorted by file with the base first, and within a file by line.
  public let findings: [ResourceFinding]
  /// The number of findings beyond the first thousand, which are only counted.
  public let omission: Int

  init(findings: [ResourceFinding], omission: Int = 0) { (self.findings, self.omission) = (findings, omission) }
}
