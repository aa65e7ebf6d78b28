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
private func makeTrees() throws -> Container { try make { (part: Registration<Part>) in part.asGraph() } }

@inline(never)
private func makeDisposables() throws -> Container {
  try make { (part: Registration<Part>) in part.asDisposableSingleton() }
}

@inline(never)
private func makeWeak() throws -> Container { try make { (part: Registration<Part>) in part.asWeak() } }

@inline(never)
private func makeScoped() throws -> Container { try make { (part: Registration<Part>) in part.asScoped() } }

@inline(never)
private func makeMachines(_ scope: (Registration<Machine>) -> Registration<Machine>) throws -> Container {
  let container = Container()
  try container.register(initializer: Part.init).asSingleton()
  _ = scope(try container.register(initializer: Machine.init(_:)))
  for _ in 0..<3 { _ = try container.resolve(Machine.self) }
  return container
}

private func attack(_ name: String, round: @escaping @Sendable () async throws -> Void) -> Attack {
  Attack("temporary container, \(name)", round: round)
}

let temporaryContainers = [
  attack("singleton value by type") { for _ in 0..<400 { try makeSingletons().resolve(Reading.self).check() } },
  attack("singleton value by name") {
    for _ in 0..<400 { try makeSingletons().resolve(Reading.self, name: "a").check() }
  },
  attack("singleton value awaited by type") {
    for _ in 0..<400 { try await makeSingletons().resolve(Reading.self).check() }
  },
  attack("singleton value awaited by name") {
    for _ in 0..<400 { try await makeSingletons().resolve(Reading.self, name: "a").check() }
  },
  attack("singleton object by type") { for _ in 0..<400 { try makeSharedParts().resolve(Part.self).check() } },
  attack("singleton object by name") {
    for _ in 0..<400 { try makeSharedParts().resolve(Part.self, name: "a").check() }
  },
  attack("singleton object awaited by type") {
    for _ in 0..<400 { try await makeSharedParts().resolve(Part.self).check() }
  },
  attack("singleton object awaited by name") {
    for _ in 0..<400 { try await makeSharedParts().resolve(Part.self, name: "a").check() }
  },
  attack("transient value by type") { for _ in 0..<400 { try makeTransients().resolve(Reading.self).check() } },
  attack("transient value by name") {
    for _ in 0..<400 { try makeTransients().resolve(Reading.self, name: "a").check() }
  },
  attack("transient value awaited by type") {
    for _ in 0..<400 { try await makeTransients().resolve(Reading.self).check() }
  },
  attack("transient value awaited by name") {
    for _ in 0..<400 { try await makeTransients().resolve(Reading.self, name: "a").check() }
  },
  attack("transient object by type") { for _ in 0..<400 { try makeParts().resolve(Part.self).check() } },
  attack("transient object by name") { for _ in 0..<400 { try makeParts().resolve(Part.self, name: "a").check() } },
  attack("transient object awaited by type") { for _ in 0..<400 { try await makeParts().resolve(Part.self).check() } },
  attack("transient object awaited by name") {
    for _ in 0..<400 { try await makeParts().resolve(Part.self, name: "a").check() }
  },
  attack("graph-scoped object by type") { for _ in 0..<400 { try makeTrees().resolve(Part.self).check() } },
  attack("graph-scoped object by name") { for _ in 0..<400 { try makeTrees().resolve(Part.self, name: "a").check() } },
  attack("graph-scoped object awaited by type") {
    for _ in 0..<400 { try await makeTrees().resolve(Part.self).check() }
  },
  attack("graph-scoped object awaited by name") {
    for _ in 0..<400 { try await makeTrees().resolve(Part.self, name: "a").check() }
  },
  attack("disposable object by type") { for _ in 0..<400 { try makeDisposables().resolve(Part.self).check() } },
  attack("disposable object by name") {
    for _ in 0..<400 { try makeDisposables().resolve(Part.self, name: "a").check() }
  },
  attack("disposable object awaited by type") {
    for _ in 0..<400 { try await makeDisposables().resolve(Part.self).check() }
  },
  attack("disposable object awaited by name") {
    for _ in 0..<400 { try await makeDisposables().resolve(Part.self, name: "a").check() }
  },
  attack("weak object by type") { for _ in 0..<400 { try makeWeak().resolve(Part.self).check() } },
  attack("weak object by name") { for _ in 0..<400 { try makeWeak().resolve(Part.self, name: "a").check() } },
  attack("weak object awaited by type") { for _ in 0..<400 { try await makeWeak().resolve(Part.self).check() } },
  attack("weak object awaited by name") {
    for _ in 0..<400 { try await makeWeak().resolve(Part.self, name: "a").check() }
  },
  attack("container-scoped object by type") { for _ in 0..<400 { try makeScoped().resolve(Part.self).check() } },
  attack("container-scoped object by name") {
    for _ in 0..<400 { try makeScoped().resolve(Part.self, name: "a").check() }
  },
  attack("container-scoped object awaited by type") {
    for _ in 0..<400 { try await makeScoped().resolve(Part.self).check() }
  },
  attack("container-scoped object awaited by name") {
    for _ in 0..<400 { try await makeScoped().resolve(Part.self, name: "a").check() }
  },
  attack("transient initializer") {
    for _ in 0..<400 { try makeMachines { $0.asTransient() }.resolve(Machine.self).check() }
  },
  attack("transient initializer, awaited") {
    for _ in 0..<400 { try await makeMachines { $0.asTransient() }.resolve(Machine.self).check() }
  },
  attack("graph-scoped initializer") { for _ in 0..<400 { try makeMachines { $0 }.resolve(Machine.self).check() } },
  attack("graph-scoped initializer, awaited") {
    for _ in 0..<400 { try await makeMachines { $0 }.resolve(Machine.self).check() }
  },
  attack("singleton initializer") {
    for _ in 0..<400 { try makeMachines { $0.asSingleton() }.resolve(Machine.self).check() }
  },
  attack("singleton initializer, awaited") {
    for _ in 0..<400 { try await makeMachines { $0.asSingleton() }.resolve(Machine.self).check() }
  },
  attack("by key") { for _ in 0..<400 { try makeSingletons().resolve(Reading.self, key: "a").check() } },
  attack("optional form") { for _ in 0..<400 { try makeSingletons().resolve(Reading?.self)?.check() } },
  attack("if registered") { for _ in 0..<400 { try makeSingletons().resolveOptional(Reading.self)?.check() } },
  attack("collection") {
    for _ in 0..<400 { for product in try makeSingletons().resolveAll(Reading.self) { try product.check() } }
  },
]
