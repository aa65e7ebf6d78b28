/// What every product is, in the containers as in the oracle.
class Thing: Common, @unchecked Sendable {
  /// Its class, by its number.
  var kind: Int { Kind.classes.firstIndex { $0 == type(of: self) } ?? 0 }
  /// Its number in order of making.
  let serial: Int
  let recipe: Int
  let parts: [Thing]
  /// Whether the oracle cannot say for how long it lives.
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

/// How many things of a run are alive.
final class Census {
  fileprivate(set) var alive = 0
}

/// What all of them implement.
protocol Common: AnyObject {}
/// What every other one implements.
protocol Even: AnyObject {}

final class S0: Thing, Even, @unchecked Sendable {}
final class S1: Thing, @unchecked Sendable {}
final class S2: Thing, Even, @unchecked Sendable {}
final class S3: Thing, @unchecked Sendable {}
final class S4: Thing, Even, @unchecked Sendable {}
final class S5: Thing, @unchecked Sendable {}
final class S6: Thing, Even, @unchecked Sendable {}
final class S7: Thing, @unchecked Sendable {}

/// The types that programs register and ask for.
enum Kind {
  static let classes: [Thing.Type] = [S0.self, S1.self, S2.self, S3.self, S4.self, S5.self, S6.self, S7.self]
  static let all: [any Typed] = [
    Of<S0>(), Of<S1>(), Of<S2>(), Of<S3>(), Of<S4>(), Of<S5>(), Of<S6>(), Of<S7>(), Of<any Common>(), Of<any Even>(),
  ]
  static let common = 8
  static let even = 9

  static let numbers = Dictionary(uniqueKeysWithValues: all.enumerated().map { (ObjectIdentifier($1.type), $0) })

  /// Whether what is made of a class is of a type.
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
