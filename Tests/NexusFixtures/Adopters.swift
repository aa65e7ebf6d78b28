import Nexus

// Types of another module of the package.

/// What the kitchen is resolved by.
public protocol Kitchen {}

/// A class that adopts in its declaration, as a protocol.
public final class GasKitchen: AutoInjectable, Kitchen {
  /// Made without anything.
  public static var injection: Injection<any Kitchen> { Injection<any Kitchen>(GasKitchen.init) }
  /// There is one kitchen.
  public static func configure(_ registration: Registration<any Kitchen>) { registration.asSingleton() }

  /// A cold one.
  public init() {}
}

// Nothing refers to these three but their own declarations.

final class Cellar: Injectable {}

actor Cook: Injectable {
  init() {}
}

struct Larder {}

extension Larder: Injectable {}

/// A type that adopts in another module.
public struct Garden: Sendable {
  /// A small one.
  public init() {}
}

/// A superclass for classes of other modules.
open class Shed<Tool> {
  /// What hangs in it.
  public var tool: Tool?
  private var count = 0

  /// An empty one.
  public init() {}
}

/// A protocol of another module than the types that adopt it.
public protocol Specimen {}
