import Nexus

// `Lazy`, `Provider` and `@Inject`, of containers that are released.

@inline(never)
private func make() throws -> Container {
  let container = Container()
  try container.registerSubjects()
  try container.register(initializer: LazyOwner.init(part:parts:machine:machines:)).asTransient()
  try container.register(initializer: PropertyOwner.init).asTransient()
  for _ in 0..<3 {
    _ = try container.resolve(PropertyOwner.self)
    _ = try container.resolve(LazyOwner.self)
  }
  return container
}

private func unlessReleased(_ body: () throws -> Void) throws {
  do { try body() } catch AstrojectError.containerReleased {}
}

let wrappers = [
  Attack("wrappers, of temporary containers") {
    for _ in 0..<200 {
      try make().resolve(PropertyOwner.self).check()
      try unlessReleased { try make().resolve(LazyOwner.self).part.value.check() }
      try unlessReleased { try make().resolve(LazyOwner.self).parts.get().check() }
      try unlessReleased { try make().resolve(Lazy<Part>.self).value.check() }
      try unlessReleased { try make().resolve(Provider<Machine>.self).get().check() }
    }
  },
  Attack("wrappers, of temporary containers, awaited") {
    for _ in 0..<200 {
      try await make().resolve(PropertyOwner.self).check()
      do { try await make().resolve(LazyOwner.self).part.get().check() } catch AstrojectError.containerReleased {}
      do { try await make().resolve(LazyOwner.self).parts.get().check() } catch AstrojectError.containerReleased {}
    }
  },
  Attack("wrappers, while the container goes elsewhere") {
    let box = Cell<Container?>(nil)
    let owner = Cell<LazyOwner?>(nil)
    try race(
      {
        for _ in 0..<50 {
          let container = try make()
          owner.exchange(try container.resolve(LazyOwner.self))
          box.exchange(container)
          box.exchange(nil)
        }
      },
      {
        for _ in 0..<200 {
          guard let owner = owner.value else { continue }
          try unlessReleased { try owner.part.value.check() }
          try unlessReleased { try owner.parts.get().check() }
        }
      })
  },
  Attack("wrappers, of one product on two threads, while the container goes") {
    for _ in 0..<10 {
      let box = Cell<Container?>(try make())
      let lazies = try (0..<50).map { _ in try box.value?.resolve(Lazy<Machine>.self) }
      let ask = { @Sendable in for lazy in lazies { try unlessReleased { try lazy?.value.check() } } }
      try race(ask, ask, { box.exchange(nil) })
    }
  },
  Attack("wrappers, by hand, of the shared container") {
    Container.shared = try make()
    try race(
      { for _ in 0..<30 { Container.shared = try make() } }, { for _ in 0..<200 { try PropertyOwner().check() } })
  },
]
