import Nexus

// Another thread drops the last reference to the container while it resolves.

@inline(never)
private func make() throws -> Container {
  let container = Container()
  try container.register(Reading.self) { Reading() }.asSingleton()
  try container.register(Reading.self, name: "a") { Reading() }.asSingleton()
  try container.register(initializer: Part.init).asTransient()
  try container.register(initializer: Machine.init(_:)).asTransient()
  for _ in 0..<3 {
    _ = try container.resolve(Reading.self)
    _ = try container.resolve(Reading.self, name: "a")
    _ = try container.resolve(Machine.self)
  }
  return container
}

let lastReferences = [
  Attack("last reference, in a box") {
    let box = Cell(try make())
    try race(
      { for _ in 0..<50 { box.exchange(try make()) } },
      {
        for _ in 0..<400 {
          try box.value.resolve(Reading.self).check()
          try box.value.resolve(Reading.self, name: "a").check()
          try box.value.resolve(Machine.self).check()
        }
      })
  },
  Attack("last reference, in a box, awaited") {
    let box = Cell(try make())
    try await race { number in
      for _ in 0..<20 {
        if number == 0 { box.exchange(try make()) }
        for _ in 0..<20 {
          try await box.value.resolve(Reading.self).check()
          try await box.value.resolve(Reading.self, name: "a").check()
          try await box.value.resolve(Machine.self).check()
        }
      }
    }
  },
  Attack("last reference, the shared container") {
    Container.shared = try make()
    try race(
      { for _ in 0..<50 { Container.shared = try make() } },
      {
        for _ in 0..<400 {
          try Container.current.resolve(Reading.self).check()
          try Container.current.resolve(Reading.self, name: "a").check()
          try Container.current.resolve(Machine.self).check()
        }
      })
  },
  Attack("last reference, dropped by the factory") {
    for _ in 0..<100 {
      let box = Cell<Container?>(Container())
      try box.value?.register(Part.self) { resolver in
        box.exchange(nil)
        _ = try resolver.resolve(Reading.self)
        return Part()
      }.asTransient()
      try box.value?.register(Reading.self) { Reading() }.asSingleton()
      try box.value?.resolve(Part.self).check()
    }
  },
]
