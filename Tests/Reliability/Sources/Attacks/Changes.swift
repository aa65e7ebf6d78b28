import Nexus

// Another thread replaces, releases or unregisters the types that are resolved.

private func make() throws -> Container {
  let container = Container()
  try register(in: container)
  return container
}

private func register(in container: Container) throws {
  try container.register(Reading.self) { Reading() }.asSingleton()
  try container.register(Reading.self, name: "a") { Reading() }.asSingleton()
  try container.register(initializer: Part.init).asDisposableSingleton()
  try container.register(initializer: Machine.init(_:)).asTransient()
}

/// Runs a closure, and ignores `noRegistrationFound`: another thread may have removed the registration.
private func unlessMissing(_ body: () throws -> Void) throws {
  do { try body() } catch AstrojectError.noRegistrationFound {}
}

private func unlessMissing(_ body: () async throws -> Void) async throws {
  do { try await body() } catch AstrojectError.noRegistrationFound {}
}

private func attack(_ name: String, _ change: @escaping @Sendable (Container) throws -> Void) -> [Attack] {
  [
    Attack("change, \(name)") {
      let container = try make()
      try race(
        { for _ in 0..<60 { try change(container) } },
        {
          for _ in 0..<400 {
            try unlessMissing { try container.resolve(Reading.self).check() }
            try unlessMissing { try container.resolve(Reading.self, name: "a").check() }
            try unlessMissing { try container.resolve(Machine.self).check() }
          }
        })
    },
    Attack("change, \(name), awaited") {
      let container = try make()
      try await race { number in
        for _ in 0..<20 {
          if number == 0 { try change(container) }
          for _ in 0..<10 {
            try await unlessMissing { try await container.resolve(Reading.self).check() }
            try await unlessMissing { try await container.resolve(Reading.self, name: "a").check() }
            try await unlessMissing { try await container.resolve(Machine.self).check() }
          }
        }
      }
    },
  ]
}

let changes =
  attack("replaced") { try register(in: $0) }
  + attack("cleared") { container in
    container.clear()
    try register(in: container)
  }
  + attack("unregistered") { container in
    container.unregister(Reading.self)
    container.unregister(Reading.self, name: "a")
    container.unregister(Machine.self)
    try register(in: container)
  }
  + attack("released") { container in
    container.release(Part.self)
    container.releaseAll()
  } + [
    Attack("change, shut down") {
      let container = try make()
      try await race { number in
        for _ in 0..<20 {
          if number == 0 { try await container.shutdown() }
          for _ in 0..<10 {
            try await container.resolve(Reading.self).check()
            try await container.resolve(Reading.self, name: "a").check()
            try await container.resolve(Machine.self).check()
          }
        }
      }
    }
  ]
