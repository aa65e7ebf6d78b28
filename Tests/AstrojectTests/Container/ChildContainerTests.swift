import Astroject
import AstrojectTesting
import TestSupport
import Testing

/// Where something was registered.
private struct Origin: Equatable {
  let name: String
}

/// Knows through which container it got what it needs.
private final class Product {
  let origin: Origin
  init(_ origin: Origin) { self.origin = origin }
}

/// A container with a product and an origin, which a child replaces.
private struct Family {
  let parent = Container()
  let child: Container

  init(_ scope: AnyScope) throws {
    try parent.register(Origin.self) { Origin(name: "parent") }
    scope.apply(to: try parent.register(Product.self) { resolver in Product(try resolver.resolve()) })
    child = try parent.makeChild { child in try child.register(Origin.self) { Origin(name: "child") } }
  }
}

@Suite("Child containers")
struct ChildContainerTests {
  // MARK: Seeing

  @Test("a child sees what its parent registered before", arguments: Call.allCases)
  func before(call: Call) async throws {
    let parent = Container()
    try parent.register(Int.self) { 1 }
    let child = parent.makeChild()
    expectRegistered(Int.self, in: child)
    #expect(try await call.resolve(Int.self, in: child) == 1)
  }

  @Test("a child sees what its parent registers later", arguments: Call.allCases)
  func later(call: Call) async throws {
    let parent = Container()
    let child = parent.makeChild()
    try parent.register(Int.self) { 1 }
    #expect(try await call.resolve(Int.self, in: child) == 1)
  }

  @Test("a child sees what its parent replaces later, and what it takes out", arguments: Call.allCases)
  func replacedLater(call: Call) async throws {
    let parent = Container()
    try parent.register(Int.self) { 1 }.asSingleton()
    let child = parent.makeChild()
    #expect(try await call.resolve(Int.self, in: child) == 1)
    try parent.register(Int.self) { 2 }
    #expect(try await call.resolve(Int.self, in: child) == 2)
    parent.unregister(Int.self)
    expectNotRegistered(Int.self, in: child)
  }

  @Test("a parent never sees what a child registers", arguments: Call.allCases)
  func upwards(call: Call) async throws {
    let parent = Container()
    let child = parent.makeChild()
    try child.register(Int.self) { 1 }
    expectNotRegistered(Int.self, in: parent)
    await call.expectResolveThrows(Int.self, in: parent, .noRegistrationFound)
    #expect(try await call.resolveAll(Int.self, in: parent).isEmpty)
  }

  @Test("siblings do not see each other", arguments: Call.allCases)
  func siblings(call: Call) async throws {
    let parent = Container()
    let (one, other) = (parent.makeChild(), parent.makeChild())
    try one.register(Int.self) { 1 }
    expectNotRegistered(Int.self, in: other)
    await call.expectResolveThrows(Int.self, in: other, .noRegistrationFound)
  }

  @Test("a child overrides for itself and leaves the parent's registration alone", arguments: Call.allCases)
  func overriding(call: Call) async throws {
    let parent = Container()
    try parent.register(Int.self) { 1 }.asSingleton()
    let child = parent.makeChild()
    try child.register(Int.self) { 2 }
    #expect(try await call.resolve(Int.self, in: child) == 2)
    #expect(try await call.resolve(Int.self, in: parent) == 1)
    child.unregister(Int.self)
    #expect(try await call.resolve(Int.self, in: child) == 1)
  }

  @Test("ten thousand children, each in the one before, take no deep stack: they are asked, changed and let go of")
  func deeplyNested() {
    let end = onOwnThread {
      let container = Container()
      var innermost = container
      for _ in 0..<10_000 { innermost = innermost.makeChild() }
      do {
        try container.register(Int.self) { 1 }.asScoped()
        try container.register(Int.self, key: 2, isOverridable: false) { 2 }
        try innermost.register(String.self) { resolver in
          "\(try resolver.resolve(Int.self)), \(try resolver.resolve(Int.self, key: 2))"
        }
        let text = try innermost.resolve(String.self)
        guard try innermost.resolve(String.self) == text, try innermost.resolveAll(Int.self) == [1, 2],
          innermost.isRegistered(Int.self), !innermost.isRegistered(Double.self)
        else { return "another answer" }
        innermost.unregister(String.self)
        container.release(Int.self)
        innermost.releaseAll()
        do {
          try innermost.register(Int.self, key: 2) { 3 }
        } catch AstrojectError.alreadyRegistered { return text }
        return "what is protected is replaced"
      } catch { return "\(error)" }
    }
    #expect(end == "1, 2")
  }

  @Test("children are nested to any depth, and the nearest registration wins", arguments: Call.allCases)
  func nesting(call: Call) async throws {
    var containers = [Container()]
    try containers[0].register(Int.self) { 0 }
    try containers[0].register(String.self) { "root" }
    for depth in 1...50 {
      let child = containers[depth - 1].makeChild()
      if depth.isMultiple(of: 10) { try child.register(Int.self) { depth } }
      containers.append(child)
    }
    for depth in [0, 9, 10, 19, 25, 50] {
      #expect(try await call.resolve(Int.self, in: containers[depth]) == depth / 10 * 10)
      #expect(try await call.resolve(String.self, in: containers[depth]) == "root")
    }
  }

  @Test("a child knows its name and its parent")
  func identity() throws {
    let parent = Container()
    let child = parent.makeChild(named: "request")
    #expect(parent.name == nil)
    #expect(parent.parent == nil)
    #expect(child.name == "request")
    #expect(child.parent === parent)
    #expect(parent.makeChild().name == nil)
  }

  @Test("a child is filled by the closure that makes it", arguments: Call.allCases)
  func closure(call: Call) async throws {
    let parent = Container()
    try parent.register(Int.self) { 1 }
    let child = try parent.makeChild(named: "request") { child in
      try child.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }
    }
    #expect(child.name == "request")
    #expect(try await call.resolve(String.self, in: child) == "1")
    expectNotRegistered(String.self, in: parent)
  }

  @Test("what the closure that makes a child throws arrives, and the parent is as it was")
  func throwingClosure() throws {
    let parent = Container()
    #expect(throws: Trouble("no")) {
      try parent.makeChild { child in
        try child.register(Int.self) { 1 }
        throw Trouble("no")
      }
    }
    expectNotRegistered(Int.self, in: parent)
  }

  // MARK: Dependencies

  @Test(
    "what is transient or graph-scoped takes its dependencies through the child that is asked",
    arguments: [AnyScope.transient, .graph], Call.allCases)
  private func asker(scope: AnyScope, call: Call) async throws {
    let family = try Family(scope)
    #expect(try await call.resolve(Product.self, in: family.child).origin.name == "child")
    #expect(try await call.resolve(Product.self, in: family.parent).origin.name == "parent")
  }

  @Test("so it is through every level between the child and the registration", arguments: Call.allCases)
  func askerThroughLevels(call: Call) async throws {
    let root = Container()
    try root.register(Origin.self) { Origin(name: "root") }
    try root.register(Product.self) { resolver in Product(try resolver.resolve()) }
    try root.register([Product].self) { resolver in [try resolver.resolve(Product.self)] }.asTransient()
    let grandchild = root.makeChild().makeChild()
    try grandchild.register(Origin.self) { Origin(name: "grandchild") }
    #expect(try await call.resolve([Product].self, in: grandchild)[0].origin.name == "grandchild")
  }

  @Test(
    "container scope takes its dependencies through the container that keeps the instance",
    arguments: AnyScope.separate, Call.allCases)
  private func keeper(scope: AnyScope, call: Call) async throws {
    let family = try Family(scope)
    #expect(try await call.resolve(Product.self, in: family.child).origin.name == "child")
    #expect(try await call.resolve(Product.self, in: family.parent).origin.name == "parent")
    let grandchild = family.child.makeChild()
    #expect(try await call.resolve(Product.self, in: grandchild).origin.name == "child")
  }

  @Test("a named container keeps for those below it, and gives the dependencies", arguments: Call.allCases)
  func namedKeeper(call: Call) async throws {
    let root = Container()
    try root.register(Origin.self) { Origin(name: "root") }
    try root.register(Product.self) { resolver in Product(try resolver.resolve()) }.asScoped(to: "request")
    let request = try root.makeChild(named: "request") { try $0.register(Origin.self) { Origin(name: "request") } }
    let below = try request.makeChild { try $0.register(Origin.self) { Origin(name: "below") } }
    let product = try await call.resolve(Product.self, in: below)
    #expect(product.origin.name == "request")
    #expect(try await call.resolve(Product.self, in: request) === product)
    #expect(try await call.resolve(Product.self, in: request.makeChild()) === product)
  }

  @Test(
    "what all share takes its dependencies from the container that registered it, whoever asks first",
    arguments: AnyScope.common, Call.allCases)
  private func registrar(scope: AnyScope, call: Call) async throws {
    let family = try Family(scope)
    #expect(try await call.resolve(Product.self, in: family.child).origin.name == "parent")
  }

  @Test("a parent's singleton never holds what a child keeps", arguments: Call.allCases)
  func captive(call: Call) async throws {
    final class Owner {
      let product: Product
      init(_ product: Product) { self.product = product }
    }
    let parent = Container()
    try parent.register(Origin.self) { Origin(name: "parent") }
    try parent.register(Product.self) { resolver in Product(try resolver.resolve()) }.asScoped()
    try parent.register(Owner.self) { resolver in Owner(try resolver.resolve()) }.asSingleton()
    let child = try parent.makeChild { try $0.register(Origin.self) { Origin(name: "child") } }
    let own = try await call.resolve(Product.self, in: child)
    let owner = try await call.resolve(Owner.self, in: child)
    #expect(owner.product !== own)
    #expect(try await call.resolve(Product.self, in: parent) === owner.product)
  }

  @Test(
    "what a parent's transient needs of a parent's singleton does not carry the child into the singleton",
    arguments: Call.allCases)
  func throughTransient(call: Call) async throws {
    let family = try Family(.singleton)
    try family.parent.register([Product].self) { resolver in [try resolver.resolve(Product.self)] }.asTransient()
    #expect(try await call.resolve([Product].self, in: family.child)[0].origin.name == "parent")
  }

  // MARK: Instances

  @Test(
    "what all share is one instance for parent, children and grandchildren", arguments: AnyScope.common, Call.allCases)
  private func sameForAll(scope: AnyScope, call: Call) async throws {
    let family = try Family(scope)
    let product = try await call.resolve(Product.self, in: family.child)
    for container in [family.parent, family.child, family.parent.makeChild(), family.child.makeChild()] {
      #expect(try await call.resolve(Product.self, in: container) === product)
    }
  }

  @Test(
    "container scope gives each container its own instance, again and again", arguments: AnyScope.separate,
    Call.allCases)
  private func ownForEach(scope: AnyScope, call: Call) async throws {
    let family = try Family(scope)
    let containers = [family.parent, family.child, family.parent.makeChild(), family.child.makeChild()]
    var products: [Product] = []
    for container in containers { products.append(try await call.resolve(Product.self, in: container)) }
    #expect(Set(products.map(ObjectIdentifier.init)).count == containers.count)
    for (container, product) in zip(containers, products) {
      #expect(try await call.resolve(Product.self, in: container) === product)
    }
  }

  @Test("of several containers of one name the nearest keeps", arguments: Call.allCases)
  func nearestNamed(call: Call) async throws {
    let root = Container()
    try root.register(LiveService.self) { LiveService() }.asScoped(to: "request")
    let outer = root.makeChild(named: "request")
    let inner = outer.makeChild(named: "request")
    let service = try await call.resolve(LiveService.self, in: inner.makeChild())
    #expect(try await call.resolve(LiveService.self, in: inner) === service)
    #expect(try await call.resolve(LiveService.self, in: outer) !== service)
  }

  @Test("where no container has the name, a resolve fails", arguments: Call.allCases)
  func noneNamed(call: Call) async throws {
    let root = Container()
    try root.register(LiveService.self) { LiveService() }.asScoped(to: "request")
    _ = root.makeChild(named: "request")
    await call.expectResolveThrows(LiveService.self, in: root, .containerNotFound)
    let other = root.makeChild(named: "session")
    await call.expectResolveThrows(LiveService.self, in: other, .containerNotFound)
  }

  // MARK: Protection

  @Test("a protected registration is protected in its own container")
  func protectedAtHome() throws {
    let parent = Container()
    try parent.register(Int.self, isOverridable: false) { 1 }
    #expect(throws: AstrojectError.self) { try parent.register(Int.self) { 2 } }
    #expect(try parent.resolve(Int.self) == 1)
  }

  @Test("a protected registration is protected against children and grandchildren, before and after they are made")
  func protectedAgainstChildren() throws {
    let parent = Container()
    let early = parent.makeChild()
    try parent.register(Int.self, name: "n", isOverridable: false) { 1 }
    for child in [early, early.makeChild(), parent.makeChild()] {
      let error = #expect(throws: AstrojectError.self) { try child.register(Int.self, name: "n") { 2 } }
      #expect(error?.kind == .alreadyRegistered)
      #expect(throws: AstrojectError.self) { try child.register(instance: 2, name: "n") }
      #expect(try child.resolve(Int.self, name: "n") == 1)
      try child.register(Int.self) { 3 }
      #expect(try child.resolve(Int.self) == 3)
    }
  }

  @Test("a forwarding of a child does not come before what its parent protects", arguments: Call.allCases)
  func protectedAgainstForwarding(call: Call) async throws {
    let parent = Container()
    let real = LiveService()
    try parent.register((any Service).self, isOverridable: false) { [trace = Trace(real)] in
      try #require(trace.object as? LiveService)
    }
    let child = parent.makeChild()
    try child.register(LiveService.self) { LiveService() }.implements((any Service).self)
    #expect(try await call.resolve((any Service).self, in: child) === real)
    #expect(try await call.resolve(LiveService.self, in: child) !== real)
  }

  @Test("what a child protects does not bind its parent or its siblings")
  func protectedInChild() throws {
    let parent = Container()
    let child = parent.makeChild()
    try child.register(Int.self, isOverridable: false) { 1 }
    try parent.register(Int.self) { 2 }
    try parent.makeChild().register(Int.self) { 3 }
    #expect(try child.resolve(Int.self) == 1)
    #expect(try parent.resolve(Int.self) == 2)
  }

  @Test("what a child had before its parent protected the key stays")
  func protectedLater() throws {
    let parent = Container()
    let child = parent.makeChild()
    try child.register(Int.self) { 1 }
    try parent.register(Int.self, isOverridable: false) { 2 }
    #expect(try child.resolve(Int.self) == 1)
  }

  // MARK: Lives

  @Test("a child keeps its parent, and through it all that the parent has")
  func keepsParent() throws {
    var parent: Container? = Container()
    let trace = Trace(try #require(parent))
    try parent?.register(LiveService.self) { LiveService() }.asSingleton()
    var child = parent?.makeChild().makeChild()
    parent = nil
    #expect(!trace.isGone)
    #expect(try child?.resolve(LiveService.self) != nil)
    child = nil
    #expect(trace.isGone)
  }

  @Test("a parent does not keep its children, nor what they registered and built", arguments: AnyScope.keeping)
  private func letsChildrenGo(scope: AnyScope) throws {
    let parent = Container()
    let captured = LiveService()
    let traces: [Trace]
    do {
      let captured = LiveService()
      let child = parent.makeChild()
      scope.apply(to: try child.register(Client.self) { [trace = Held(captured)] in Client(trace.service) })
      let client = try child.resolve(Client.self)
      traces = [Trace(child), Trace(captured), Trace(client)]
      #expect(traces.allSatisfy { !$0.isGone })
    }
    #expect(traces.map(\.isGone) == [true, true, true])
    withExtendedLifetime((parent, captured)) {}
  }

  @Test("a child's own instances of a parent's registration go with the child, and `onRelease` runs for them")
  func onReleaseOfChild() throws {
    let released = Recorder<ObjectIdentifier>()
    let parent = Container()
    try parent.register(LiveService.self) { LiveService() }.asScoped()
      .onRelease { released.note(ObjectIdentifier($0)) }
    let kept = try parent.resolve(LiveService.self)
    var child: Container? = parent.makeChild()
    let trace: Trace
    let id: ObjectIdentifier
    do {
      let service = try #require(try child?.resolve(LiveService.self))
      trace = Trace(service)
      id = ObjectIdentifier(service)
    }
    #expect(!trace.isGone)
    #expect(released.events.isEmpty)
    child = nil
    #expect(trace.isGone)
    #expect(released.events == [id])
    #expect(try parent.resolve(LiveService.self) === kept)
  }

  @Test("a child's instances of a registration that its parent replaces are let go, and `onRelease` runs for them")
  func replacedUnderChild() throws {
    let released = Recorder<String>()
    let parent = Container()
    try parent.register(LiveService.self) { LiveService() }.asScoped().onRelease { _ in released.note("old") }
    let child = parent.makeChild()
    let trace = Trace(try child.resolve(LiveService.self))
    #expect(!trace.isGone)
    try parent.register(LiveService.self) { LiveService() }
    #expect(released.events == ["old"])
    #expect(trace.isGone)
    withExtendedLifetime(child) {}
  }

  /// What may be done to a child.
  private enum Ending: CaseIterable {
    case release, releaseAll, unregister, clear, shutdown, drop
  }

  @Test(
    "letting go of a child's things leaves the parent's instances as they were", arguments: AnyScope.keeping,
    Ending.allCases)
  private func leavesParent(scope: AnyScope, ending: Ending) async throws {
    let released = Recorder<ObjectIdentifier>()
    let parent = Container()
    scope.apply(to: try parent.register(LiveService.self) { LiveService() })
      .onRelease { released.note(ObjectIdentifier($0)) }
    let kept = try synchronously { try parent.resolve(LiveService.self) }
    var child: Container? = parent.makeChild()
    let inChild = ObjectIdentifier(try #require(try synchronously { try child?.resolve(LiveService.self) }))
    switch ending {
    case .release: synchronously { child?.release(LiveService.self) }
    case .releaseAll: synchronously { child?.releaseAll() }
    case .unregister: child?.unregister(LiveService.self)
    case .clear: synchronously { child?.clear() }
    case .shutdown: try await child?.shutdown()
    case .drop: child = nil
    }
    #expect(!released.events.contains(ObjectIdentifier(kept)))
    #expect(released.events.allSatisfy { $0 == inChild })
    #expect(try synchronously { try parent.resolve(LiveService.self) } === kept)
    if let child { #expect(child.isRegistered(LiveService.self)) }
  }

  @Test("releasing a child's container-scoped instance makes a new one in the child alone", arguments: Call.allCases)
  func releaseInChild(call: Call) async throws {
    let parent = Container()
    try parent.register(LiveService.self) { LiveService() }.asScoped()
    let child = parent.makeChild()
    let (above, below) = (
      try await call.resolve(LiveService.self, in: parent), try await call.resolve(LiveService.self, in: child)
    )
    synchronously { child.release(LiveService.self) }
    #expect(try await call.resolve(LiveService.self, in: child) !== below)
    #expect(try await call.resolve(LiveService.self, in: parent) === above)
  }

  @Test(
    "releasing what a child keeps by a type that it implements makes a new one, in a named parent, too",
    arguments: AnyScope.separate, Call.allCases)
  func releaseImplementedInChild(scope: AnyScope, call: Call) async throws {
    let parent = Container()
    scope.apply(to: try parent.register(LiveService.self) { LiveService() }).implements((any Service).self)
    let child = parent.makeChild(named: "session")
    let grandchild = child.makeChild()
    try grandchild.register(LiveService.self, name: "named") { LiveService() }.asScoped(to: "session")
      .implements((any Service).self)

    let kept = try await call.resolve(LiveService.self, in: child)
    await call.release((any Service).self, in: child)
    #expect(try await call.resolve(LiveService.self, in: child) !== kept)

    let named = try await call.resolve(LiveService.self, name: "named", in: grandchild)
    await call.release((any Service).self, name: "named", in: child)
    #expect(try await call.resolve(LiveService.self, name: "named", in: grandchild) !== named)
  }

  @Test("an instance that a child keeps is let go of with its registration, though the scope was changed meanwhile")
  func replacedAfterChange() throws {
    let released = Recorder<String>()
    let parent = Container()
    let registration = try parent.register(LiveService.self) { LiveService() }.asScoped()
    registration.onRelease { _ in released.note("old") }
    let child = parent.makeChild()
    let trace = Trace(try child.resolve(LiveService.self))
    registration.asTransient()
    try parent.register(LiveService.self) { LiveService() }
    #expect(released.events == ["old"])
    #expect(trace.isGone)
    withExtendedLifetime(child) {}
  }

  @Test("an instance that a parent keeps for a child goes with the child, though the scope was changed meanwhile")
  func droppedAfterChange() throws {
    let released = Recorder<String>()
    let parent = Container()
    let session = parent.makeChild(named: "session")
    var child: Container? = session.makeChild()
    let registration = try child?.register(LiveService.self) { LiveService() }.asScoped(to: "session")
    registration?.onRelease { _ in released.note("old") }
    let trace = try child.map { Trace(try $0.resolve(LiveService.self)) }
    registration?.asSingleton()
    child = nil
    #expect(released.events == ["old"])
    #expect(trace?.isGone == true)
    withExtendedLifetime(session) {}
  }
}

/// Holds an object for a factory that captures it.
private final class Held: @unchecked Sendable {
  let service: LiveService
  init(_ service: LiveService) { self.service = service }
}
