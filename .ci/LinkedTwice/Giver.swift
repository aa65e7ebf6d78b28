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

/// Returns a container as something of any type.
public func makeAny() -> Any { makeContainer() }
/// Returns a container as an object.
public func makeObject() -> AnyObject { makeContainer() }
/// Returns a container by its protocol.
public func makeResolving() -> any Resolving & Sendable { makeContainer() }
