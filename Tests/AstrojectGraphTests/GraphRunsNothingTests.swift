import TestSupport
import Testing

/// Counts the calls of user code.
private let ran = Counter()

@Suite("Graphs run no user code", .serialized)
struct GraphRunsNothingTests {
  @Test func `graphs, reports and validation run no user code, and a resolve does`() async throws {
    let parent = Container()
    try fill(parent)
    let child = parent.makeChild(named: "request")
    try fill(child)
    let before = ran.value
    for container in [parent, child] {
      let graph = container.graph
      #expect(graph.nodes.count >= 16)
      _ = container.graphReport().description
      _ = container.graphReport(roots: Cook.self, Dish.self, externals: Int.self, String.self).description
      do {
        try container.validate()
        try container.validate(roots: Cook.self, externals: Int.self)
      } catch let error as GraphError {
        _ = error.description
      }
      _ = graph.hashValue
    }
    await MainActor.run {
      _ = child.graph
      _ = child.graphReport(roots: Cook.self)
    }
    #expect(ran.value == before)
    _ = try await child.resolve(Cook.self)
    #expect(ran.value > before)
  }

  private func fill(_ container: Container) throws {
    let count = { @Sendable in _ = ran.increment() }
    let late = { @Sendable in
      await soon()
      ran.increment()
    }
    try container.register(Dish.self) { Dish() }.as(Shelter()).afterInit { _, _ in count() }.onRelease { _ in count() }
    try container.register(Dish.self, name: "own") { _ in Dish() }.as { Shelter() }
      .afterInit { _, _ in await late() }.onRelease { _ in await late() }
    try container.register(Dish.self, name: "async") { _ async in Dish() }.asSingleton().depends(on: Dish.self)
    try container.register(Dish.self, name: "main") { @MainActor in Dish() }
      .afterInit { @MainActor _, _ in count() }.asWeak()
    try container.register(Dish.self, argument: Int.self) { _, _ in Dish() }.asScoped()
    try container.register(Dish.self, key: Loud()) { Dish() }.asScoped(to: "request").eager()
    try container.contribute(Dish.self) { Dish() }.asDisposableSingleton()
    try container.register(initializer: Cook.init).asSingleton().injecting(\.dish).implements((any Worker).self) {
      count()
      return $0
    }
    try container.register(initializer: { @Sendable () async -> Waiter in Waiter() })
    try container.register(initializer: Host.make).implements((any Worker).self)
    try container.register(
      initializer: { @Sendable (_: Dish, _: Int, _: [Dish]) -> Guest in Guest() },
      with: .resolving { @Sendable _ in Dish() },
      .resolving { @Sendable _ in
        await late()
        return 1
      }, .auto)
    try container.register(initializer: { @Sendable (_: Missing, _: Lazy<Missing>, _: Lazy<Cook>) -> Bill in Bill() })
    try container.register(instance: Table())
    try container.register(injectable: Ready.self)
  }

  private final class Dish: @unchecked Sendable { init() { ran.increment() } }
  private struct Missing {}
  private protocol Worker {}

  private final class Cook: Worker {
    @Inject var host: Lazy<Host>
    @Inject var table: Table
    var dish: Dish?
    let plate = Plate()
    init(_ guests: Provider<Guest>) { ran.increment() }
  }

  private struct Plate { init() { ran.increment() } }

  private final class Waiter { init() { ran.increment() } }
  private final class Guest { init() { ran.increment() } }
  private final class Bill { init() { ran.increment() } }
  private final class Table: Sendable {}

  private final class Host: Worker {
    @MainActor static func make() -> Host { Host() }
    init() { ran.increment() }
  }

  private final class Ready: AutoInjectable {
    static var injection: Injection<Ready> { Injection<Ready>(Ready.init) }
    init() { ran.increment() }
  }

  private final class Shelter: Nexus.Instance {
    private var dish: Dish?
    init() { ran.increment() }
    func get(for context: Context) -> Dish? { ran.count(dish) }
    func set(_ product: Dish, for context: Context) {
      ran.increment()
      dish = product
    }
    func release(for context: Context?) { ran.increment() }
  }

  /// A key, which a graph may compare, hash and describe.
  private struct Loud: Hashable, Sendable {}
}
