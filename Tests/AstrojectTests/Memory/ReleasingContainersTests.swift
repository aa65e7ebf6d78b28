import TestSupport
import Testing

private final class Object: Sendable {}

/// A reference by which a container holds another one.
private enum Link: CaseIterable {
  case instance, product, hookedProduct, factory, hook, fallback, parent

  /// Makes a container that holds another one.
  func hold(_ next: Container) throws -> Container {
    switch self {
    case .fallback: return Container(fallback: next)
    case .parent: return next.makeChild()
    case .instance: return try Container { try $0.register(instance: next) }
    case .product, .hookedProduct:
      let registration = Guarded<Container?>(next)
      let container = Container()
      let product = try container.register(Container.self) {
        registration.withLock { $0.take() ?? Container() }
      }.asSingleton()
      if self == .hookedProduct { product.onRelease { _ in } }
      _ = try container.resolve(Container.self)
      return container
    case .factory: return try Container { try $0.register(Bool.self) { next.isRegistered(Int.self) } }
    case .hook:
      return try Container { container in
        try container.register(Int.self) { 1 }.onRelease { _ in _ = next.isRegistered(Int.self) }
      }
    }
  }
}

@Suite("Released objects", .ownThreads)
struct ReleasingContainersTests {
  private let container = Container()
  private let freed = Counter()

  @Test func `a product whose afterInit hook throws may use the container in its deinit`() throws {
    try container.register(Ending.self) { [unowned container] in
      Ending {
        container.unregister(Ending.self)
        freed.increment()
      }
    }.asDisposableSingleton().afterInit { _, _ in throw CancellationError() }
    #expect(throws: AstrojectError.self) { _ = try container.resolve(Ending.self) }
    #expect(freed.value == 1)
  }

  @Test func `resolve throws in the deinit of an instance that is freed with its container`() throws {
    let ends = Recorder<AstrojectError.Kind?>()
    let parent = Container()
    try parent.register(Object.self) { Object() }
    do {
      let child = try parent.makeChild { child in
        try child.register(Ending.self) { resolver in
          Ending {
            ends.note(Result { try resolver.resolve(Object.self) }.kind)
          }
        }.asScoped()
      }
      _ = try child.resolve(Ending.self)
      #expect(ends.events.isEmpty)
    }
    #expect(ends.events == [.containerReleased])
  }

  @Test func `a container that an onRelease hook lets go of is freed before the hook goes on`() throws {
    let freed = freed
    do {
      let other = Guarded<Container?>(Container())
      try other.now?.register(Int.self) { [held = Ending(counting: freed)] in withExtendedLifetime(held) { 1 } }
      let container = Container()
      try container.register(Object.self) { Object() }.asSingleton().onRelease { _ in
        _ = other.exchange(nil)
        #expect(freed.value == 1)
      }
      _ = try container.resolve(Object.self)
    }
    #expect(freed.value == 1)
  }

  @Test func `an argument of a weak registration may use the container in its deinit`() throws {
    try container.register(Object.self, argument: Ending.self) { _, _ in Object() }.asWeak()
    for _ in 0..<100 {
      let argument = Ending { [unowned container] in
        container.release(Object.self)
        freed.increment()
      }
      _ = try container.resolve(Object.self, argument: argument)
    }
    container.release(Object.self)
    #expect(freed.value == 100)
  }

  @Test func `a stored resolver does not keep alive the argument that its factory received`() throws {
    struct Child { let resolver: Resolver }
    final class Parent: @unchecked Sendable { var child: Child? }
    try container.register(Child.self, argument: Parent.self) { resolver, _ in Child(resolver: resolver) }
    weak var reference: Parent?
    do {
      let parent = Parent()
      reference = parent
      parent.child = try container.resolve(Child.self, argument: parent)
    }
    #expect(reference == nil)
  }

  @Test(arguments: [1, 3, 8, 9, 20], [false, true])
  func `an instance that a child releases may resolve in it in its deinit`(count: Int, isForGood: Bool) async throws {
    let parent = Container()
    let (freed, resolved) = (Counter(), Counter())
    try parent.register(Object.self) { Object() }.asScoped()
    for number in 0..<count {
      try parent.register(Ending.self, name: "\(number)") { resolver in
        Ending {
          freed.increment()
          if (try? resolver.resolve(Object.self)) != nil { resolved.increment() }
        }
      }.asScoped()
    }
    let child = parent.makeChild()
    for number in 0..<count { _ = try await child.resolve(Ending.self, name: "\(number)") }
    if isForGood { try await child.shutdown() } else { await child.releaseAll() }
    #expect(freed.value == count)
    #expect(resolved.value == count)
  }

  @Test func `replacing a child's registration releases the instance that a named parent caches for it`() throws {
    let app = Container().makeChild(named: "app")
    let child = app.makeChild()
    let released = Counter()
    weak var reference: Object?
    try child.register(Object.self) { Object() }.asScoped(to: "app").countingReleases(by: released)
    reference = try child.resolve(Object.self)
    #expect(reference != nil)
    try child.register(Object.self) { Object() }
    #expect(reference == nil)
    #expect(released.value == 1)
  }

  @Test func `a factory may still resolve if its container loses its last reference during the build`() async throws {
    let inside = Gate()
    let mayGoOn = Gate()
    let stored = Guarded<Resolver?>(nil)
    var container: Container? = try Container { container in
      try container.register(Int.self) { resolver in
        stored.withLock { $0 = resolver }
        return 1
      }
      try container.register(String.self) { resolver in
        inside.open()
        mayGoOn.wait()
        return "\(try resolver.resolve(Int.self))"
      }
    }
    _ = try await container?.resolve(Int.self)
    let turn = Counter()
    weak let gone = container
    let handle = Guarded(container)
    container = nil
    let texts = try await onThreads(2) { _ -> String? in
      if turn.increment() == 1 { return try stored.withLock { $0 }?.resolve(String.self) }
      inside.wait()
      withExtendedLifetime(handle.exchange(nil)) {}
      mayGoOn.open()
      return "1"
    }
    #expect(texts == ["1", "1"])
    #expect(gone == nil)
  }

  @Test(arguments: Link.allCases)
  private func `a chain of 10,000 containers is freed without a stack overflow`(link: Link) throws {
    let error = onOwnThread { () -> String? in
      do {
        var container = Container()
        try container.register(Ending.self) { Ending { freed.increment() } }.asSingleton()
        _ = try container.resolve(Ending.self)
        for _ in 0..<10_000 { container = try link.hold(container) }
        return freed.value == 0 ? nil : "freed too early"
      } catch { return "\(error)" }
    }
    #expect(error == .some(nil))
    #expect(freed.value == 1)
  }
}
