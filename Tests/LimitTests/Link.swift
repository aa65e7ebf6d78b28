/// An object of a chain, which knows the length of the chain that begins with it. It retains no other link because
/// freeing a long chain would need a deep stack, too.
protocol Linked: AnyObject, Sendable {
  var length: Int { get }
  init(length: Int)
}

/// A link with its own type. There are ten thousand such types.
final class TypedLink<A: Digit, B: Digit, C: Digit, D: Digit>: Linked {
  let length: Int
  init(length: Int) { self.length = length }
}

/// A link with its own key.
final class KeyedLink: Linked {
  let length: Int
  init(length: Int) { self.length = length }
  init(after next: KeyedLink) { length = next.length + 1 }
}

extension KeyedLink {
  /// Creates a link like an asynchronous initializer.
  static func awaited(after next: KeyedLink) async -> KeyedLink { KeyedLink(after: next) }
}

// MARK: - Types

protocol Digit: SendableMetatype {}

enum D0: Digit {}
enum D1: Digit {}
enum D2: Digit {}
enum D3: Digit {}
enum D4: Digit {}
enum D5: Digit {}
enum D6: Digit {}
enum D7: Digit {}
enum D8: Digit {}
enum D9: Digit {}

/// The types of links.
enum LinkTypes {
  static var count: Int { all.count }

  /// Returns the type of the first link of a chain of a length.
  static func link(_ length: Int) -> any Linked.Type { all[length - 1] }

  private static let all: [any Linked.Type] = digits.flatMap { links($0) }

  private static let digits: [any Digit.Type] = [
    D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
  ]

  private static func links<A: Digit>(_ a: A.Type) -> [any Linked.Type] { digits.flatMap { links(a, $0) } }

  private static func links<A: Digit, B: Digit>(_ a: A.Type, _ b: B.Type) -> [any Linked.Type] {
    digits.flatMap { links(a, b, $0) }
  }

  private static func links<A: Digit, B: Digit, C: Digit>(
    _ a: A.Type, _ b: B.Type, _ c: C.Type
  ) -> [any Linked.Type] {
    digits.map { link(a, b, c, $0) }
  }

  private static func link<A: Digit, B: Digit, C: Digit, D: Digit>(
    _: A.Type, _: B.Type, _: C.Type, _: D.Type
  ) -> any Linked.Type {
    TypedLink<A, B, C, D>.self
  }
}
