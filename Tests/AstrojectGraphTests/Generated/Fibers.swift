import AstrojectGraph

// Generated graphs consist of a few generic types, each under many names and keys.

protocol Tag: SendableMetatype {}
enum T0: Tag {}
enum T1: Tag {}
enum T2: Tag {}
enum T3: Tag {}
enum T4: Tag {}
enum T5: Tag {}

protocol Cord<Mark> {
  associatedtype Mark: Tag
  /// The dependencies that its factory or initializer received.
  var parts: [Any] { get }
}

final class Braid<Mark: Tag>: Cord {
  let parts: [Any]
  var near: Braid<T0>?
  var far: Braid<T1>?
  var bead: Bead<T0>?
  var cord: (any Cord<T0>)?
  var lazy: Lazy<Braid<T1>>?
  var provider: Provider<Braid<T0>>?
  var many: [Braid<T2>]?
  init(_ parts: [Any]) { self.parts = parts }
}

struct Bead<Mark: Tag>: Cord {
  let parts: [Any]
  var near: Braid<T0>?
  var far: Braid<T1>?
  init(_ parts: [Any]) { self.parts = parts }
}

final class Locket<Mark: Tag>: Cord {
  let parts: [Any]
  @Inject var held: Braid<Mark>
  @Inject var perhaps: Bead<Mark>?
  init(_ parts: [Any]) { self.parts = parts }
}

final class Chest<Mark: Tag>: Cord {
  let parts: [Any]
  @Inject var later: Lazy<Braid<Mark>>
  @Inject var each: Provider<Bead<Mark>>
  @Inject var all: [Braid<T2>]
  init(_ parts: [Any]) { self.parts = parts }
}

// MARK: - Fibers

/// Builds products of one of these types.
protocol Fiber: SendableMetatype {
  associatedtype Product
  static func make(_ parts: [Any]) -> Product
  /// Has a property filled after the product is built.
  static func inject(_ need: Need, _ registration: Registration<Product>)
}

extension Fiber {
  static func inject(_ need: Need, _ registration: Registration<Product>) {}
}

enum BraidFiber<Mark: Tag>: Fiber {
  static func make(_ parts: [Any]) -> Braid<Mark> { Braid(parts) }

  static func inject(_ need: Need, _ registration: Registration<Braid<Mark>>) {
    let key = need.tie?.key
    switch (need.form, need.of.shape, need.of.tag) {
    case (.plain, .braid, 0): registration.injecting(\.near, key: key)
    case (.plain, .braid, 1): registration.injecting(\.far, key: key)
    case (.plain, .bead, 0): registration.injecting(\.bead, key: key)
    case (.plain, .cord, 0): registration.injecting(\.cord, key: key)
    case (.lazy, .braid, 1): registration.injecting(\.lazy, key: key)
    case (.provider, .braid, 0): registration.injecting(\.provider, key: key)
    case (.collection, .braid, 2): registration.injecting(\.many)
    default: preconditionFailure("no property for \(need)")
    }
  }

}

enum BeadFiber<Mark: Tag>: Fiber {
  static func make(_ parts: [Any]) -> Bead<Mark> { Bead(parts) }

  static func inject(_ need: Need, _ registration: Registration<Bead<Mark>>) {
    let key = need.tie?.key
    switch (need.form, need.of.shape, need.of.tag) {
    case (.plain, .braid, 0): registration.injecting(\.near, key: key)
    case (.plain, .braid, 1): registration.injecting(\.far, key: key)
    default: preconditionFailure("no property for \(need)")
    }
  }
}

enum CordFiber<Mark: Tag>: Fiber {
  static func make(_ parts: [Any]) -> any Cord<Mark> { Braid<Mark>(parts) }
}

enum LocketFiber<Mark: Tag>: Fiber {
  static func make(_ parts: [Any]) -> Locket<Mark> { Locket(parts) }
}

enum ChestFiber<Mark: Tag>: Fiber {
  static func make(_ parts: [Any]) -> Chest<Mark> { Chest(parts) }
}

enum NumberFiber: Fiber {
  static func make(_ parts: [Any]) -> Int { parts.count }
}

extension Strand {
  private static let tags: [any Tag.Type] = [T0.self, T1.self, T2.self, T3.self, T4.self, T5.self]

  var fiber: any Fiber.Type {
    func open<Mark: Tag>(_ mark: Mark.Type) -> any Fiber.Type {
      switch shape {
      case .braid: BraidFiber<Mark>.self
      case .bead: BeadFiber<Mark>.self
      case .cord: CordFiber<Mark>.self
      case .locket: LocketFiber<Mark>.self
      case .chest: ChestFiber<Mark>.self
      case .number: NumberFiber.self
      }
    }
    return open(Strand.tags[tag])
  }
}
