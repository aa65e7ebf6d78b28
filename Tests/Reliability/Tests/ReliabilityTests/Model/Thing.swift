/// The class of every product, in the containers and in the oracle.
class Thing: Common, @unchecked Sendable {
  /// The number of its class.
  var kind: Int { Kind.classes.firstIndex { $0 == type(of: self) } ?? 0 }
  /// The number in order of creation.
  let serial: Int
  let recipe: Int
  let parts: [Thing]
  /// True if the oracle does not know how long it lives.
  var isTainted = false

  private let census: Census

  required init(_ serial: Int, of recipe: Int, _ parts: [Thing], countedBy census: Census) {
    self.serial = serial
    self.recipe = recipe
    self.parts = parts
    self.census = census
    census.alive += 1
  }

  deinit { census.alive -= 1 }
}

/// The number of living things of a run.
final class Census {
  fileprivate(set) var alive = 0
}

/// Implemented by all things.
protocol Common: AnyObject {}
/// Implemented by every other class.
protocol Even: AnyObject {}

final class S0: Thing, Even, @unchecked Sendable {}
final class S1: Thing, @unchecked Sendable {}
final class S2: Thing, Even, @unchecked Sendable {}
final class S3: Thing, @unchecked Sendable {}
final class S4: Thing, Even, @unchecked Sendable {}
final class S5: Thing, @unchecked Sendable {}
final class S6: Thing, Even, @unchecked Sendable {}
final class S7: Thing, @unchecked Sendable {}

/// The types that programs register and resolve.
enum Kind {
  static let classes: [Thing.Type] = [S0.self, S1.self, S2.self, S3.self, S4.self, S5.self, S6.self, S7.self]
  static let all: [any Typed] = [
    Of<S0>(), Of<S1>(), Of<S2>(), Of<S3>(), Of<S4>(), Of<S5>(), Of<S6>(), Of<S7>(), Of<any Common>(), Of<any Even>(),
  ]
  static let common = 8
  static let even = 9

  static let numbers = Dictionary(uniqueKeysWithValues: all.enumerated().map { (ObjectIdentifier($1.type), $0) })

  /// Returns true if the product of a class conforms to a type.
  static func isClass(_ made: Int, a kind: Int) -> Bool {
    made == kind || kind == common || kind == even && made % 2 == 0
  }

  static func name(_ kind: Int) -> String { kind == common ? "any Common" : kind == even ? "any Even" : "S\(kind)" }
}

/// A type as a value.
protocol Typed: Sendable {
  associatedtype Product
}

struct Of<Product>: Typed {}

extension Typed {
  var type: Any.Type { Product.self }
}
