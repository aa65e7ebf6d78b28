import TestSupport

@testable import Astroject

/// Registrations that each depend on the next one only.
struct Chain: Sendable {
  /// The form in which the links are registered.
  enum Way: String, CaseIterable, Codable, Sendable {
    case closure = "closures"
    case keyedClosure = "closures with keys"
    case initializer = "initializers"
    case keyedInitializer = "initializers with keys"
    case asyncClosure = "async closures"
    case asyncInitializer = "async initializers"

    /// True if the links have to be awaited.
    var isAsync: Bool { self == .asyncClosure || self == .asyncInitializer }

    /// True if the links differ by their keys, not by their types.
    fileprivate var isKeyed: Bool { self == .keyedClosure || self == .keyedInitializer || self == .asyncInitializer }
  }

  let way: Way
  let container = Container()

  init(_ way: Way, _ scope: AnyScope, length: Int) throws {
    self.way = way
    if way.isKeyed {
      scope.apply(to: try container.register(KeyedLink.self, key: 1) { KeyedLink(length: 1) })
      for number in 2...length { scope.apply(to: try addKeyed(number)) }
    } else {
      try addLast(LinkTypes.link(1), scope)
      for number in 2...length { try add(LinkTypes.link(number), before: LinkTypes.link(number - 1), scope) }
    }
  }

  // MARK: Registering

  private func addKeyed(_ number: Int) throws -> Registration<KeyedLink> {
    switch way {
    case .keyedClosure:
      try container.register(KeyedLink.self, key: number) { resolver in
        KeyedLink(after: try resolver.resolve(KeyedLink.self, key: number - 1))
      }
    case .asyncInitializer:
      try container.register(
        KeyedLink.self, key: number, initializer: Injection(KeyedLink.awaited(after:), with: .keyed(number - 1)))
    default:
      try container.register(KeyedLink.self, key: number, initializer: KeyedLink.init(after:), with: .keyed(number - 1))
    }
  }

  private func addLast<This: Linked>(_ this: This.Type, _ scope: AnyScope) throws {
    scope.apply(to: try container.register(This.self) { This(length: 1) })
  }

  private func add<This: Linked, Next: Linked>(_ this: This.Type, before next: Next.Type, _ scope: AnyScope) throws {
    let registration =
      switch way {
      case .closure:
        try container.register(This.self) { resolver in This(length: try resolver.resolve(Next.self).length + 1) }
      case .asyncClosure:
        try container.register(This.self) { resolver in This(length: try await resolver.resolve(Next.self).length + 1) }
      default:
        try container.register(This.self, initializer: { @Sendable (next: Next) in This(length: next.length + 1) })
      }
    scope.apply(to: registration)
  }

  // MARK: Asking

  /// Returns the key of the first link of a chain of a length.
  func key(_ length: Int) -> Key {
    way.isKeyed ? Key(KeyedLink.self, label: Label(name: nil, key: length)) : Key(LinkTypes.link(length))
  }

  /// Resolves a chain of a length, and returns its length.
  func resolve(_ length: Int) throws -> Int {
    if way.isKeyed { return try container.resolve(KeyedLink.self, key: length).length }
    return try resolveLink(LinkTypes.link(length))
  }

  func resolve(_ length: Int) async throws -> Int {
    if way.isKeyed { return try await container.resolve(KeyedLink.self, key: length).length }
    return try await resolveLink(LinkTypes.link(length))
  }

  private func resolveLink<Link: Linked>(_: Link.Type) throws -> Int { try container.resolve(Link.self).length }

  private func resolveLink<Link: Linked>(_: Link.Type) async throws -> Int {
    try await container.resolve(Link.self).length
  }
}
