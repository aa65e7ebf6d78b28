import TestSupport
import Testing
import XCTest

@testable import Astroject
@testable import AstrojectOverrides
@testable import AstrojectTesting

private final class Album: @unchecked Sendable {
  let provider: Provider<any Part>
  let lazy: Lazy<any Part>
  @InjectLazy var part: any Part

  init(provider: Provider<any Part>, lazy: Lazy<any Part>) { (self.provider, self.lazy) = (provider, lazy) }

  /// The texts of all parts, which are resolved now.
  func texts() throws -> [String] { [try provider.get().text, try lazy.value.text, part.text] }
}

/// Makes a subject in a fork, and hands out the subject alone.
private func makeAlbum(noting note: (Container) -> Void = { _ in }) throws -> Album {
  let app = try Container { container in
    try container.register((any Part).self) { Plain("real") }
    try container.register(initializer: Album.init)
  }
  let fork = try app.overriding(allowUnused: true) { try $0.replace((any Part).self) { Plain("mock") } }
  note(fork)
  return try fork.resolve(Album.self)
}

private let mocks = ["mock", "mock", "mock"]

/// Runs a closure as a test case with a trait, and ends the case.
private func inCase(_ body: @Sendable () async throws -> Void) async throws {
  try await ContainerPlan(make: { { Container() } }, allowUnused: true, isTestsOwn: false).run(body)
}

@Suite("Forks that a test holds", .ownThreads)
struct HeldForkTests {
  @Test func `a subject of a helper keeps its Provider, Lazy and InjectLazy in a test without a trait`() async throws {
    let model = try makeAlbum()
    await Task.yield()
    #expect(try model.texts() == mocks)
  }

  @Test(arguments: 0..<2)
  func `a subject of a helper keeps its Lazy in each case of a parameterised test`(number: Int) async throws {
    let model = try makeAlbum()
    await Task.yield()
    #expect(try model.texts() == mocks)
  }

  @Test(.container(App.make))
  func `a subject of a helper keeps its Lazy in a test with a trait, also in its tasks`() async throws {
    #expect(try makeAlbum().texts() == mocks)
    let texts = try await Task { try makeAlbum().texts() }.value
    #expect(texts == mocks)
  }

  @Test func `a fork made by an awaited closure is held, too`() async throws {
    let app = try Container { try $0.register((any Part).self) { Plain("real") } }
    func makeLazy() async throws -> Lazy<any Part> {
      let fork = try await app.overriding { overrides async throws in
        try overrides.replace((any Part).self) { Plain("mock") }
      }
      return try await fork.resolve(Lazy<any Part>.self)
    }
    #expect(try await makeLazy().value.text == "mock")
  }

  @Test func `a case with a trait releases its forks exactly when it ends`() async throws {
    let (traces, models) = (Guarded<[Trace]>([]), Guarded<[Album]>([]))
    try await inCase {
      let model = try makeAlbum { fork in traces.withLock { $0.append(Trace(fork)) } }
      models.withLock { $0.append(model) }
      #expect(traces.now.map(\.isGone) == [false])
    }
    #expect(traces.now.map(\.isGone) == [true])
    let model = try #require(models.now.first)
    let rule = "A test holds a container that `overriding` made only until its case ends."
    for ask in [{ _ = try model.provider.get() }, { _ = try model.lazy.value }] as [() throws -> Void] {
      let error = expectThrows(.containerReleased) { try ask() }
      #expect(error?.description.hasSuffix("resolves from it. \(rule)") ?? false, "\(error as Any)")
    }
  }

  @Test func `the end of one case does not release the forks of another`() async throws {
    let (hasFork, hasEnded) = (Gate(), Gate())
    async let other: Void = inCase {
      let model = try makeAlbum()
      hasFork.open()
      await hasEnded.pass()
      #expect(try model.texts() == mocks)
    }
    await hasFork.pass()
    try await inCase { _ = try makeAlbum() }
    hasEnded.open()
    try await other
  }

  @Test func `a task that outlives its case does not make forks that are held`() async throws {
    let (hasEnded, isGone) = (Gate(), Guarded<Task<Bool, any Error>?>(nil))
    try await inCase {
      let task = Task {
        await hasEnded.pass()
        var trace: Trace?
        _ = try makeAlbum { trace = Trace($0) }
        return trace?.isGone ?? false
      }
      isGone.withLock { $0 = task }
    }
    hasEnded.open()
    #expect(try await isGone.now?.value == true)
  }

  @Test func `a fork that a test holds is kept by others after the case, and is not shut down`() async throws {
    let (kept, releases) = (Guarded<Container?>(nil), Counter())
    try await inCase {
      let app = try Container { container in
        try container.register(Int.self) { 1 }.asSingleton().onRelease { _ throws in _ = releases.increment() }
      }
      let fork = try app.overriding { _ in }
      _ = try await fork.resolve(Int.self)
      kept.withLock { $0 = fork }
    }
    #expect(releases.value == 0)
    #expect(try await kept.now?.resolve(Int.self) == 1)
    kept.withLock { $0 = nil }
    #expect(releases.value == 1)
  }

  @Test func `expectReleased does not hold the forks that its closure makes`() async throws {
    try expectReleased { try makeAlbum() }
    try await expectReleased {
      await Task.yield()
      return try makeAlbum()
    }
    try await inCase { try expectReleased { try makeAlbum() } }
  }

  @Test func `thousands of cases without a trait leave the forks of the last ones only`() {
    let tests = PlainTests()
    var traces: [Trace] = []
    for number in 0..<3000 {
      let fork = Container()
      traces.append(Trace(fork))
      tests.hold(fork, for: number % 2 == 0 ? .unknown : .single(Runner.AnySendableHashable(number)))
    }
    #expect(traces.filter { !$0.isGone }.count == PlainTests.mostCases)
  }

  @Test func `all forks of one case are held although they are many`() {
    let tests = PlainTests()
    let traces = (0..<3000).map { _ in
      let fork = Container()
      tests.hold(fork, for: .single(Runner.AnySendableHashable("case")))
      return Trace(fork)
    }
    #expect(traces.allSatisfy { !$0.isGone })
  }
}

/// Expects that the forks of earlier methods are gone, and that a subject of this one keeps its fork, which it notes.
private func verify(after earlier: Guarded<[Trace]>, line: UInt = #line) throws {
  XCTAssertFalse(earlier.now.contains { !$0.isGone }, line: line)
  let model = try makeAlbum { fork in earlier.withLock { $0.append(Trace(fork)) } }
  XCTAssertEqual(try model.texts(), mocks, line: line)
}

/// The methods run in the order of their names.
final class HeldForkOfPlainCase: XCTestCase {
  private static let earlier = Guarded<[Trace]>([])

  func testACaseHoldsItsForks() throws { try verify(after: Self.earlier) }

  func testBTheNextCaseFindsThemReleased() throws { try verify(after: Self.earlier) }

  func testCAnAsynchronousCaseHoldsItsForks() async throws {
    try verify(after: Self.earlier)
    await Task.yield()
    XCTAssertFalse(Self.earlier.now.last?.isGone ?? true)
  }
}

final class HeldForkOfContainerCase: ContainerTestCase {
  private static let earlier = Guarded<[Trace]>([])

  override func makeContainer() throws -> Container { try App.make() }

  func testACaseHoldsItsForks() throws { try verify(after: Self.earlier) }

  func testBTheNextCaseFindsThemReleased() throws { try verify(after: Self.earlier) }
}
