/// The result of ``Astroject/Container/registerDiscovered(in:where:fileID:line:)``: registered and skipped types.
///
/// ```swift
/// let found = try container.registerDiscovered()
/// print(found)
/// ```
public struct Discovery: Sendable {
  /// A type that was registered.
  public struct Registered: Sendable {
    /// The qualified name of the type, with the names of its module and its enclosing types.
    public let name: String
    /// The type that conforms to ``AutoInjectable``.
    public let type: any AutoInjectable.Type
    /// The type that it is resolved by.
    public let service: Any.Type
    /// The module that declares its conformance.
    public let module: String
  }

  /// A type that was found but not registered.
  public struct Skipped: Sendable {
    /// The qualified name of the type, with the names of its module and its enclosing types.
    public let name: String
    /// The type; nil if it takes more information to name one, as for a generic type.
    public let type: Any.Type?
    /// The module that declares its conformance.
    public let module: String
    /// The reason why it was not registered.
    public let reason: Reason
  }

  /// A reason why a type was not registered.
  public indirect enum Reason: Sendable {
    /// It is not in one of the requested modules.
    case otherModule
    /// The filter excluded it.
    case filteredOut
    /// It is generic, or nested in a generic type, so its generic arguments are unknown.
    case generic
    /// Its service is registered already, in this container or in a parent.
    case alreadyRegistered(service: Any.Type)
    /// Other types have the same service, so none of them was registered.
    case ambiguous(service: Any.Type, others: [any AutoInjectable.Type])
    /// The runtime cannot find the type, because its module was compiled without reflection metadata.
    case unreadable
  }

  /// An error that prevents a search.
  public enum Error: Swift.Error, Hashable {
    /// The runtime's conformance records cannot be read on this platform: register types with `register(injectable:)`.
    case unsupportedPlatform
    /// No loaded image has some of the requested modules.
    case unknownModules([UnknownModule])
  }

  /// A requested module that no conformance record of a loaded image names, of any protocol.
  public struct UnknownModule: Sendable, Hashable {
    /// The requested name.
    public let name: String
    /// The modules with similar names, the most similar first.
    public let nearMatches: [String]
  }

  /// The types that were registered, in the order of registration, which is that of their names.
  public let registered: [Registered]
  /// The types that were found but not registered, in the order of their names.
  public let skipped: [Skipped]
}
