import Nexus

// Products that conform to their protocol on the main actor only, and that a container holds weakly, while the main
// actor drops them, and code elsewhere asks for them, is refused, and releases them.

private protocol Sounding: AnyObject {
  @MainActor func check() throws
}
@MainActor private final class Bell: @MainActor Sounding {
  private let part = Part()
  init() {}
  func check() throws { try part.check() }
}

@MainActor private func make() throws -> Container {
  let container = Container()
  try container.register((any Sounding).self, initializer: Bell.init).asWeak()
  try container.register(instance: Bell(), as: (any Sounding).self, name: "owned").ownedExternally()
  return container
}

/// Asks for a product off the main actor, where it is refused.
private func ask(_ container: Container, _ name: String?) async throws {
  for _ in 0..<20 {
    do {
      _ = try await container.resolve((any Sounding).self, name: name)
      throw Harm()
    } catch is AstrojectError {}
    if name == nil { await container.release((any Sounding).self) }
  }
}

private func attack(
  _ name: String, asking label: String?, _ change: @escaping @MainActor @Sendable (Container) async throws -> Void
) -> Attack {
  Attack("weak products, \(name)") {
    let container = try await make()
    try await race { number in
      for _ in 0..<20 { if number == 0 { try await change(container) } else { try await ask(container, label) } }
    }
  }
}

let weakProducts = [
  attack("confined to the main actor", asking: nil, drop),
  attack("owned elsewhere and confined to the main actor", asking: "owned", exchange),
]

/// Makes products, and drops them at once.
@MainActor private func drop(_ container: Container) async throws {
  for _ in 0..<20 { try await container.resolve((any Sounding).self).check() }
}

/// Registers one instance after the other, and holds each only until the next one.
@MainActor private func exchange(_ container: Container) throws {
  for _ in 0..<20 {
    let bell = Bell()
    try container.register(instance: bell, as: (any Sounding).self, name: "owned").ownedExternally()
    try container.resolve((any Sounding).self, name: "owned").check()
  }
}
