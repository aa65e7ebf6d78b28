/// The findings of ``Astroject/Container/registerDiscovered(in:where:fileID:line:)``: what it has registered, and what
/// it has not.
///
/// ```swift
/// let found = try container.registerDiscovered()
/// print(found)
/// ```
public struct Discovery: Sendable {
  /// A type that was registered.
  public struct Registered: Sendable {
    /// The type's name, with those of its module and of the types around it.
    public let name: String
    /// The type that adopts ``AutoInjectable``.
    public let type: any AutoInjectable.Type
    /// The type that it is resolved by.
    public let service: Any.Type
    /// The module where it adopts the protocol.
    public let module: String
  }

  /// A type that was found and not registered.
  public struct Skipped: Sendable {
    /// The type's name, with those of its module and of the types around it.
    public let name: String
    /// The type; nil where there is none without more information, as for a generic type.
    public let type: Any.Type?
    /// The module where it adopts the protocol.
    public let module: String
    /// Why it was not registered.
    public let reason: Reason
  }

  /// Why a type was not registered.
  public enum Reason: Sendable {
    /// It is not in one of the modules that were asked for.
    case otherModule
    /// The filter said no.
    case filteredOut
    /// It is generic, or nested in a generic type: there is no telling for which arguments it is wanted.
    case generic
    /// Its service is registered already, in this container or in a parent.
    case alreadyRegistered(service: Any.Type)
    /// Other types have the same service, and none of them was registered.
    case ambiguous(service: Any.Type, others: [any AutoInjectable.Type])
    /// The runtime cannot tell the type, as its module was compiled without reflection metadata.
    case unreadable
  }

  /// Why nothing could be looked for.
  public enum Error: Swift.Error, Hashable {
    /// On this platform the runtime's conformance records cannot be read: register types with `register(injectable:)`.
    case unsupportedPlatform
    /// Types were asked for of modules that no loaded image has.
    case unknownModules([UnknownModule])
  }

  /// A module that no conformance record of a loaded image names, whatever protocol the record is about.
  public struct UnknownModule: Sendable, Hashable {
    /// The name that was asked for.
    public let name: String
    /// The modules that are named much like it, the most similar first.
    public let nearMatches: [String]
  }

  /// What was registered, in the order of registration: that of the names.
  public let registered: [Registered]
  /// What was found and not registered, in the order of the names.
  public let skipped: [Skipped]
}
