import Nexus

// Types for tests in other modules of the package.

/// The service of ``GasKitchen``.
public protocol Kitchen {}

/// A class that conforms in its declaration and has a protocol as its service.
public final class GasKitchen: AutoInjectable, Kitchen {
  /// The initializer without parameters.
  public static var injection: Injection<any Kitchen> { Injection<any Kitchen>(GasKitchen.init) }
  /// Makes the kitchen a singleton.
  public static func configure(_ registration: Registration<any Kitchen>) { registration.asSingleton() }

  /// Makes a kitchen.
  public init() {}
}

// Nothing uses these three types.

final class Cellar: Injectable {}

actor Cook: Injectable {
  init() {}
}

struct Larder {}

extension Larder: Injectable {}

/// A type that conforms in another module.
public struct Garden: Sendable {
  /// Makes a garden.
  public init() {}
}

/// A superclass for classes in other modules.
open class Shed<Tool> {
  /// The tool in the shed.
  public var tool: Tool?
  private var count = 0

  /// Makes an empty shed.
  public init() {}
}

/// A protocol for types in other modules to conform to.
public protocol Specimen {}
