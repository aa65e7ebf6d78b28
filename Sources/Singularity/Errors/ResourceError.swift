import Nexus

/// Thrown where resource files cannot be registered: everything that is wrong with them, at once.
///
/// The container is as it was before. The `description` numbers the findings, and says of each what is wrong, where,
/// what was found, what is possible, and how to mend it.
public struct ResourceError: Error, Sendable, Hashable {
  /// The findings: those of the base first, each file's in the order of its lines.
  public let findings: [ResourceFinding]
  /// The number of further findings: beyond a thousand, they are only counted.
  public let omission: Int

  init(findings: [ResourceFinding], omission: Int = 0) { (self.findings, self.omission) = (findings, omission) }
}
