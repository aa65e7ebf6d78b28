import Astroject

/// Counts builds.
private actor Builds {
  private(set) var count = 0
  func add() { count += 1 }
}

private final class Mill: Sendable {}

extension Tour {
  static func concurrency(_ page: Page) async throws {
    page.chapter("12. Concurrency")
    let container = Container()
    let builds = Builds()
    try container.register(Mill.self) {
      await builds.add()
      try await Task.sleep(nanoseconds: 5_000_000)
      return Mill()
    }.asSingleton()

    let mills = try await withThrowingTaskGroup(of: Mill.self) { group in
      for _ in 1...8 { group.addTask { try await container.resolve(Mill.self) } }
      return try await group.reduce(into: [Mill]()) { $0.append($1) }
    }
    let same = mills.allSatisfy { $0 === mills[0] }
    page.show("eight tasks resolve a slow singleton at the same time: it is built", "\(await builds.count) time")
    page.show("all eight get the same instance", same)
  }
}
