/// The rules for resource files. A finding names the broken rule.
public enum ResourceRule: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  // MARK: The file

  /// The file does not exist.
  case missingFile = "missing-file"
  /// The environment has no file.
  case unknownEnvironment = "unknown-environment"
  /// A resource has both a JSON file and a property list.
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
  /// A field is unknown.
  case unknownField = "unknown-field"
  /// A required field is missing.
  case missingField = "missing-field"
  /// Two fields exclude each other, such as a name and a key, or `remove` and a scope.
  case conflictingFields = "conflicting-fields"
  /// A value has the wrong kind, or is not one of the possible values.
  case wrongValue = "wrong-value"
  /// A value cannot be read as its type, because it is out of range or the type refuses it.
  case unreadableValue = "unreadable-value"

  // MARK: Types

  /// No loaded module has the name.
  case unknownModule = "unknown-module"
  /// No type has the name.
  case unknownType = "unknown-type"
  /// Several types have the name.
  case ambiguousType = "ambiguous-type"
  /// The type is generic, or its module was compiled without reflection metadata.
  case unusableType = "unusable-type"

  // MARK: Parameters

  /// The number of rules differs from the number of parameters.
  case ruleCount = "rule-count"
  /// A value is given for a parameter whose type is not `Decodable`.
  case notDecodable = "not-decodable"

  // MARK: Registrations

  /// A type in `implements` is neither registered, nor the service or a parameter of a discovered type.
  case unknownService = "unknown-service"
  /// The type does not implement a service that the file names.
  case notImplemented = "not-implemented"
  /// Types of the file implement each other in a loop.
  case implementsLoop = "implements-loop"
  /// Two registrations, of the file or of the container, have the same key.
  case duplicate
  /// The entry would replace a protected registration.
  case protected
  /// An entry with `remove` removes nothing.
  case idleRemoval = "idle-removal"

  /// The code of the rule, as reports show it.
  public var description: String { rawValue }
}
