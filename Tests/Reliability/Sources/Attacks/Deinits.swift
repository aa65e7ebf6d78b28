import Nexus

// Products that resolve in their `deinit`.

/// Resolves in its `deinit`, in the container that released it.
private final class Resolving: Sendable {
  let resolver: Resolver
  init(resolver: Resolver) { self.resolver = resolver }
  deinit {
    // The container may be released: that is an error, not a crash.
    do {
      try resolver.resolve(Machine.self).check()
      try resolver.resolve(Reading.self, name: "a").check()
    } catch is AstrojectError {} catch { fatalError("\(error)") }
  }
}

@inline(never)
private func make() throws -> Container {
  let container = Container()
  try container.registerSubjects()
  try container.register(initializer: Resolving.init(resolver:)).asDisposableSingleton()
  _ = try container.resolve(Resolving.self)
  _ = try container.resolve(Machine.self)
  return container
}

let deinits = [
  Attack("deinits, of temporary containers") {
    for _ in 0..<20 { for _ in 0..<10 { try make().resolve(Machine.self).check() } }
  },
  Attack("deinits, of released and replaced products") {
    let container = try make()
    try race(
      {
        for _ in 0..<20 {
          container.release(Resolving.self)
          _ = try container.resolve(Resolving.self)
          try container.register(initializer: Resolving.init(resolver:)).asDisposableSingleton()
          _ = try container.resolve(Resolving.self)
        }
      }, { for _ in 0..<200 { try container.resolve(Machine.self).check() } })
  },
  Attack("deinits, of containers that are shut down") { for _ in 0..<20 { try await make().shutdown() } },
]
