import Nexus

/// A problem in a resource file, which prevents its registration.
public struct ResourceFinding: Sendable, Hashable {
  /// The broken rule.
  public let rule: ResourceRule
  /// The name of the file.
  public let file: String
  /// The path in the file, such as `registrations[3].scope`; empty for the whole file.
  public let path: String
  /// The line and column of the wrong value or field; nil in a binary property list, and for a file that cannot be
  /// read.
  public let location: CodeLocation?
  /// The text found there; nil if there is none.
  public let found: String?
  /// The possible values; empty if there are too many to list.
  public let possible: [String]
  /// The possible values with a spelling similar to the text found, the most similar first.
  public let nearMatches: [String]
  /// The names and words in the sentences of the finding.
  let detail: Detail

  /// The facts that distinguish findings of one rule.
  enum Detail: Sendable, Hashable {
    case none
    /// A name, a type, or the expected value in words.
    case text(String)
    /// Two such texts.
    case texts(String, String)
    /// An entry that is given twice, and the place of the first one; `ifRegistered` does not help.
    case repetition(String, String)
    case type(LackingType)
  }

  /// A type that a file names, but that cannot be used.
  struct LackingType: Sendable, Hashable {
    let name: String
    /// The protocol that it must conform to.
    let adopting: String
    let reason: Reason

    enum Reason: Sendable, Hashable {
      case unknown
      /// The type is in a module that `modules` does not name.
      case elsewhere(modules: [String])
      /// The program has the type, but no record of its conformance.
      case unrecorded
      /// It is a protocol, to which no protocol can conform.
      case `protocol`
      /// Types cannot be discovered on this platform.
      case unsupportedPlatform
      case generic
      case withoutMetadata
      /// Several types have the name, and it cannot be qualified any further.
      case twice
    }
  }
}
