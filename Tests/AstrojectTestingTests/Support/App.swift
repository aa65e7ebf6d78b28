import AstrojectTesting

/// Makes the containers for the tests of isolation.
enum App {
  static func make() throws -> Container {
    try Container { container in
      try container.register((any Client).self) { LiveClient() }
      try container.register(Int.self) { 1 }.asSingleton()
    }
  }

  static func makeLater() async throws -> Container {
    await Task.yield()
    return try make()
  }

  @MainActor static func makeOnMain() throws -> Container { try make() }

  static func makeBroken() throws -> Container { throw Broken() }

  struct Broken: Error, CustomStringConvertible { let description = "no disk" }
}
