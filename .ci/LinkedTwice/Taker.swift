import Nexus

// A framework with another copy of Astroject, which is given the container in each way that needs no unsafe code,
// and prints what happens.

/// Takes a container as something of any type.
public func take(any: Any) { print("Any:", any is Container ? "a Container" : "no Container") }

/// Takes a container as an object.
public func take(object: AnyObject) { print("AnyObject:", object is Container ? "a Container" : "no Container") }

/// Takes a container by its protocol. Its functions are those of the copy that has made it.
public func take(resolving: any Resolving & Sendable) {
  attempt("any Resolving") { try resolving.resolve(String.self, name: nil) }
  attempt("any Resolving, missing") { try resolving.resolve(Double.self, name: nil) }
  attempt("fallback") { try Container(fallback: resolving).resolve(String.self) }
}

/// Takes a container as one.
public func take(container: Container) async {
  attempt("resolve") { try container.resolve(String.self) }
  attempt("resolve, named") { try container.resolve(Int.self, name: "port") }
  attempt("register") { try container.register(Float.self) { 1.5 } }
  attempt("register, initializer") { try container.register(initializer: Part.init) }
  attempt("register, module") { try container.register(module: Parts()) }
  attempt("Lazy") { try container.resolve(Lazy<String>.self).value }
  attempt("decorate") { try container.decorate(String.self) { _, text in text } }
  attempt("child") { try container.makeChild().resolve(String.self) }
  attempt("current") { try Container.withCurrent(container) { try Container.current.resolve(String.self) } }
  attempt("shared") {
    Container.shared = container
    defer { Container.shared = nil }
    return try Container.current.resolve(String.self)
  }
  do { print("awaited:", try await container.resolve(String.self)) } catch { print("awaited:", error) }
  do { try await container.bootstrap() } catch { print("bootstrap:", error) }
  print("isRegistered:", container.isRegistered(String.self))
  await container.release(String.self)
  await container.clear()
}

/// Takes what leads into a container.
public func take(known: Lazy<String>, open: Lazy<String>, provider: Provider<String>, resolver: Resolver) async {
  attempt("known lazy") { try known.value }
  attempt("open lazy") { try open.value }
  attempt("provider") { try provider.get() }
  attempt("resolver") { try resolver.resolve(String.self) }
  attempt("resolver, named") { try resolver.resolve(Int.self, name: "port") }
  do { print("awaited lazy:", try await open.get()) } catch { print("awaited lazy:", error) }
  do { print("awaited provider:", try await provider.get()) } catch { print("awaited provider:", error) }
  do { print("awaited resolver:", try await resolver.resolve(String.self)) } catch { print("awaited resolver:", error) }
}

private func attempt(_ way: String, _ body: () throws -> Any) {
  do { print("\(way):", try body()) } catch { print("\(way):", error) }
}

private struct Part {}
private struct Parts: Module {
  func register(in container: Container) throws { try container.register(Part.self) { Part() } }
}
