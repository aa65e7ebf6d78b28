import Foundation
import TestSupport
import Testing

@testable import Astroject

private final class Part: Sendable {}
private final class Owner: Sendable {
  let lazy: Lazy<Part>
  let provider: Provider<Part>
  init(lazy: Lazy<Part>, provider: Provider<Part>) { (self.lazy, self.provider) = (lazy, provider) }
}

private func makeChild() throws -> Container {
  let parent = Container()
  try parent.register(Part.self) { Part() }.asSingleton()
  let child = parent.makeChild()
  try child.register(initializer: Owner.init(lazy:provider:)).asTransient()
  return child
}

/// A way of asking for a part.
private enum Asker: CaseIterable, Sendable { case resolver, named, optional, all, lazy, provider }

extension Call {
  fileprivate func ask(_ asker: Asker, _ resolver: Resolver, _ owner: Owner) async throws {
    switch asker {
    case .resolver: _ = try await resolve(Part.self, in: resolver)
    case .named: _ = try await resolve(Part.self, name: "a", in: resolver)
    case .optional: _ = try await resolveOptional(Part.self, in: resolver)
    case .all: _ = try await resolveAll(Part.self, in: resolver)
    case .lazy:
      _ = try await run {
        try owner.lazy.get()
      } asynchronously: {
        try await owner.lazy.get()
      }
    case .provider:
      _ = try await run {
        try owner.provider.get()
      } asynchronously: {
        try await owner.provider.get()
      }
    }
  }
}

/// A child container whose factory is running on a thread of its own, with the last reference to the container.
private final class ChildUnderWay: Sendable {
  let resolver: Resolver
  let owner: Owner
  private let gate = Gate()
  private let isOver = Gate()

  init() throws {
    let resolvers = Recorder<Resolver>()
    let owners = Recorder<Owner>()
    let isUnderWay = Gate()
    let (gate, isOver) = (gate, isOver)
    Thread.detachNewThread {
      do {
        let child = try makeChild()
        try child.register(Int.self) { resolver in
          owners.note(try resolver.resolve())
          resolvers.note(resolver)
          isUnderWay.open()
          gate.wait()
          return 1
        }
        _ = try child.resolve(Int.self)
      } catch { Issue.record(error) }
      isUnderWay.open()
      isOver.open()
    }
    isUnderWay.wait()
    resolver = try #require(resolvers.events.first)
    owner = try #require(owners.events.first)
  }

  /// Lets the factory return, and blocks until the container has been released.
  func release() {
    gate.open()
    isOver.wait()
  }
}

private typealias Kitchen = Wrap<Dish>
// Unchecked, because one thread at a time uses it.
private final class Dish: @unchecked Sendable { weak var kitchen: Wrap<Dish>? }

@Suite("Callers that enter a core while its container goes", .ownThreads)
struct RundownGuardTests {
  // MARK: The guard

  // The answers are stored, because a macro cannot hold a guard.

  @Test func `a late caller that a closed rundown guard refuses may be the last one that leaves`() {
    let rundown = RundownGuard()
    // A caller is inside when the guard is closed. A late caller is refused, and is still inside when the first leaves.
    let answers = [rundown.enter(), rundown.close(), rundown.enter(), rundown.leave(), rundown.leave()]
    // The last caller that leaves takes the core apart.
    #expect(answers == [true, false, false, false, true])
  }

  @Test func `a closed rundown guard tells every caller so, and lets the core be taken apart once`() {
    let rundown = RundownGuard()
    // No caller is inside.
    let isLast = rundown.close()
    #expect(isLast)
    for _ in 0..<2 {
      // A caller that is refused admits no other one, and the core is taken apart only once.
      let answers = [rundown.enter(), rundown.enter(), rundown.leave(), rundown.leave()]
      #expect(answers == [false, false, false, false])
    }
  }

  @Test func `an ended rundown guard tells every caller so, and closes as usual`() {
    let rundown = RundownGuard()
    let ends = [rundown.enter(), rundown.end(), rundown.end(), rundown.hasEnded]
    #expect(ends == [true, true, false, true])
    // The guard is not closed while callers leave, and no caller is inside when it is.
    let answers = [rundown.enter(), rundown.leave(), rundown.leave(), rundown.close()]
    #expect(answers == [false, false, false, true])
  }

  // MARK: Late callers

  @Test func `a caller that learns that its build is under way keeps the core after its end`() async throws {
    try await onThread {
      let child = try ChildUnderWay()
      let core = child.resolver.core
      // From now on a caller is asked for its build.
      core.end()
      let strangerEnters = Guarded(true)
      try core.begin(
        Key(Part.self),
        within: {
          let isActive = child.resolver.ownBuild.isActive
          child.release()
          // Another caller is refused, and has not left.
          strangerEnters.withLock { $0 = core.rundown.enter() }
          return isActive
        }())
      #expect(!strangerEnters.now)
      let parent = try #require(core.above, "the core was taken apart although a caller is inside")
      #expect(core.find(Key(Part.self))?.owner === parent)
      core.leave()
      #expect(core.parent != nil, "the refused caller is the last one that leaves")
      core.leave()
      #expect(core.parent == nil)
    }
  }

  @Test func `a refused caller that has not left admits no other one`() async throws {
    try await onThread {
      let child = try ChildUnderWay()
      let core = child.resolver.core
      child.release()
      let enters = core.rundown.enter()
      #expect(!enters)
      #expect(throws: AstrojectError.self) { try core.begin(Key(Part.self), within: child.resolver.ownBuild.isActive) }
      core.leave()
    }
  }

  #if DEBUG
    @Test(arguments: Asker.allCases, Call.allCases)
    fileprivate func `a caller that is stopped before it enters throws containerReleased if the container goes`(
      asker: Asker, call: Call
    ) async throws {
      let child = try await onThread { try ChildUnderWay() }
      let core = child.resolver.core
      let isReleased = Gate()
      core.rundown.pauseBeforeCounting.withLock { pause in
        pause = {
          if isReleased.isOpen { return }
          isReleased.open()
          child.release()
          // Another caller is refused, and does not leave before the first one has entered.
          _ = core.rundown.enter()
        }
      }
      await OwnThreads.run(stackSize: 1 << 20) {
        _ = await call.expectError(.containerReleased) { try await $0.ask(asker, child.resolver, child.owner) }
      }
      core.leave()
    }

    // Such a task works for the build of the factory, as long as that is under way.
    @Test(arguments: Asker.allCases, Call.allCases)
    fileprivate func `a task of a factory that is stopped early throws`(asker: Asker, call: Call) async throws {
      let (isStopped, isReleased) = (Gate(), Gate())
      let thread = OwnThreads(stackSize: 1 << 20)
      defer { thread.end() }
      let tasks = Recorder<Task<AstrojectError?, Never>>()
      let cores = Recorder<Core>()
      func resolve() async throws {
        let child = try makeChild()
        cores.note(child.core)
        child.core.rundown.pauseBeforeCounting.withLock { pause in
          pause = {
            if tasks.events.isEmpty || isStopped.isOpen { return }
            isStopped.open()
            isReleased.wait()
            _ = cores.events[0].rundown.enter()
          }
        }
        try child.register(Int.self) { resolver in
          let owner = try await resolver.resolve(Owner.self)
          let isReady = Gate()
          tasks.note(
            Task(executorPreference: thread) {
              await isReady.pass()
              return await call.error { try await $0.ask(asker, resolver, owner) }
            })
          isReady.open()
          await isStopped.pass()
          return 1
        }
        #expect(try await child.resolve(Int.self) == 1)
      }
      try await resolve()
      isReleased.open()
      #expect(await tasks.events[0].value?.kind == .containerReleased)
      cores.events[0].leave()
    }
  #endif

  // MARK: Products that are held back

  @Test(arguments: Call.allCases)
  func `a container stays until a product that is held back has been cached in it`(call: Call) async throws {
    let container = Container()
    let core = Guarded<Core?>(nil)
    let isWhole = Recorder<Bool>()
    let fill: @Sendable (Container) throws -> Void = { child in
      core.withLock { $0 = child.core }
      try child.register(initializer: Dish.init).asSingleton().injecting(\.kitchen)
        .onRelease { _ in isWhole.note(core.now?.parent != nil) }
    }
    switch call {
    case .synchronous:
      try container.register(Kitchen.self) { [unowned container] in
        Kitchen(try container.makeChild(fill).resolve(Dish.self))
      }.asSingleton()
    case .asynchronous:
      try container.register(Kitchen.self) { [unowned container] in
        Kitchen(try await container.makeChild(fill).resolve(Dish.self))
      }.asSingleton()
    }
    let kitchen = try await container.resolve(Kitchen.self)
    #expect(kitchen.inner.kitchen === kitchen)
    #expect(isWhole.events == [true])
    #expect(core.now?.parent == nil)
  }
}
