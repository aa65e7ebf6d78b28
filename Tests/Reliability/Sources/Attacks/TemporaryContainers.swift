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
private func makeSingletons() throws -> Container {
  try make { (registration: Registration<Reading>) in registration.asSingleton() }
}

@inline(never)
private func makeSharedParts() throws -> Container {
  try make { (registration: Registration<Part>) in registration.asSingleton() }
}

@inline(never)
private func makeTransients() throws -> Container {
  try make { (registration: Registration<Reading>) in registration.asTransient() }
}

@inline(never)
private func makeParts() throws -> Container {
  try make { (registration: Registration<Part>) in registration.asTransient() }
}

@inline(never)
private func makeTreeParts() throws -> Container {
  try make { (registration: Registration<Part>) in registration.asGraph() }
}

@inline(never)
private func makeDisposableParts() throws -> Container {
  try make { (registration: Registration<Part>) in registration.asDisposableSingleton() }
}

@inline(never)
private func makeWeakParts() throws -> Container {
  try make { (registration: Registration<Part>) in registration.asWeak() }
}

@inline(never)
private func makeContainerParts() throws -> Container {
  try make { (registration: Registration<Part>) in registration.asScoped() }
}

@inline(never)
private func makeMachines(_ scope: (Registration<Machine>) -> Registration<Machine>) throws -> Container {
  let container = Container()
  try container.register(initializer: Part.init).asSingleton()
  _ = scope(try container.register(initializer: Machine.init(_:)))
  for _ in 0..<3 { _ = try container.resolve(Machine.self) }
  return container
}

let temporaryContainers = [
  Attack("temporary container, singleton value by type") {
    for _ in 0..<20 { for _ in 0..<20 { try makeSingletons().resolve(Reading.self).check() } }
  },
  Attack("temporary container, singleton value by name") {
    for _ in 0..<20 { for _ in 0..<20 { try makeSingletons().resolve(Reading.self, name: "a").check() } }
  },
  Attack("temporary container, singleton value awaited by type") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeSingletons().resolve(Reading.self).check() } }
  },
  Attack("temporary container, singleton value awaited by name") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeSingletons().resolve(Reading.self, name: "a").check() } }
  },
  Attack("temporary container, singleton object by type") {
    for _ in 0..<20 { for _ in 0..<20 { try makeSharedParts().resolve(Part.self).check() } }
  },
  Attack("temporary container, singleton object by name") {
    for _ in 0..<20 { for _ in 0..<20 { try makeSharedParts().resolve(Part.self, name: "a").check() } }
  },
  Attack("temporary container, singleton object awaited by type") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeSharedParts().resolve(Part.self).check() } }
  },
  Attack("temporary container, singleton object awaited by name") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeSharedParts().resolve(Part.self, name: "a").check() } }
  },
  Attack("temporary container, transient value by type") {
    for _ in 0..<20 { for _ in 0..<20 { try makeTransients().resolve(Reading.self).check() } }
  },
  Attack("temporary container, transient value by name") {
    for _ in 0..<20 { for _ in 0..<20 { try makeTransients().resolve(Reading.self, name: "a").check() } }
  },
  Attack("temporary container, transient value awaited by type") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeTransients().resolve(Reading.self).check() } }
  },
  Attack("temporary container, transient value awaited by name") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeTransients().resolve(Reading.self, name: "a").check() } }
  },
  Attack("temporary container, transient object by type") {
    for _ in 0..<20 { for _ in 0..<20 { try makeParts().resolve(Part.self).check() } }
  },
  Attack("temporary container, transient object by name") {
    for _ in 0..<20 { for _ in 0..<20 { try makeParts().resolve(Part.self, name: "a").check() } }
  },
  Attack("temporary container, transient object awaited by type") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeParts().resolve(Part.self).check() } }
  },
  Attack("temporary container, transient object awaited by name") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeParts().resolve(Part.self, name: "a").check() } }
  },
  Attack("temporary container, graph-scoped object by type") {
    for _ in 0..<20 { for _ in 0..<20 { try makeTreeParts().resolve(Part.self).check() } }
  },
  Attack("temporary container, graph-scoped object by name") {
    for _ in 0..<20 { for _ in 0..<20 { try makeTreeParts().resolve(Part.self, name: "a").check() } }
  },
  Attack("temporary container, graph-scoped object awaited by type") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeTreeParts().resolve(Part.self).check() } }
  },
  Attack("temporary container, graph-scoped object awaited by name") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeTreeParts().resolve(Part.self, name: "a").check() } }
  },
  Attack("temporary container, disposable object by type") {
    for _ in 0..<20 { for _ in 0..<20 { try makeDisposableParts().resolve(Part.self).check() } }
  },
  Attack("temporary container, disposable object by name") {
    for _ in 0..<20 { for _ in 0..<20 { try makeDisposableParts().resolve(Part.self, name: "a").check() } }
  },
  Attack("temporary container, disposable object awaited by type") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeDisposableParts().resolve(Part.self).check() } }
  },
  Attack("temporary container, disposable object awaited by name") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeDisposableParts().resolve(Part.self, name: "a").check() } }
  },
  Attack("temporary container, weak object by type") {
    for _ in 0..<20 { for _ in 0..<20 { try makeWeakParts().resolve(Part.self).check() } }
  },
  Attack("temporary container, weak object by name") {
    for _ in 0..<20 { for _ in 0..<20 { try makeWeakParts().resolve(Part.self, name: "a").check() } }
  },
  Attack("temporary container, weak object awaited by type") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeWeakParts().resolve(Part.self).check() } }
  },
  Attack("temporary container, weak object awaited by name") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeWeakParts().resolve(Part.self, name: "a").check() } }
  },
  Attack("temporary container, container-scoped object by type") {
    for _ in 0..<20 { for _ in 0..<20 { try makeContainerParts().resolve(Part.self).check() } }
  },
  Attack("temporary container, container-scoped object by name") {
    for _ in 0..<20 { for _ in 0..<20 { try makeContainerParts().resolve(Part.self, name: "a").check() } }
  },
  Attack("temporary container, container-scoped object awaited by type") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeContainerParts().resolve(Part.self).check() } }
  },
  Attack("temporary container, container-scoped object awaited by name") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeContainerParts().resolve(Part.self, name: "a").check() } }
  },
  Attack("temporary container, transient initializer") {
    for _ in 0..<20 { for _ in 0..<20 { try makeMachines { $0.asTransient() }.resolve(Machine.self).check() } }
  },
  Attack("temporary container, transient initializer, awaited") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeMachines { $0.asTransient() }.resolve(Machine.self).check() } }
  },
  Attack("temporary container, graph-scoped initializer") {
    for _ in 0..<20 { for _ in 0..<20 { try makeMachines { $0 }.resolve(Machine.self).check() } }
  },
  Attack("temporary container, graph-scoped initializer, awaited") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeMachines { $0 }.resolve(Machine.self).check() } }
  },
  Attack("temporary container, singleton initializer") {
    for _ in 0..<20 { for _ in 0..<20 { try makeMachines { $0.asSingleton() }.resolve(Machine.self).check() } }
  },
  Attack("temporary container, singleton initializer, awaited") {
    for _ in 0..<20 { for _ in 0..<20 { try await makeMachines { $0.asSingleton() }.resolve(Machine.self).check() } }
  },
  Attack("temporary container, by key") {
    for _ in 0..<20 { for _ in 0..<20 { try makeSingletons().resolve(Reading.self, key: "a").check() } }
  },
  Attack("temporary container, optional form") {
    for _ in 0..<20 { for _ in 0..<20 { try makeSingletons().resolve(Reading?.self)?.check() } }
  },
  Attack("temporary container, if registered") {
    for _ in 0..<20 { for _ in 0..<20 { try makeSingletons().resolveOptional(Reading.self)?.check() } }
  },
  Attack("temporary container, collection") {
    for _ in 0..<20 {
      for _ in 0..<20 { for product in try makeSingletons().resolveAll(Reading.self) { try product.check() } }
    }
  },
]
