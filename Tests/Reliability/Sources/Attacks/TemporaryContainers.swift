import Nexus

// The last reference to the container is dropped as soon as its function is called.
//
// Each loop is written out: the optimizer releases the container later in closures and generic code, and that hides a
// mistake.

@inline(never)
private func make<Product: Subject>(_ scope: (Registration<Product>) -> Registration<Product>) throws -> Container {
  let container = Container()
  _ = scope(try container.register(Product.self) { Product() })
  _ = scope(try container.register(Product.self, name: "a") { Product() })
  // A type that was resolved several times is published for readers without a lock.
  for _ in 0..<3 {
    _ = try container.resolve(Product.self)
    _ = try container.resolve(Product.self, name: "a")
  }
  return container
}

@inline(never)
private func makeSingletons() throws -> Container { try make { (part: Registration<Reading>) in part.asSingleton() } }

@inline(never)
private func makeSharedParts() throws -> Container { try make { (part: Registration<Part>) in part.asSingleton() } }

@inline(never)
private func makeTransients() throws -> Container { try make { (part: Registration<Reading>) in part.asTransient() } }

@inline(never)
private func makeParts() throws -> Container { try make { (part: Registration<Part>) in part.asTransient() } }

@inline(never)
private func makeTreeParts() throws -> Container { try make { (part: Registration<Part>) in part.asGraph() } }

@inline(never)
private func makeDisposableParts() throws -> Container {
  try make { (part: Registration<Part>) in part.asDisposableSingleton() }
}

@inline(never)
private func makeWeakParts() throws -> Container { try make { (part: Registration<Part>) in part.asWeak() } }

@inline(never)
private func makeContainerParts() throws -> Container { try make { (part: Registration<Part>) in part.asScoped() } }

@inline(never)
private func makeMachines(_ scope: (Registration<Machine>) -> Registration<Machine>) throws -> Container {
  let container = Container()
  try container.register(initializer: Part.init).asSingleton()
  _ = scope(try container.register(initializer: Machine.init(_:)))
  for _ in 0..<3 { _ = try container.resolve(Machine.self) }
  return container
}

private func temporary(_ name: String, round: @escaping @Sendable () async throws -> Void) -> Attack {
  Attack("temporary container, \(name)", round: round)
}

let temporaryContainers = [
  temporary("singleton value by type") { for _ in 0..<400 { try makeSingletons().resolve(Reading.self).check() } },
  temporary("singleton value by name") {
    for _ in 0..<400 { try makeSingletons().resolve(Reading.self, name: "a").check() }
  },
  temporary("singleton value awaited by type") {
    for _ in 0..<400 { try await makeSingletons().resolve(Reading.self).check() }
  },
  temporary("singleton value awaited by name") {
    for _ in 0..<400 { try await makeSingletons().resolve(Reading.self, name: "a").check() }
  },
  temporary("singleton object by type") { for _ in 0..<400 { try makeSharedParts().resolve(Part.self).check() } },
  temporary("singleton object by name") {
    for _ in 0..<400 { try makeSharedParts().resolve(Part.self, name: "a").check() }
  },
  temporary("singleton object awaited by type") {
    for _ in 0..<400 { try await makeSharedParts().resolve(Part.self).check() }
  },
  temporary("singleton object awaited by name") {
    for _ in 0..<400 { try await makeSharedParts().resolve(Part.self, name: "a").check() }
  },
  temporary("transient value by type") { for _ in 0..<400 { try makeTransients().resolve(Reading.self).check() } },
  temporary("transient value by name") {
    for _ in 0..<400 { try makeTransients().resolve(Reading.self, name: "a").check() }
  },
  temporary("transient value awaited by type") {
    for _ in 0..<400 { try await makeTransients().resolve(Reading.self).check() }
  },
  temporary("transient value awaited by name") {
    for _ in 0..<400 { try await makeTransients().resolve(Reading.self, name: "a").check() }
  },
  temporary("transient object by type") { for _ in 0..<400 { try makeParts().resolve(Part.self).check() } },
  temporary("transient object by name") { for _ in 0..<400 { try makeParts().resolve(Part.self, name: "a").check() } },
  temporary("transient object awaited by type") {
    for _ in 0..<400 { try await makeParts().resolve(Part.self).check() }
  },
  temporary("transient object awaited by name") {
    for _ in 0..<400 { try await makeParts().resolve(Part.self, name: "a").check() }
  },
  temporary("graph-scoped object by type") { for _ in 0..<400 { try makeTreeParts().resolve(Part.self).check() } },
  temporary("graph-scoped object by name") {
    for _ in 0..<400 { try makeTreeParts().resolve(Part.self, name: "a").check() }
  },
  temporary("graph-scoped object awaited by type") {
    for _ in 0..<400 { try await makeTreeParts().resolve(Part.self).check() }
  },
  temporary("graph-scoped object awaited by name") {
    for _ in 0..<400 { try await makeTreeParts().resolve(Part.self, name: "a").check() }
  },
  temporary("disposable object by type") { for _ in 0..<400 { try makeDisposableParts().resolve(Part.self).check() } },
  temporary("disposable object by name") {
    for _ in 0..<400 { try makeDisposableParts().resolve(Part.self, name: "a").check() }
  },
  temporary("disposable object awaited by type") {
    for _ in 0..<400 { try await makeDisposableParts().resolve(Part.self).check() }
  },
  temporary("disposable object awaited by name") {
    for _ in 0..<400 { try await makeDisposableParts().resolve(Part.self, name: "a").check() }
  },
  temporary("weak object by type") { for _ in 0..<400 { try makeWeakParts().resolve(Part.self).check() } },
  temporary("weak object by name") { for _ in 0..<400 { try makeWeakParts().resolve(Part.self, name: "a").check() } },
  temporary("weak object awaited by type") {
    for _ in 0..<400 { try await makeWeakParts().resolve(Part.self).check() }
  },
  temporary("weak object awaited by name") {
    for _ in 0..<400 { try await makeWeakParts().resolve(Part.self, name: "a").check() }
  },
  temporary("container-scoped object by type") {
    for _ in 0..<400 { try makeContainerParts().resolve(Part.self).check() }
  },
  temporary("container-scoped object by name") {
    for _ in 0..<400 { try makeContainerParts().resolve(Part.self, name: "a").check() }
  },
  temporary("container-scoped object awaited by type") {
    for _ in 0..<400 { try await makeContainerParts().resolve(Part.self).check() }
  },
  temporary("container-scoped object awaited by name") {
    for _ in 0..<400 { try await makeContainerParts().resolve(Part.self, name: "a").check() }
  },
  temporary("transient initializer") {
    for _ in 0..<400 { try makeMachines { $0.asTransient() }.resolve(Machine.self).check() }
  },
  temporary("transient initializer, awaited") {
    for _ in 0..<400 { try await makeMachines { $0.asTransient() }.resolve(Machine.self).check() }
  },
  temporary("graph-scoped initializer") { for _ in 0..<400 { try makeMachines { $0 }.resolve(Machine.self).check() } },
  temporary("graph-scoped initializer, awaited") {
    for _ in 0..<400 { try await makeMachines { $0 }.resolve(Machine.self).check() }
  },
  temporary("singleton initializer") {
    for _ in 0..<400 { try makeMachines { $0.asSingleton() }.resolve(Machine.self).check() }
  },
  temporary("singleton initializer, awaited") {
    for _ in 0..<400 { try await makeMachines { $0.asSingleton() }.resolve(Machine.self).check() }
  },
  temporary("by key") { for _ in 0..<400 { try makeSingletons().resolve(Reading.self, key: "a").check() } },
  temporary("optional form") { for _ in 0..<400 { try makeSingletons().resolve(Reading?.self)?.check() } },
  temporary("if registered") { for _ in 0..<400 { try makeSingletons().resolveOptional(Reading.self)?.check() } },
  temporary("collection") {
    for _ in 0..<400 { for product in try makeSingletons().resolveAll(Reading.self) { try product.check() } }
  },
]
