import Foundation
import TestSupport
import Testing

@Suite("ResolutionRecorder", .ownThreads)
struct ResolutionRecorderTests {
  private let container = Container()

  private static func make() throws -> Container {
    let container = Container()
    try container.register((any Client).self) { MockClient() }.asSingleton()
    try container.register((any Store).self, name: "disk") { DiskStore(try $0.resolve((any Client).self)) }
    try container.register(Model.self) { Model(store: try $0.resolve((any Store).self, name: "disk")) }
    return container
  }

  /// The records of a resolved model.
  private static let steps = ["2 Client", "1 Store named \"disk\"", "0 Model"]

  private func texts(_ recorder: ResolutionRecorder) -> [String] {
    recorder.records.map { "\($0.depth) \($0.key)" + ($0.failure.map { " \($0)" } ?? "") }
  }

  @Test(arguments: Call.allCases)
  func `a recorder lists resolutions in the order of completion, with their depth`(call: Call) async throws {
    let container = try Self.make()
    let recorder = container.resolutionRecorder()
    for _ in 1...2 { _ = try await call.resolve(Model.self, in: container) }
    #expect(texts(recorder) == Self.steps + Self.steps)
    #expect(recorder.records.allSatisfy { $0.container === container && $0.containerName == nil })
  }

  @Test(arguments: Call.allCases)
  func `a recorder lists failed resolutions with their errors`(call: Call) async throws {
    try container.register(Model.self) { resolver in Model(store: try resolver.resolve((any Store).self)) }
    try container.register(Int.self) { throw Refusal() }
    let recorder = container.resolutionRecorder()
    _ = try? await call.resolve(Model.self, in: container)
    _ = try? await call.resolve(Int.self, in: container)
    #expect(texts(recorder) == ["1 Store noRegistrationFound", "0 Model noRegistrationFound", "0 Int factoryFailed"])
  }

  @Test func `a recorder finds records by type, name and key`() throws {
    let container = try Self.make()
    try container.register(Int.self, key: 1) { 1 }
    let recorder = container.resolutionRecorder()
    _ = try container.resolve(Model.self)
    _ = try container.resolve(Int.self, key: 1)
    #expect(recorder.records(of: (any Client).self).map(\.depth) == [2])
    #expect(recorder.records(of: (any Store).self).isEmpty)
    #expect(recorder.records(of: (any Store).self, name: "disk").map(\.depth) == [1])
    #expect((1...2).map { recorder.records(of: Int.self, key: $0).count } == [1, 0])
  }

  @Test func `a recorder lists the product inside a derived form, and forwarded and fallback types`() throws {
    let fallback = Container()
    try fallback.register(Bool.self) { true }
    let container = Container(fallback: fallback)
    try container.register(DiskStore.self) { DiskStore(MockClient()) }.implements((any Store).self)
    try container.register(Int.self) { 1 }
    let recorder = container.resolutionRecorder()
    _ = try container.resolve(Int?.self)
    _ = try container.resolve(String?.self)
    let lazy = try container.resolve(Lazy<Int>.self)
    _ = try container.resolveAll(Int.self)
    _ = try container.resolve((any Store).self)
    _ = try container.resolve(Bool.self)
    #expect(texts(recorder) == ["0 Int", "0 Int", "0 Store", "0 Bool"])
    _ = try lazy.value
    #expect(texts(recorder).dropFirst(4).map { $0.hasSuffix(" Int") } == [true])
  }

  @Test func `a recorder lists an initializer's parameters and arguments, and is empty after clear`() throws {
    try container.register((any Client).self) { MockClient() }
    try container.register((any Store).self, initializer: DiskStore.init)
    try container.register(initializer: Model.init(store:))
    let recorder = container.resolutionRecorder()
    _ = try container.resolve(Model.self)
    #expect(texts(recorder) == ["2 Client", "1 Store", "0 Model"])
    recorder.clear()
    #expect(recorder.records.isEmpty)
    _ = try container.resolve((any Store).self, argument: MockClient())
    #expect(texts(recorder) == ["0 Store"])
  }

  @Test func `a recorder added to a parent and its child lists each resolution once`() throws {
    let container = try Self.make()
    let recorder = container.resolutionRecorder()
    let child = container.makeChild(named: "request")
    child.add(recorder)
    _ = try child.resolve(Model.self)
    #expect(texts(recorder) == Self.steps)
    #expect(recorder.records.map(\.containerName) == ["request", "request", "request"])
    #expect(recorder.records.allSatisfy { $0.container === child })
  }

  @Test func `a recorder receives a resolution before other behaviors`() throws {
    let container = try Self.make()
    let seen = Guarded<[Int]>([])
    let recorder = ResolutionRecorder()
    container.add(Listening { seen.withLock { $0.append(recorder.records.count) } })
    container.add(recorder)
    _ = try container.resolve(Model.self)
    #expect(seen.now == [1, 2, 3])
  }

  @Test func `a recorder is up to date after a resolve although another behavior is still busy`() async throws {
    let (isIn, mayGoOn, heard) = (Gate(), Gate(), Counter())
    try container.register(Int.self) { 1 }
    container.add(
      Listening {
        guard heard.increment() == 1 else { return }
        isIn.open()
        mayGoOn.wait()
      })
    let recorder = container.resolutionRecorder()
    Thread.detachNewThread { _ = try? container.resolve(Int.self) }
    await isIn.pass()
    for count in 2...200 {
      _ = try await container.resolve(Int.self)
      #expect(recorder.records.count == count)
    }
    #expect(heard.value == 1)
    mayGoOn.open()
  }

  @Test func `a recorder retains no container and no product`() throws {
    var container: Container? = Container()
    try container?.register(Farmer.self) { Farmer() }
    let recorder = try #require(container?.resolutionRecorder())
    weak let farmer = try container?.resolve(Farmer.self)
    weak let weakContainer = container
    container = nil
    #expect(farmer == nil && weakContainer == nil)
    #expect(recorder.records.map { $0.container == nil } == [true])
  }

  @Test func `a recorder has the resolution of each thread and task as soon as it returns`() async throws {
    for number in 0..<8 { try container.register(Int.self, key: number) { number } }
    let recorder = container.resolutionRecorder()
    let results = await Crowd(threads: 4, tasks: 4).run { number in
      for round in 1...200 {
        _ = try container.resolve(Int.self, key: number)
        guard recorder.records(of: Int.self, key: number).count == round else { return round }
      }
      return 0
    } asynchronous: { number in
      for round in 1...200 {
        _ = try await container.resolve(Int.self, key: number)
        guard recorder.records(of: Int.self, key: number).count == round else { return round }
      }
      return 0
    }
    #expect(try results.map { try $0.get() } == Array(repeating: 0, count: 8))
    #expect(recorder.records.count == 1600)
  }
}

/// A behavior that calls a closure after each resolution.
private struct Listening: Behavior {
  let note: @Sendable () -> Void

  func didResolve<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
  ) { note() }
}
