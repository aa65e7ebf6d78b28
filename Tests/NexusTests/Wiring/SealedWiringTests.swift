import TestSupport
import Testing

private protocol Store: Sendable {}
private struct LiveStore: Store {}
private struct Around: Store { let real: any Store }
private struct All: Store { let stores: [any Store] }

private final class Page: Injectable, Sendable {
  let number: Int
  init(number: Int) { self.number = number }
  init() { number = 0 }
}

private struct StoreModule: Module {
  func register(in container: Container) throws { try container.register(LiveStore.self, initializer: LiveStore.init) }
}

struct SealedWiringTests {
  /// An action that adds a registration without a closure.
  private struct Act: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let add: @Sendable (Container) throws -> Void

    static let all = [
      Act(testDescription: "an initializer") { try $0.register(initializer: LiveStore.init) },
      Act(testDescription: "an initializer with rules") { try $0.register(initializer: Page.init, with: .value(1)) },
      Act(testDescription: "a contributed initializer") {
        try $0.contribute((any Store).self, initializer: LiveStore.init)
      },
      Act(testDescription: "an injectable type") { try $0.register(injectable: Page.self) },
      Act(testDescription: "a contributed injectable type") { try $0.contribute(injectable: Page.self) },
      Act(testDescription: "a composite") { try $0.register((any Store).self, composite: All.init) },
      Act(testDescription: "a decorator") { try $0.decorate((any Store).self, initializer: Around.init) },
      Act(testDescription: "a module") { try $0.register(module: StoreModule()) },
      Act(testDescription: "what is discovered") {
        try $0.registerDiscovered(in: ["NexusTests"], where: { $0 == Page.self })
      },
    ]
  }

  @Test(arguments: Act.all)
  private func `a sealed container rejects initializers, modules and discovery, and says where`(act: Act) throws {
    // An open container accepts the action.
    try act.add(Container())
    let container = try Container { try $0.register((any Store).self, initializer: LiveStore.init) }
    container.seal()
    let error = expectThrows(.sealed) { try act.add(container) }
    #expect(error?.failure?.location?.description.hasPrefix("NexusTests/SealedWiringTests.swift:") == true)
    #expect(container.description == "Container with 1 registration")
    #expect(try container.resolve((any Store).self) is LiveStore)
  }
}
