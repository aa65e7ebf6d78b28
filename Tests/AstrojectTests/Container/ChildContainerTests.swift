import Astroject
import AstrojectTesting
import TestSupport
import Testing

/// Names the container that registered it.
private struct Origin: Equatable {
  let name: String
}

/// Holds an origin, which tells the container that supplied its dependencies.
private final class Product {
  let origin: Origin
  init(_ origin: Origin) { self.origin = origin }
}

/// A container with a product and an origin, and a child that overrides the origin.
private struct Family {
  let parent = Container()
  let child: Container

  init(_ scope: AnyScope) throws {
    try parent.register(Origin.self) { Origin(name: "parent") }
    scope.apply(to: try parent.register(Product.self) { resolver in Product(try resolver.resolve()) })
    child = try parent.makeChild { child in try child.register(Origin.self) { Origin(name: "child") } }
  }
}

@Suite("Child containers", .ownThreads)
struct ChildContainerTests {
  private let parent = Container()
  private let released = Recorder<String>()
  private let root = Container()

  // MARK: Visibility

  @Test(arguments: Call.allCases)
  func `a child container resolves a registration that its parent already had`(call: Call) async throws {
    try parent.register(Int.self) { 1 }
    let child = parent.makeChild()
    expectRegistered(Int.self, in: child)
    #expect(try await call.resolve(Int.self, in: child) == 1)
  }

  @Test(arguments: Call.allCases)
  func `a child container resolves a registration that its parent adds later`(call: Call) async throws {
    let child = parent.makeChild()
    try parent.register(Int.self) { 1 }
    #expect(try await call.resolve(Int.self, in: child) == 1)
  }

  @Test(arguments: Call.allCases)
  func `replacing or removing a registration takes effect in existing child containers`(call: Call) async throws {
    try parent.register(Int.self) { 1 }.asSingleton()
    let child = parent.makeChild()
    #expect(try await call.resolve(Int.self, in: child) == 1)
    try parent.register(Int.self) { 2 }
    #expect(try await call.resolve(Int.self, in: child) == 2)
    parent.unregister(Int.self)
    expectNotRegistered(Int.self, in: child)
  }

  @Test(arguments: Call.allCases)
  func `a parent does not see the registrations of a child container`(call: Call) async throws {
    let child = parent.makeChild()
    try child.register(Int.self) { 1 }
    expectNotRegistered(Int.self, in: parent)
    await call.expectResolveThrows(Int.self, in: parent, .noRegistrationFound)
    #expect(try await call.resolveAll(Int.self, in: parent).isEmpty)
  }

  @Test(arguments: Call.allCases)
  func `sibling containers do not see each other's registrations`(call: Call) async throws {
    let (one, other) = (parent.makeChild(), parent.makeChild())
    try one.register(Int.self) { 1 }
    expectNotRegistered(Int.self, in: other)
    await call.expectResolveThrows(Int.self, in: other, .noRegistrationFound)
  }

  @Test(arguments: Call.allCases)
  func `a registration in a child container overrides its parent's without changing it`(call: Call) async throws {
    try parent.register(Int.self) { 1 }.asSingleton()
    let child = parent.makeChild()
    try child.register(Int.self) { 2 }
    #expect(try await call.resolve(Int.self, in: child) == 2)
    #expect(try await call.resolve(Int.self, in: parent) == 1)
    child.unregister(Int.self)
    #expect(try await call.resolve(Int.self, in: child) == 1)
  }

  @Test func `10,000 nested child containers are used and released without a stack overflow`() {
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

  @Test(arguments: Call.allCases)
  func `a resolve in nested child containers uses the nearest registration`(call: Call) async throws {
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

  @Test func `a child container reports its name and its parent`() throws {
    let child = parent.makeChild(named: "request")
    #expect(parent.name == nil)
    #expect(parent.parent == nil)
    #expect(child.name == "request")
    #expect(child.parent === parent)
    #expect(parent.makeChild().name == nil)
  }

  @Test(arguments: Call.allCases)
  func `the closure passed to makeChild registers in the child container, not in its parent`(call: Call) async throws {
    try parent.register(Int.self) { 1 }
    let child = try parent.makeChild(named: "request") { child in
      try child.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }
    }
    #expect(child.name == "request")
    #expect(try await call.resolve(String.self, in: child) == "1")
    expectNotRegistered(String.self, in: parent)
  }

  @Test func `makeChild rethrows the error of its closure and leaves the parent unchanged`() throws {
    #expect(throws: Trouble("no")) {
      try parent.makeChild { child in
        try child.register(Int.self) { 1 }
        throw Trouble("no")
      }
    }
    expectNotRegistered(Int.self, in: parent)
  }

  // MARK: Dependencies

  @Test(arguments: [AnyScope.transient, .graph], Call.allCases)
  private func `a transient or graph-scoped instance gets its dependencies from the resolving child`(
    scope: AnyScope, call: Call
  ) async throws {
    let family = try Family(scope)
    #expect(try await call.resolve(Product.self, in: family.child).origin.name == "child")
    #expect(try await call.resolve(Product.self, in: family.parent).origin.name == "parent")
  }

  @Test(arguments: Call.allCases)
  func `nested factories of a root container get dependencies from the resolving grandchild`(call: Call) async throws {
    try root.register(Origin.self) { Origin(name: "root") }
    try root.register(Product.self) { resolver in Product(try resolver.resolve()) }
    try root.register([Product].self) { resolver in [try resolver.resolve(Product.self)] }.asTransient()
    let grandchild = root.makeChild().makeChild()
    try grandchild.register(Origin.self) { Origin(name: "grandchild") }
    #expect(try await call.resolve([Product].self, in: grandchild)[0].origin.name == "grandchild")
  }

  @Test(arguments: AnyScope.separate, Call.allCases)
  private func `a container-scoped instance gets its dependencies from the container that caches it`(
    scope: AnyScope, call: Call
  ) async throws {
    let family = try Family(scope)
    #expect(try await call.resolve(Product.self, in: family.child).origin.name == "child")
    #expect(try await call.resolve(Product.self, in: family.parent).origin.name == "parent")
    let grandchild = family.child.makeChild()
    #expect(try await call.resolve(Product.self, in: grandchild).origin.name == "child")
  }

  @Test(arguments: Call.allCases)
  func `a named container caches an instance for its children and supplies its dependencies`(call: Call) async throws {
    try root.register(Origin.self) { Origin(name: "root") }
    try root.register(Product.self) { resolver in Product(try resolver.resolve()) }.asScoped(to: "request")
    let request = try root.makeChild(named: "request") { try $0.register(Origin.self) { Origin(name: "request") } }
    let below = try request.makeChild { try $0.register(Origin.self) { Origin(name: "below") } }
    let product = try await call.resolve(Product.self, in: below)
    #expect(product.origin.name == "request")
    #expect(try await call.resolve(Product.self, in: request) === product)
    #expect(try await call.resolve(Product.self, in: request.makeChild()) === product)
  }

  @Test(arguments: AnyScope.common, Call.allCases)
  private func `a shared instance resolved in a child gets its dependencies from the registering container`(
    scope: AnyScope, call: Call
  ) async throws {
    let family = try Family(scope)
    #expect(try await call.resolve(Product.self, in: family.child).origin.name == "parent")
  }

  @Test(arguments: Call.allCases)
  func `a parent's singleton does not capture an instance that a child container caches`(call: Call) async throws {
    final class Owner {
      let product: Product
      init(_ product: Product) { self.product = product }
    }
    try parent.register(Origin.self) { Origin(name: "parent") }
    try parent.register(Product.self) { resolver in Product(try resolver.resolve()) }.asScoped()
    try parent.register(Owner.self) { resolver in Owner(try resolver.resolve()) }.asSingleton()
    let child = try parent.makeChild { try $0.register(Origin.self) { Origin(name: "child") } }
    let own = try await call.resolve(Product.self, in: child)
    let owner = try await call.resolve(Owner.self, in: child)
    #expect(owner.product !== own)
    #expect(try await call.resolve(Product.self, in: parent) === owner.product)
  }

  @Test(arguments: Call.allCases)
  func `a singleton that a child gets through a transient uses the parent's dependencies`(call: Call) async throws {
    let family = try Family(.singleton)
    try family.parent.register([Product].self) { resolver in [try resolver.resolve(Product.self)] }.asTransient()
    #expect(try await call.resolve([Product].self, in: family.child)[0].origin.name == "parent")
  }

  // MARK: Instances

  @Test(arguments: AnyScope.common, Call.allCases)
  private func `a shared instance is the same in a parent, its children and its grandchildren`(
    scope: AnyScope, call: Call
  ) async throws {
    let family = try Family(scope)
    let product = try await call.resolve(Product.self, in: family.child)
    for container in [family.parent, family.child, family.parent.makeChild(), family.child.makeChild()] {
      #expect(try await call.resolve(Product.self, in: container) === product)
    }
  }

  @Test(arguments: AnyScope.separate, Call.allCases)
  private func `each container caches its own container-scoped instance`(scope: AnyScope, call: Call) async throws {
    let family = try Family(scope)
    let containers = [family.parent, family.child, family.parent.makeChild(), family.child.makeChild()]
    var products: [Product] = []
    for container in containers { products.append(try await call.resolve(Product.self, in: container)) }
    #expect(Set(products.map(ObjectIdentifier.init)).count == containers.count)
    for (container, product) in zip(containers, products) {
      #expect(try await call.resolve(Product.self, in: container) === product)
    }
  }

  @Test(arguments: Call.allCases)
  func `the nearest container of a name caches an instance scoped to that name`(call: Call) async throws {
    try root.register(LiveService.self) { LiveService() }.asScoped(to: "request")
    let outer = root.makeChild(named: "request")
    let inner = outer.makeChild(named: "request")
    let service = try await call.resolve(LiveService.self, in: inner.makeChild())
    #expect(try await call.resolve(LiveService.self, in: inner) === service)
    #expect(try await call.resolve(LiveService.self, in: outer) !== service)
  }

  @Test(arguments: Call.allCases)
  func `resolve throws containerNotFound if no enclosing container has the scope's name`(call: Call) async throws {
    try root.register(LiveService.self) { LiveService() }.asScoped(to: "request")
    _ = root.makeChild(named: "request")
    await call.expectResolveThrows(LiveService.self, in: root, .containerNotFound)
    let other = root.makeChild(named: "session")
    await call.expectResolveThrows(LiveService.self, in: other, .containerNotFound)
  }

  // MARK: Protection

  @Test func `replacing a protected registration in its own container throws an error`() throws {
    try parent.register(Int.self, isOverridable: false) { 1 }
    #expect(throws: AstrojectError.self) { try parent.register(Int.self) { 2 } }
    #expect(try parent.resolve(Int.self) == 1)
  }

  @Test func `overriding a protected registration in a child or grandchild container throws an error`() throws {
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

  @Test(arguments: Call.allCases)
  func `a child's forwarding does not override its parent's protected registration`(call: Call) async throws {
    let real = LiveService()
    try parent.register((any Service).self, isOverridable: false) { [trace = Trace(real)] in
      try #require(trace.object as? LiveService)
    }
    let child = parent.makeChild()
    try child.register(LiveService.self) { LiveService() }.implements((any Service).self)
    #expect(try await call.resolve((any Service).self, in: child) === real)
    #expect(try await call.resolve(LiveService.self, in: child) !== real)
  }

  @Test func `protecting a key in a child container does not restrict its parent or its siblings`() throws {
    let child = parent.makeChild()
    try child.register(Int.self, isOverridable: false) { 1 }
    try parent.register(Int.self) { 2 }
    try parent.makeChild().register(Int.self) { 3 }
    #expect(try child.resolve(Int.self) == 1)
    #expect(try parent.resolve(Int.self) == 2)
  }

  @Test func `a child container's registration stays if its parent protects the key later`() throws {
    let child = parent.makeChild()
    try child.register(Int.self) { 1 }
    try parent.register(Int.self, isOverridable: false) { 2 }
    #expect(try child.resolve(Int.self) == 1)
  }

  // MARK: Lifetimes

  @Test func `a container keeps its parents alive and usable until it is released`() throws {
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

  @Test(arguments: AnyScope.keeping)
  private func `a released child container is freed with its instances while its parent lives`(scope: AnyScope) throws {
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

  @Test func `releasing a child releases its instance of a parent's registration and runs onRelease`() throws {
    let released = Recorder<ObjectIdentifier>()
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

  @Test func `replacing a parent's registration releases a child's instance of it and runs onRelease`() throws {
    try parent.register(LiveService.self) { LiveService() }.asScoped().onRelease { _ in released.note("old") }
    let child = parent.makeChild()
    let trace = Trace(try child.resolve(LiveService.self))
    #expect(!trace.isGone)
    try parent.register(LiveService.self) { LiveService() }
    #expect(released.events == ["old"])
    #expect(trace.isGone)
    withExtendedLifetime(child) {}
  }

  /// The operations on a child that must not affect its parent.
  private enum Ending: CaseIterable {
    case release, releaseAll, unregister, clear, shutdown, drop
  }

  @Test(arguments: AnyScope.keeping, Ending.allCases)
  private func `releasing or clearing a child container does not release the instances of its parent`(
    scope: AnyScope, ending: Ending
  ) async throws {
    let released = Recorder<ObjectIdentifier>()
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

  @Test(arguments: Call.allCases)
  func `release in a child releases the child's container-scoped instance, not the parent's`(call: Call) async throws {
    try parent.register(LiveService.self) { LiveService() }.asScoped()
    let child = parent.makeChild()
    let (above, below) = (
      try await call.resolve(LiveService.self, in: parent), try await call.resolve(LiveService.self, in: child)
    )
    synchronously { child.release(LiveService.self) }
    #expect(try await call.resolve(LiveService.self, in: child) !== below)
    #expect(try await call.resolve(LiveService.self, in: parent) === above)
  }

  @Test(arguments: AnyScope.separate, Call.allCases)
  func `releasing an implemented type in a child or a named parent releases the cached instance`(
    scope: AnyScope, call: Call
  ) async throws {
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

  @Test func `replacing a registration releases a child's instance even after a change of scope`() throws {
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

  @Test func `releasing a child releases its instance in a named parent even after a change of scope`() throws {
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

/// A Sendable box, so that a factory can capture the service.
private final class Held: @unchecked Sendable {
  let service: LiveService
  init(_ service: LiveService) { self.service = service }
}
