import TestSupport
import Testing

/// Holds the last reference to a container until `drop()`.
private final class Owner: Sendable {
  private let held = Guarded<Container?>(Container())
  var container: Container? { held.now }
  func drop() {
    let last = held.withLock { $0.take() }
    withExtendedLifetime(last) {}
  }
}

/// Drops the last reference to the container on an event.
private final class Careless: Behavior {
  enum Event: CaseIterable {
    case registered, resolved, failed
  }

  private let owner: Owner
  private let event: Event

  init(_ event: Event, _ owner: Owner) { (self.event, self.owner) = (event, owner) }

  func didRegister<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
  ) { if event == .registered, type == Whole.self { owner.drop() } }

  func didResolve<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
  ) { if event == .resolved { owner.drop() } }

  func didFail<Product>(type: Product.Type, to container: Container, with name: String?, error: AstrojectError) {
    if event == .failed { owner.drop() }
  }
}

@Suite("A container that loses its last reference during a call", .onDemand)
struct LastReferenceTests {
  /// When the last reference is dropped.
  private enum Moment: CaseIterable {
    case factory, hook
  }

  @Test(arguments: Moment.allCases, Call.allCases)
  private func `a container that loses its last reference during a build is freed when the build ends`(
    moment: Moment, call: Call
  ) async throws {
    for scope in AnyScope.allCases {
      let owner = Owner()
      weak var container: Container?
      weak var kept: Part?
      let resolver: Resolver
      do {
        let open = try #require(owner.container)
        container = open
        try open.register(Resolver.self) { resolver in resolver }
        try open.register(Int.self) { 1 }.asSingleton()
        scope.apply(
          to: try open.register(Part.self) { resolver in
            if moment == .factory { owner.drop() }
            // The dependencies of a build exist until it has ended.
            _ = try resolver.resolve(Int.self)
            return Part()
          }.afterInit { resolver, _ in
            if moment == .hook { owner.drop() }
            _ = try resolver.resolve(Int.self)
          })
        resolver = try await call.resolve(Resolver.self, in: open)
      }
      do {
        let part = try await call.resolve(Part.self, in: resolver)
        kept = part
      }
      #expect(container == nil, "\(scope)")
      #expect(kept == nil, "\(scope)")
      await call.expectResolveThrows(Part.self, in: resolver, .containerReleased)
    }
  }

  @Test(arguments: Call.allCases)
  func `a container that loses its last reference during releaseAll runs all hooks`(call: Call) async throws {
    for scope in [AnyScope.disposable, .scoped] {
      let owner = Owner()
      let releases = Counter()
      weak let container = owner.container
      try owner.container.map { open in
        _ = scope.apply(to: try open.register(Part.self) { Part() }).onRelease { _ in
          releases.increment()
          owner.drop()
        }
        try open.register(Whole.self) { Whole(Part()) }.asDisposableSingleton().onRelease { _ in
          releases.increment()
        }
      }
      if let open = owner.container {
        _ = try await call.resolve(Whole.self, in: open)
        _ = try await call.resolve(Part.self, in: open)
      }
      switch call {
      case .synchronous: synchronously { owner.container?.releaseAll() }
      case .asynchronous: await owner.container?.releaseAll()
      }
      #expect(releases.value == 2)
      #expect(container == nil)
    }
  }

  @Test(arguments: Careless.Event.allCases, Call.allCases)
  private func `a container that loses its last reference in a behavior is freed after the current call`(
    event: Careless.Event, call: Call
  ) async throws {
    let owner = Owner()
    weak let container = owner.container
    try owner.container?.register(Part.self) { Part() }.asSingleton()
    owner.container?.add(Careless(event, owner))
    try owner.container?.register(Whole.self) { resolver in Whole(try resolver.resolve()) }
    if event == .registered {
      #expect(container == nil)
      return
    }
    // The expression retains the container for the duration of the call.
    if let open = owner.container {
      let whole = try await call.resolve(Whole.self, in: open)
      #expect(try await call.resolve(Part.self, in: open) === whole.inner)
      await call.expectResolveThrows(Never.self, in: open, .noRegistrationFound)
    }
    #expect(container == nil)
  }
}

@Suite("A container that is shut down during use", .onDemand)
struct ShutdownFaultTests {
  @Test func `resolves during 200 shutdowns get instances, and no instance is released twice`() async throws {
    final class Kept: Sendable {
      let releases = Counter()
    }
    let container = Container()
    let (builds, releases, doubles) = (Counter(), Counter(), Counter())
    for name in ["a", "b", "c"] {
      try container.register(Kept.self, name: name) { () -> Kept in
        builds.increment()
        takeAWhile()
        return Kept()
      }.asSingleton().onRelease { kept in
        releases.increment()
        if kept.releases.increment() > 1 { doubles.increment() }
        throw Refused()
      }
    }
    let isOver = Gate()
    try await watching(Counter()) {
      let results = await Crowd(threads: 4, tasks: 5).run { number in
        while !isOver.isOpen { _ = try container.resolve(Kept.self, name: ["a", "b", "c"][number % 3]) }
      } asynchronous: { number in
        if number == 8 {
          defer { isOver.open() }
          for _ in 0..<200 {
            do { try await container.shutdown() } catch AstrojectError.shutdownFailed {}
            await Task.yield()
          }
        }
        while !isOver.isOpen {
          _ = try await container.resolve(Kept.self, name: ["a", "b", "c"][number % 3])
          await Task.yield()
        }
      }
      for result in results {
        do { try result.get() } catch AstrojectError.asynchronousFactory {
          // A thread gets an error if a task that builds is about to wait.
        }
      }
    }
    #expect(doubles.value == 0)
    do { try await container.shutdown() } catch AstrojectError.shutdownFailed {}
    // An instance whose registration was released during the build was never cached.
    #expect(releases.value <= builds.value)
    let (built, released) = (builds.value, releases.value)
    let first = try await container.resolve(Kept.self, name: "a")
    #expect(try await container.resolve(Kept.self, name: "a") === first)
    do { try await container.shutdown() } catch AstrojectError.shutdownFailed {}
    #expect(builds.value == built + 1)
    #expect(releases.value == released + 1)
  }
}

@Suite("A release hook that throws", .onDemand)
struct ReleaseFaultTests {
  @Test(arguments: AnyScope.keeping, Call.allCases)
  func `a container builds new instances after an onRelease hook threw`(scope: AnyScope, call: Call) async throws {
    let builds = Counter()
    let container = Container()
    let register = {
      let registration = try container.register(Part.self) { () -> Part in builds.count(Part()) }
      scope.apply(to: registration.onRelease { _ in throw Refused() }.onRelease { _ async throws in throw Refused() })
    }
    /// Resolves, and expects a new instance, which is then cached.
    func expectAnew(_ what: Comment) async throws {
      let built = builds.value
      let part = try await call.resolve(Part.self, in: container)
      #expect(try await call.resolve(Part.self, in: container) === part, what)
      #expect(builds.value == built + 1, what)
    }
    try register()
    try await expectAnew("at first")
    if scope != .singleton {
      await call.release(Part.self, in: container)
      try await expectAnew("after `release`")
      await call.releaseAll(in: container)
      try await expectAnew("after `releaseAll`")
    }
    do { try await container.shutdown() } catch AstrojectError.shutdownFailed(let failures) {
      #expect(failures.allSatisfy { $0.underlyingError is Refused })
    }
    try await expectAnew("after `shutdown`")
    try register()
    try await expectAnew("after a replacement")
    container.unregister(Part.self)
    try register()
    try await expectAnew("after `unregister`")
    await call.clear(container)
    try register()
    try await expectAnew("after `clear`")
  }
}
