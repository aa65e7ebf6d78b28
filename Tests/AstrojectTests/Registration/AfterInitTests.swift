import TestSupport
import Testing

private final class Parent {
  var child: Child?
  var notes: [String] = []
}
private final class Child { weak var parent: Parent? }

/// The scopes in which a hook may resolve the instance under construction.
private let sharing = AnyScope.stored + [.graph]

struct AfterInitTests {
  private let container = Container()
  private let hooks = Counter()

  @Test(arguments: Call.allCases)
  func `afterInit runs once for each instance that is built, also by a forwarding`(call: Call) async throws {
    try container.register(Parent.self) { Parent() }.afterInit { _, _ in hooks.increment() }.asTransient()
    try container.register(LiveService.self) { LiveService() }.asSingleton().implements((any Service).self)
      .afterInit { _, _ in hooks.increment() }
    for _ in 0..<3 { _ = try await call.resolve(Parent.self, in: container) }
    #expect(hooks.value == 3)
    for _ in 0..<3 {
      _ = try await call.resolve((any Service).self, in: container)
      _ = try await call.resolve(LiveService.self, in: container)
    }
    #expect(hooks.value == 4)
  }

  @Test(arguments: Call.allCases, [false, true])
  func `several afterInit hooks run in the order in which they were added`(call: Call, suspends: Bool) async throws {
    let registration = try container.register(Parent.self) { Parent() }
    if suspends, call.isAwaiting {
      registration.afterInit { _, parent in
        await Task.yield()
        parent.notes.append("first")
      }
    } else {
      registration.afterInit { _, parent in parent.notes.append("first") }
    }
    registration.afterInit { _, parent in parent.notes.append("second") }
    #expect(try await call.resolve(Parent.self, in: container).notes == ["first", "second"])
  }

  @Test(arguments: AnyScope.keeping)
  func `an asynchronous afterInit hook makes resolve asynchronous until caching`(scope: AnyScope) async throws {
    let registration = try container.register(Parent.self) { Parent() }
      .afterInit { _, parent in
        await Task.yield()
        parent.notes.append("hook")
      }
    scope.apply(to: registration)
    let error = await Call.synchronous.expectResolveThrows(Parent.self, in: container, .asynchronousFactory)
    #expect(error?.description.contains("afterInit") == true)
    let parent = try await container.resolve(Parent.self)
    #expect(parent.notes == ["hook"])
    #expect(try await Call.synchronous.resolve(Parent.self, in: container) === parent)
    #expect(parent.notes == ["hook"])
  }

  @Test(arguments: Call.allCases)
  func `resolve throws and caches no instance if an afterInit hook throws`(call: Call) async throws {
    let registration = try container.register(Parent.self) { Parent() }.asSingleton()
      .afterInit { _, _ in if hooks.increment() == 1 { throw Refusal(reason: "first") } }
    let error = await call.expectResolveThrows(Parent.self, in: container, .afterInitFailed)
    #expect(error?.failure?.key == registration.key && error?.failure?.location == registration.location)
    #expect(error?.underlyingError as? Refusal == Refusal(reason: "first"))
    _ = try await call.resolve(Parent.self, in: container)
    #expect(hooks.value == 2)
  }

  @Test(arguments: sharing, Call.allCases)
  func `an afterInit hook resolves the instance under construction`(scope: AnyScope, call: Call) async throws {
    let registration = try container.register(Parent.self) { Parent() }.afterInit { resolver, parent in
      if try resolver.resolve(Parent.self) === parent { parent.notes.append("same") }
    }
    if call.isAwaiting {
      registration.afterInit { resolver, parent in
        await Task.yield()
        if try await resolver.resolve(Parent.self) === parent { parent.notes.append("same") }
      }
    }
    scope.apply(to: registration)
    let parent = try await call.resolve(Parent.self, in: container)
    #expect(parent.notes == (call.isAwaiting ? ["same", "same"] : ["same"]))
  }

  /// Registers two objects whose hooks refer to each other.
  private func registerPair(_ scope: AnyScope) throws {
    scope.apply(to: try container.register(Parent.self) { Parent() })
      .afterInit { resolver, parent in parent.child = try resolver.resolve(Child.self) }
    scope.apply(to: try container.register(Child.self) { Child() })
      .afterInit { resolver, child in child.parent = try resolver.resolve(Parent.self) }
  }

  @Test(arguments: sharing, Call.allCases)
  func `afterInit hooks connect two objects that refer to each other`(scope: AnyScope, call: Call) async throws {
    try registerPair(scope)
    let built = try await call.resolve(Parent.self, in: container)
    #expect(built.child?.parent === built)
  }

  @Test(arguments: Call.allCases)
  func `afterInit hooks connect a parent object and its child if the child is resolved first`(call: Call) async throws {
    try registerPair(.singleton)
    let built = try await call.resolve(Child.self, in: container)
    #expect(built.parent?.child === built)
    #expect(try await call.resolve(Parent.self, in: container) === built.parent)
    try registerPair(.graph)
    try container.register(Bool.self) { resolver in
      let child = try resolver.resolve(Child.self)
      let parent = try resolver.resolve(Parent.self)
      return parent.child === child && child.parent === parent
    }
    #expect(try await call.resolve(Bool.self, in: container))
  }

  @Test(arguments: Call.allCases)
  func `an afterInit hook sets the back reference of a part that its owner got by init`(call: Call) async throws {
    final class Part { weak var owner: Wrap<Part>? }
    typealias Owner = Wrap<Part>
    try container.register(Part.self) { Part() }
    try container.register(Owner.self) { resolver in Owner(try resolver.resolve(Part.self)) }
      .afterInit { resolver, owner in try resolver.resolve(Part.self).owner = owner }
    let owner = try await call.resolve(Owner.self, in: container)
    #expect(owner.inner.owner === owner)
  }

  @Test(arguments: Call.allCases)
  func `afterInit runs for each argument value of a singleton and for contributions`(call: Call) async throws {
    let log = Recorder<String>()
    try container.register(String.self, argument: Int.self) { _, count in "\(count)" }.asSingleton()
      .afterInit { _, product in log.note(product) }
    try container.contribute(Int.self) { 7 }.afterInit { _, product in log.note("\(product)") }
    for count in [1, 2, 1] { _ = try await call.resolve(String.self, argument: count, in: container) }
    _ = try await call.resolveAll(Int.self, in: container)
    #expect(log.events == ["1", "2", "7"])
  }

  @Test(arguments: Call.allCases)
  func `an afterInit hook of a protocol gets the instance that resolve returns`(call: Call) async throws {
    let seen = Recorder<ObjectIdentifier>()
    try container.register((any Service).self) { LiveService() }
      .afterInit { _, service in seen.note(ObjectIdentifier(service)) }
    let service = try await call.resolve((any Service).self, in: container)
    #expect(seen.events == [ObjectIdentifier(service)])
  }
}
