/// The rules that a resource file has to keep; a finding names the one that is broken.
public enum ResourceRule: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  // MARK: The file

  /// There is no such file.
  case missingFile = "missing-file"
  /// The file of the environment is not there.
  case unknownEnvironment = "unknown-environment"
  /// One resource is there as JSON and as a property list.
  case ambiguousFile = "ambiguous-file"
  /// The file cannot be read.
  case unreadableFile = "unreadable-file"
  /// The file is empty.
  case emptyFile = "empty-file"
  /// The file has more than 16 MiB, or more than a million values.
  case tooLarge = "too-large"
  /// The file is not UTF-8.
  case encoding
  /// The file is neither JSON nor a property list.
  case syntax
  /// Values are nested deeper than 64 levels.
  case tooDeep = "too-deep"

  // MARK: Fields and values

  /// An object has a field twice.
  case duplicateField = "duplicate-field"
  /// A field is not known.
  case unknownField = "unknown-field"
  /// A field that has to be there is not.
  case missingField = "missing-field"
  /// A field cannot be given together with another one: a name and a key, `remove` and anything else.
  case conflictingFields = "conflicting-fields"
  /// A value is of the wrong kind, or not one of those that are possible.
  case wrongValue = "wrong-value"
  /// A value cannot be read as its type: it is out of range, or the type refuses it.
  case unreadableValue = "unreadable-value"

  // MARK: Types

  /// No loaded module has the name.
  case unknownModule = "unknown-module"
  /// No type of the name is found.
  case unknownType = "unknown-type"
  /// Several types have the name.
  case ambiguousType = "ambiguous-type"
  /// The type is generic, or its module was compiled without reflection metadata.
  case unusableType = "unusable-type"

  // MARK: Parameters

  /// There is not one rule for each parameter.
  case ruleCount = "rule-count"
  /// A value is given for a parameter whose type is not `Decodable`.
  case notDecodable = "not-decodable"

  // MARK: Registrations

  /// A type that is to be implemented is neither registered nor needed by a discovered type.
  case unknownService = "unknown-service"
  /// The type does not implement what it is said to.
  case notImplemented = "not-implemented"
  /// Types of the file are said to implement each other.
  case implementsLoop = "implements-loop"
  /// Two registrations, of the file or of the container, answer to the same key.
  case duplicate
  /// A protected registration is in the way.
  case protected
  /// A `remove` removes nothing.
  case idleRemoval = "idle-removal"

  /// The code of the rule, as reports show it.
  public var description: String { rawValue }
}
