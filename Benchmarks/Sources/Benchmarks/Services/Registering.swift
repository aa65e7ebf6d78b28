import Astroject
import Nexus

// Equal registrations in a plain dictionary, in the reference container and in Astroject.

/// A dictionary of closures, keyed by type.
struct PlainDictionary {
  private var factories: [ObjectIdentifier: @Sendable () -> any Sendable] = [:]

  mutating func register<Product: Filler>(_ type: Product.Type) {
    factories[ObjectIdentifier(type)] = { Product() }
  }
}

extension ReferenceContainer {
  func register<Product: Filler>(_ type: Product.Type) { register(type) { _ in Product() } }
}

extension Container {
  func registerClosure<Product: Filler>(_ type: Product.Type) throws { try register(type) { Product() } }

  func registerInitializer<Product: Filler>(_ type: Product.Type) throws {
    try register(initializer: Product.init(leaf:))
  }
}

extension Filler {
  /// A closure that makes an instance, like the registered one.
  static var maker: @Sendable () -> any Sendable { { Self() } }
}
