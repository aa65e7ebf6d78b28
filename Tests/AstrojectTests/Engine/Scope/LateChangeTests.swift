import TestSupport
import Testing

@testable import Astroject

private final class Page: Sendable {}
private protocol Readable: Sendable {}
extension Page: Readable {}
private final class Cover: Readable {
  let page: any Readable
  init(_ page: any Readable) { self.page = page }
}
private struct Rubric: Hashable { let number: Int }

/// A change that comes after an instance was kept.
private enum LateChange: CaseIterable, Sendable {
  case scope, hook, awaitedHook

  func apply(to registration: Registration<Page>) {
    switch self {
    case .scope: registration.asTransient()
    case .hook: registration.afterInit { _, _ throws in }
    case .awaitedHook: registration.afterInit { _, _ async throws in }
    }
  }

  /// The form in which a registration with the change can be resolved.
  var calls: [Call] { self == .awaitedHook ? [.asynchronous] : Call.allCases }
}

@Suite("Changes of a registration after it has kept an instance", .ownThreads)
struct LateChangeTests {
  private let container = Container()
  private let parent = Container()

  private func refuses(_ call: Call, in container: Container) async {
    for _ in 0..<2 { await call.expectResolveThrows(Page.self, in: container, .invalidInstance) }
  }

  // MARK: Setting the scope back

  /// The kinds of scopes that replace each other.
  enum Change: CaseIterable { case scope, object, fromObject, containerName }

  @Test(arguments: Call.allCases, Change.allCases)
  func `a scope that changes while an instance is built or afterwards is refused until it is set back`(
    call: Call, change: Change
  ) async throws {
    for isEarly in [true, false] {
      let container = Container().makeChild(named: "a").makeChild(named: "b")
      let during = Guarded<(@Sendable () -> Void)?>(nil)
      let registration = try container.register(Page.self) {
        during.now?()
        return Page()
      }
      let shelf = Shelf<Page>()
      let (old, new): (@Sendable () -> Void, @Sendable () -> Void) =
        switch change {
        case .scope: ({ registration.asDisposableSingleton() }, { registration.asScoped() })
        case .object: ({ registration.as(shelf) }, { registration.as(Shelf<Page>()) })
        case .fromObject: ({ registration.as(shelf) }, { registration.asSingleton() })
        case .containerName: ({ registration.asScoped(to: "b") }, { registration.asScoped(to: "a") })
        }
      old()
      during.withLock { $0 = isEarly ? new : nil }
      let page = try await call.resolve(Page.self, in: container)
      during.withLock { $0 = nil }
      if !isEarly { new() }
      await refuses(call, in: container)
      old()
      #expect(try await call.resolve(Page.self, in: container) === page)
    }
  }

  @Test(arguments: Call.allCases, AnyScope.stored)
  func `a scope that is set again, or changed once or often and set back, gives the instance from before`(
    call: Call, scope: AnyScope
  ) async throws {
    let registration = scope.apply(to: try container.register(Page.self) { Page() })
    let page = try await call.resolve(Page.self, in: container)
    for others in AnyScope.allCases.map({ [$0] }) + [AnyScope.allCases + [.transient]] {
      for other in others { other.apply(to: registration) }
      if others != [scope] { await refuses(call, in: container) }
      scope.apply(to: registration)
      #expect(try await call.resolve(Page.self, in: container) === page)
    }
  }

  @Test(arguments: Call.allCases)
  func `a scope set back gives back the instances of all children and arguments`(call: Call) async throws {
    let children = [parent.makeChild(), parent.makeChild()]
    let registration = try parent.register(Page.self) { Page() }.asScoped()
    let ofArguments = try parent.register(Page.self, argument: Rubric.self) { _, _ in Page() }.asSingleton()
    var pages: [Page] = []
    for child in children { pages.append(try await call.resolve(Page.self, in: child)) }
    for number in 0..<2 {
      pages.append(try await call.resolve(Page.self, argument: Rubric(number: number), in: parent))
    }
    registration.asSingleton()
    ofArguments.asDisposableSingleton()
    for container in children + [parent] {
      await refuses(call, in: container)
      for number in 0..<3 {
        await call.expectResolveThrows(Page.self, arguments: Rubric(number: number), in: container, .invalidInstance)
      }
    }
    registration.asScoped()
    ofArguments.asSingleton()
    for (child, page) in zip(children, pages) { #expect(try await call.resolve(Page.self, in: child) === page) }
    for (number, page) in pages.suffix(2).enumerated() {
      #expect(try await call.resolve(Page.self, argument: Rubric(number: number), in: parent) === page)
    }
  }

  @Test(arguments: Call.allCases)
  func `the decorated form of a forwarded instance follows a changed, released target`(call: Call) async throws {
    let registration = try container.register(Page.self) { Page() }.asSingleton().implements((any Readable).self)
    try container.decorate((any Readable).self) { _, page in Cover(page) }
    let resolve = { try #require(try await call.resolve((any Readable).self, in: container) as? Cover) }
    let first = try await resolve()
    registration.asDisposableSingleton()
    await call.expectResolveThrows((any Readable).self, in: container, .invalidInstance)
    await call.release(Page.self, in: container)
    var covers = [first, try await resolve()]
    // The scope changes before and after the release.
    for _ in 0..<2 {
      registration.asDisposableSingleton()
      await call.release(Page.self, in: container)
      registration.asSingleton()
      covers.append(try await resolve())
      #expect(covers.last?.page as? Page === (try await call.resolve(Page.self, in: container)))
    }
    #expect(Set(covers.map(ObjectIdentifier.init)).count == 4)
  }

  @Test(arguments: Call.allCases, [false, true])
  func `a decorated or forwarded instance is refused for its scope, and given again when that is set back`(
    call: Call, isForwarded: Bool
  ) async throws {
    let registration = try container.register(Page.self) { Page() }.asSingleton().implements((any Readable).self)
    if !isForwarded { try container.decorate(Page.self) { $0 } }
    let resolve: () async throws -> (any Readable) = {
      isForwarded
        ? try await call.resolve((any Readable).self, in: container) : try await call.resolve(Page.self, in: container)
    }
    let page = try await resolve() as? Page
    if isForwarded { registration.asGraph() } else { registration.asTransient() }
    let error = await call.expectError(.invalidInstance) { _ in try await resolve() }
    if !isForwarded { #expect(error?.headline == "The scope of Page was changed after an instance was cached.") }
    registration.asSingleton()
    #expect(try await resolve() as? Page === page)
  }

  // MARK: Releasing

  @Test(arguments: Call.allCases, AnyScope.keeping)
  func `a release mends a changed scope if the old or new one is disposable`(call: Call, old: AnyScope) async throws {
    for new in AnyScope.allCases where new != old {
      let (container, releases) = (Container(), Counter())
      let registration = old.apply(to: try container.register(Page.self) { Page() }).countingReleases(by: releases)
      let first = try await call.resolve(Page.self, in: container)
      new.apply(to: registration)
      await refuses(call, in: container)
      await call.release(Page.self, in: container)
      guard old != .singleton || AnyScope.keeping.contains(new) else {
        await refuses(call, in: container)
        #expect(releases.value == 0)
        continue
      }
      let second = try await call.resolve(Page.self, in: container)
      #expect(second !== first)
      #expect(try await (call.resolve(Page.self, in: container) === second) == AnyScope.keeping.contains(new))
      // A custom scope keeps the instance itself, and needs no hook.
      #expect(releases.value == ([.shared, .perContainer].contains(old) ? 0 : 1))
    }
  }

  @Test(arguments: Call.allCases)
  func `releaseAll mends a changed scope, and each container drops its own instance`(call: Call) async throws {
    let children = [parent.makeChild(), parent.makeChild()]
    let registration = try parent.register(Page.self) { Page() }.asScoped()
    for child in children { _ = try await call.resolve(Page.self, in: child) }
    registration.asSingleton()
    await call.releaseAll(in: children[0])
    for container in children + [parent] { await refuses(call, in: container) }
    await call.releaseAll(in: children[1])
    await call.expectSameInstance(Page.self, in: children[0], and: parent)
  }

  @Test(arguments: Call.allCases)
  func `a changed scope is valid when the child that kept an instance is gone`(call: Call) async throws {
    let registration = try parent.register(Page.self) { Page() }.asScoped()
    _ = try await call.resolve(Page.self, in: parent.makeChild())
    registration.asSingleton()
    await call.expectSameInstance(Page.self, in: parent, and: parent.makeChild())
  }

  @Test(arguments: Call.allCases, AnyScope.keeping)
  func `a scope may change after everything that was kept has been released`(call: Call, old: AnyScope) async throws {
    for new in AnyScope.allCases where new != old {
      let container = Container()
      let registration = old.apply(to: try container.register(Page.self) { Page() })
      _ = try await call.resolve(Page.self, in: container)
      try await container.shutdown()
      new.apply(to: registration)
      _ = try await call.resolve(Page.self, in: container)
    }
  }

  @Test(arguments: Call.allCases, LateChange.allCases)
  private func `registering anew ends the refusal of a plain singleton, which release does not end`(
    call: Call, change: LateChange
  ) async throws {
    let registration = try container.register(Page.self) { Page() }.asSingleton()
    let first = try await call.resolve(Page.self, in: container)
    change.apply(to: registration)
    await call.release(Page.self, in: container)
    await refuses(call, in: container)
    try container.register(Page.self) { Page() }.asSingleton()
    #expect(try await call.resolve(Page.self, in: container) !== first)
  }

  // MARK: Late hooks

  @Test(arguments: Call.allCases, AnyScope.allCases)
  func `a hook added after an instance was kept is refused until a release, and counts at once where none is kept`(
    call: Call, scope: AnyScope
  ) async throws {
    let (container, hooked) = (Container(), Counter())
    let registration = scope.apply(to: try container.register(Page.self) { Page() })
    let isKept = AnyScope.keeping.contains(scope)
    let first = try await call.resolve(Page.self, in: container)
    for _ in 0..<(isKept ? 0 : 2) { _ = try await call.resolve(Page.self, in: container) }
    registration.afterInit { _, _ throws in _ = hooked.increment() }
    guard isKept else {
      for _ in 0..<3 { _ = try await call.resolve(Page.self, in: container) }
      return #expect(hooked.value == 3)
    }
    await refuses(call, in: container)
    scope.apply(to: registration)
    // Setting the same scope again mends nothing.
    if scope != .shared, scope != .perContainer { await refuses(call, in: container) }
    await call.release(Page.self, in: container)
    guard scope != .singleton else { return await refuses(call, in: container) }
    #expect(try await call.resolve(Page.self, in: container) !== first)
    #expect(hooked.value == 1)
  }

  @Test(arguments: Call.allCases, LateChange.allCases)
  private func `a late change of a child's registration is refused`(call: Call, change: LateChange) async throws {
    let child = parent.makeChild()
    let registration = try parent.register(Page.self) { Page() }.asScoped()
    _ = try await call.resolve(Page.self, in: child)
    change.apply(to: registration)
    await refuses(call, in: child)
    await refuses(call, in: parent)
    let other = Container()
    let contribution = try other.contribute(Page.self) { Page() }.asSingleton()
    let page = try await call.resolveAll(Page.self, in: other).first
    change.apply(to: contribution)
    #expect(await call.error({ try await $0.resolveAll(Page.self, in: other) })?.kind == .invalidInstance)
    contribution.asSingleton()
    if change == .scope { #expect(try await call.resolveAll(Page.self, in: other).first === page) }
  }

  @Test(arguments: [false, true])
  func `a hook added while the first instance is built is refused, and a release mends it`(hasHook: Bool) async throws {
    let (container, hooked) = (Container(), Counter())
    let change = Guarded<(@Sendable () -> Void)?>(nil)
    let registration = try container.register(Page.self) {
      change.now?()
      return Page()
    }.asDisposableSingleton()
    if hasHook { registration.afterInit { _, _ throws in } }
    change.withLock { $0 = { _ = registration.afterInit { _, _ throws in _ = hooked.increment() } } }
    _ = try synchronously { try container.resolve(Page.self) }
    change.withLock { $0 = nil }
    for call in Call.allCases { await refuses(call, in: container) }
    await container.release(Page.self)
    _ = try await container.resolve(Page.self)
    #expect(hooked.value == 1)
  }
}
