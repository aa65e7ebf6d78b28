import Nexus

/// Something in a resource file that cannot be registered.
public struct ResourceFinding: Sendable, Hashable {
  /// The rule that is broken.
  public let rule: ResourceRule
  /// The name of the file.
  public let file: String
  /// The path in the file: `registrations[3].scope`; empty for the file as a whole.
  public let path: String
  /// The line and column of the value that is wrong, or of its field where that is; nil where the format has no lines,
  /// and for a file that cannot be read.
  public let location: CodeLocation?
  /// The text that was found there; nil where nothing was.
  public let found: String?
  /// The values that are possible there; empty where there are too many to list.
  public let possible: [String]
  /// The possible values that are spelt much like the one that was found, the most similar first.
  public let nearMatches: [String]
  /// The names and words that the sentences of the finding are made of.
  let detail: Detail

  /// The facts that tell findings of one rule apart.
  enum Detail: Sendable, Hashable {
    case none
    /// A name, a type, or what was expected, in words.
    case text(String)
    /// Two of them.
    case texts(String, String)
    case type(LackingType)
  }

  /// A type that is not to be had under the name that a file gives it.
  struct LackingType: Sendable, Hashable {
    let name: String
    /// The protocol that it has to adopt.
    let adopting: String
    let reason: Reason

    enum Reason: Sendable, Hashable {
      case unknown
      /// It is in a module that `modules` does not name.
      case elsewhere(modules: [String])
      /// The program has the type, and no record that it adopts the protocol.
      case unrecorded
      /// Types cannot be discovered on this platform.
      case unsupportedPlatform
      case generic
      case withoutMetadata
      /// Several have the name, and it cannot be qualified any further.
      case twice
    }
  }
}
