import TestSupport
import Testing

/// Names the container that registered it.
private struct Origin: Equatable { let name: String }

/// Holds an origin, which tells the container that supplied its dependencies.
private typealias Product = Wrap<Origin>

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
  func `a child container follows what its parent adds, replaces and removes`(call: Call) async throws {
    try parent.register(Int.self) { 1 }.asSingleton()
    let child = parent.makeChild()
    try parent.register(String.self) { "late" }
    expectRegistered(Int.self, in: child)
    #expect(try await call.resolve(String.self, in: child) == "late")
    #expect(try await call.resolve(Int.self, in: child) == 1)
    try parent.register(Int.self) { 2 }
    #expect(try await call.resolve(Int.self, in: child) == 2)
    parent.unregister(Int.self)
    expectNotRegistered(Int.self, in: child)
  }

  @Test(arguments: Call.allCases)
  func `a parent and a sibling do not see the registrations of a child container`(call: Call) async throws {
    let (child, sibling) = (parent.makeChild(), parent.makeChild())
    try child.register(Int.self) { 1 }
    for container in [parent, sibling] {
      expectNotRegistered(Int.self, in: container)
      await call.expectResolveThrows(Int.self, in: container, .noRegistrationFound)
      #expect(try await call.resolveAll(Int.self, in: container).isEmpty)
    }
  }

  @Test(arguments: Call.allCases)
  func `a child's registration overrides its parent's without change, until it is removed`(call: Call) async throws {
    try parent.register(Int.self) { 1 }.asSingleton()
    let child = parent.makeChild()
    try child.register(Int.self) { 2 }
    #expect(try await call.resolve(Int.self, in: child) == 2)
    #expect(try await call.resolve(Int.self, in: parent) == 1)
    for _ in 0..<2 {
      child.unregister(Int.self)
      #expect(try await call.resolve(Int.self, in: child) == 1)
    }
  }

  @Test func `10,000 nested child containers are used and released without a stack overflow`() {
    let end = onOwnThread {
      let container = Container()
      var innermost = container
      for _ in 0..<10_000 { innermost = innermost.makeChild() }
      do {
        try container.register(Int.self) { 1 }.asScoped()
        try container.register(Int.self, key: 2, isOverridable: false) { 2 }
        try innermost.register(String.self) { "\(try $0.resolve(Int.self)), \(try $0.resolve(Int.self, key: 2))" }
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
    #expect([parent.name, child.name, parent.makeChild().name] == [nil, "request", nil])
    #expect(parent.parent == nil && child.parent === parent)
  }

  // MARK: Dependencies

  @Test(arguments: AnyScope.allCases, Call.allCases)
  func `an instance gets its dependencies from the container that asks, also through another, unless it is shared`(
    scope: AnyScope, call: Call
  ) async throws {
    let family = try Family(scope)
    try family.parent.register([Product].self) { resolver in [try resolver.resolve(Product.self)] }.asTransient()
    let below = try family.child.makeChild { child in try child.register(Origin.self) { Origin(name: "below") } }
    let (name, nameBelow) = AnyScope.common.contains(scope) ? ("parent", "parent") : ("child", "below")
    #expect(try await call.resolve([Product].self, in: family.child)[0].inner.name == name)
    #expect(try await call.resolve([Product].self, in: below)[0].inner.name == nameBelow)
    #expect(try await call.resolve(Product.self, in: family.child).inner.name == name)
    #expect(try await call.resolve(Product.self, in: family.parent).inner.name == "parent")
    #expect(try await call.resolve(Product.self, in: family.child.makeChild()).inner.name == name)
  }

  @Test(arguments: Call.allCases)
  func `a named container caches an instance for its children and supplies its dependencies`(call: Call) async throws {
    try root.register(Origin.self) { Origin(name: "root") }
    try root.register(Product.self) { resolver in Product(try resolver.resolve()) }.asScoped(to: "request")
    let request = try root.makeChild(named: "request") { try $0.register(Origin.self) { Origin(name: "request") } }
    let below = try request.makeChild { try $0.register(Origin.self) { Origin(name: "below") } }
    let product = try await call.resolve(Product.self, in: below)
    #expect(product.inner.name == "request")
    #expect(try await call.resolve(Product.self, in: request) === product)
    #expect(try await call.resolve(Product.self, in: request.makeChild()) === product)
  }

  @Test(arguments: Call.allCases)
  func `a parent's singleton does not capture an instance that a child container caches`(call: Call) async throws {
    struct Owner { let product: Product }
    try parent.register(Origin.self) { Origin(name: "parent") }
    try parent.register(Product.self) { resolver in Product(try resolver.resolve()) }.asScoped()
    try parent.register(Owner.self) { resolver in Owner(product: try resolver.resolve()) }.asSingleton()
    let child = try parent.makeChild { try $0.register(Origin.self) { Origin(name: "child") } }
    let own = try await call.resolve(Product.self, in: child)
    let owner = try await call.resolve(Owner.self, in: child)
    #expect(owner.product !== own)
    #expect(try await call.resolve(Product.self, in: parent) === owner.product)
  }

  // MARK: Instances

  @Test(arguments: AnyScope.keeping, Call.allCases)
  func `a shared instance is the same in all containers, and each caches its own container-scoped one`(
    scope: AnyScope, call: Call
  ) async throws {
    let family = try Family(scope)
    let containers = [family.child, family.parent, family.parent.makeChild(), family.child.makeChild()]
    var products: [Product] = []
    for container in containers { products.append(try await call.resolve(Product.self, in: container)) }
    #expect(Set(products.map(ObjectIdentifier.init)).count == (AnyScope.common.contains(scope) ? 1 : 4))
    for (container, product) in zip(containers, products) {
      #expect(try await call.resolve(Product.self, in: container) === product)
    }
  }

  // MARK: Protection

  @Test func `overriding a protected registration in a child or grandchild container throws an error`() throws {
    let early = parent.makeChild()
    try parent.register(Int.self, name: "n", isOverridable: false) { 1 }
    for child in [early, early.makeChild(), parent.makeChild()] {
      expectThrows(.alreadyRegistered) { try child.register(Int.self, name: "n") { 2 } }
      #expect(throws: AstrojectError.self) { try child.register(instance: 2, name: "n") }
      #expect(try child.resolve(Int.self, name: "n") == 1)
      try child.register(Int.self) { 3 }
      #expect(try child.resolve(Int.self) == 3)
    }
  }

  @Test func `protecting a key restricts neither a parent, a sibling nor an earlier registration of a child`() throws {
    let (child, early) = (parent.makeChild(), parent.makeChild())
    try early.register(Int.self) { 0 }
    try child.register(Int.self, isOverridable: false) { 1 }
    try parent.register(Int.self) { 2 }
    try parent.makeChild().register(Int.self) { 3 }
    #expect(try child.resolve(Int.self) == 1)
    #expect(try parent.resolve(Int.self) == 2)
    try parent.register(Int.self, isOverridable: false) { 4 }
    #expect(try early.resolve(Int.self) == 0)
  }

  // MARK: Lifetimes

  @Test(arguments: AnyScope.keeping)
  func `a released child container is freed with its instances while its parent lives`(scope: AnyScope) throws {
    let traces: [Trace]
    do {
      let captured = Counter()
      let child = parent.makeChild()
      scope.apply(to: try child.register(Client.self) { withExtendedLifetime(captured) { Client(LiveService()) } })
      let client = try child.resolve(Client.self)
      traces = [Trace(child), Trace(captured), Trace(client)]
      #expect(traces.allSatisfy { !$0.isGone })
    }
    #expect(traces.map(\.isGone) == [true, true, true])
  }

  @Test(arguments: [false, true])
  func `replacing a parent's registration releases a child's instance with onRelease`(changesScope: Bool) throws {
    let registration = try parent.register(LiveService.self) { LiveService() }.asScoped()
      .onRelease { [released] _ in released.note("old") }
    let child = parent.makeChild()
    let trace = Trace(try child.resolve(LiveService.self))
    #expect(!trace.isGone)
    if changesScope { registration.asTransient() }
    try parent.register(LiveService.self) { LiveService() }
    #expect(released.events == ["old"])
    #expect(trace.isGone)
    withExtendedLifetime(child) {}
  }

  @Test(arguments: AnyScope.keeping, [nil] + Occasion.allCases)
  func `what a child container releases, and its end, releases its own instance and not its parent's`(
    scope: AnyScope, occasion: Occasion?
  ) async throws {
    let released = Recorder<ObjectIdentifier>()
    scope.apply(to: try parent.register(LiveService.self) { LiveService() })
      .onRelease { released.note(ObjectIdentifier($0)) }
    let kept = try synchronously { try parent.resolve(LiveService.self) }
    var child: Container? = parent.makeChild()
    let inChild = ObjectIdentifier(try #require(try synchronously { try child?.resolve(LiveService.self) }))
    if let occasion, let child {
      try await occasion.happen(to: LiveService.self, in: child, by: .synchronous)
      #expect(child.isRegistered(LiveService.self))
    } else {
      child = nil
    }
    #expect(!released.events.contains(ObjectIdentifier(kept)))
    #expect(released.events.allSatisfy { $0 == inChild })
    if scope == .scoped, occasion == nil { #expect(released.events == [inChild]) }
    #expect(try synchronously { try parent.resolve(LiveService.self) } === kept)
  }

  @Test(arguments: AnyScope.separate, Call.allCases)
  func `releasing an implemented type in a child or parent releases it`(scope: AnyScope, call: Call) async throws {
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
