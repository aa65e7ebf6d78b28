import Nexus

// A framework that makes a container, with its own copy of Astroject.

/// Makes a container that has built one of its products.
public func makeContainer() -> Container {
  let container = Container()
  do {
    try container.register(String.self) { "given" }.asSingleton()
    try container.register(Int.self, name: "port") { 80 }
    _ = try container.resolve(String.self)
  } catch { print(error) }
  return container
}

/// Returns a lazy that has its product, and another one that has not.
public func makeLazies() throws -> (known: Lazy<String>, open: Lazy<String>) {
  let container = makeContainer()
  keep(container)
  let (known, open) = (try container.resolve(Lazy<String>.self), try container.resolve(Lazy<String>.self))
  _ = try known.value
  return (known, open)
}
/// Returns a provider.
public func makeProvider() throws -> Provider<String> {
  let container = makeContainer()
  keep(container)
  return try container.resolve(Provider<String>.self)
}
/// Returns a resolver.
public func makeResolver() throws -> Resolver {
  let container = makeContainer()
  keep(container)
  return try container.resolve(Resolver.self)
}

nonisolated(unsafe) private var containers: [Container] = []

/// Keeps a container that must outlive what it gives.
private func keep(_ container: Container) { containers.append(container) }

/// Returns a container as something of any type.
public func makeAny() -> Any { makeContainer() }
/// Returns a container as an object.
public func makeObject() -> AnyObject { makeContainer() }
/// Returns a container by its protocol.
public func makeResolving() -> any Resolving & Sendable { makeContainer() }
