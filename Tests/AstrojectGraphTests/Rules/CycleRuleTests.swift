import AstrojectTesting
import Testing

private protocol Node: AnyObject {}
private final class Left: Node {
  var right: (any Node)?
  @Inject(name: "spare") var spare: Cast.A
}
private final class Right: Node { var left: (any Node)? }
private final class Holder: Node { init(left: any Node) {} }

private final class Owner: Node {
  var node: (any Node)?
  var holder: Holder?
  var itself: Owner?
}
private final class Kept: Node { init(owner: Owner) {} }
private final class Cub: Node { var den: Den? }
private final class Den {
  init(cub: Cub) {}
  init(node: any Node) {}
}
private final class Yard {
  var gate: Gate?
  var path: Path?
}
private final class Gate { init(yard: Yard) {} }
private final class Path { init(gate: Gate) {} }

struct CycleRuleTests {
  private let container = Container()

  @Test func `what an object behind a decorated forwarding gets afterwards must not need that`() throws {
    try container.register(Cub.self) { Cub() }.asSingleton().injecting(\.den).implements((any Node).self)
    try container.register(initializer: Den.init(node:)).asSingleton()
    #expect(container.verdict() == [])
    try container.decorate((any Node).self) { _, node in node }
    #expect(container.verdict() == ["cycle: Node → Cub → Den → Node"])
    #expect(throws: AstrojectError.self) { try container.resolve((any Node).self) }
  }

  @Test(arguments: [true, false])
  func `a decorated object may get itself, or by a property what its decorator needs`(isForwarded: Bool) throws {
    let owner = try container.register(Owner.self) { Owner() }.injecting(\.node)
    if isForwarded {
      try container.register(Right.self) { Right() }.implements((any Node).self)
      try container.decorate((any Node).self, initializer: { @Sendable (node: any Node, _: Owner) in node })
    } else {
      try container.decorate(Owner.self) { _, owner in owner }
      owner.implements((any Node).self)
    }
    #expect(container.verdict() == [])
    _ = try container.resolve((any Node).self)
  }

  @Test func `what a property gets by a decorated forwarding must not need its owner`() throws {
    try container.register(Owner.self) { Owner() }.asSingleton().injecting(\.node)
    try container.register(initializer: Kept.init).asSingleton().implements((any Node).self)
    #expect(container.verdict() == [])
    try container.decorate((any Node).self) { _, node in node }
    #expect(container.verdict() == ["cycle: Kept → Owner → Node → Kept"])
    #expect(throws: AstrojectError.self) { try container.resolve(Kept.self) }
  }

  @Test func `a decorator of an element must not need the composite`() throws {
    try container.register(Cub.self) { Cub() }.implements((any Node).self)
    try container.register((any Node).self, composite: { @Sendable (all: [any Node]) -> any Node in all[0] })
    try container.register(Owner.self) { Owner() }.injecting(\.node)
    try container.decorate((any Node).self, initializer: { @Sendable (node: any Node, _: Owner) in node })
    #expect(container.verdict().count == 1)
    #expect(throws: AstrojectError.self) { try container.resolveAll((any Node).self) }
  }

  @Test(arguments: [true, false])
  func `what a decorated object gets afterwards must not need it, because it is made with its decorators`(
    isDenShared: Bool
  ) throws {
    try container.register(Cub.self) { Cub() }.asSingleton().injecting(\.den)
    let den = try container.register(initializer: Den.init(cub:))
    if !isDenShared { den.asTransient() }
    #expect(container.verdict() == (isDenShared ? [] : ["cycle: Cub → Den → Cub"]))
    try container.decorate(Cub.self) { _, cub in cub }
    #expect(container.verdict() == ["cycle: Cub → Den → Cub"])
    let text = try #require(container.findings().first).description
    #expect(text.contains("if Cub is resolved first, it is needed again before it is built.") == isDenShared)
    #expect(text.contains("Remedy: have the initializer of Den take a `Lazy<Cub>`."))
    let error = #expect(throws: AstrojectError.self) { try container.resolve(Cub.self) }
    #expect(error?.remedy == "break the loop: have the initializer of Den take a `Lazy<Cub>`.")
  }

  @Test(arguments: [false, true])
  func `what only an afterInit can resolve may lead back, and closes no cycle`(byInitializer: Bool) throws {
    let first =
      byInitializer
      ? try container.register(initializer: Cast.A.init).asSingleton()
      : try container.register(Cast.A.self) { Cast.A() }
    first.afterInit { resolver, _ in _ = try resolver.resolve(Cast.B.self) }.depends(on: Cast.B.self)
    try container.register(initializer: Cast.B.init).asSingleton()
      .afterInit { resolver, _ in _ = try resolver.resolve(Cast.A.self) }.depends(on: Cast.A.self)
    #expect(container.verdict() == [])
    _ = (try container.resolve(Cast.A.self), try container.resolve(Cast.B.self))
  }

  @Test func `a cycle through an afterInit is found if another owner needs it before`() throws {
    try container.register((any Node).self, name: "left", initializer: { @Sendable () -> any Node in Right() })
      .afterInit { resolver, _ in _ = try resolver.resolve((any Node).self, name: "holder") }
      .depends(on: (any Node).self, name: "holder")
    try container.register(
      (any Node).self, name: "holder", initializer: { @Sendable (left: any Node) -> any Node in Holder(left: left) },
      with: .named("left"))
    #expect(container.verdict().count == 1)
    #expect(throws: AstrojectError.self) { try container.resolve((any Node).self, name: "holder") }
  }

  @Test(arguments: [false, true])
  func `a property that may come later begins no cycle, and another one of its object does`(isFirst: Bool) throws {
    let yard = try container.register(initializer: Yard.init).asTransient()
    if isFirst { yard.injecting(\.gate) }
    yard.injecting(\.path)
    if !isFirst { yard.injecting(\.gate) }
    try container.register(initializer: Gate.init).asSingleton()
    try container.register(initializer: Path.init).asTransient()
    #expect(container.verdict() == ["cycle: Yard → Path → Gate → Yard"])
  }

  @Test func `a decorated forwarding of a transient object is shared by no other request`() throws {
    try container.register(initializer: Kept.init).asTransient().implements((any Node).self)
    try container.register(initializer: Owner.init).asTransient().injecting(\.holder)
    try container.register(initializer: Holder.init).asSingleton()
    try container.decorate((any Node).self) { _, node in node }
    #expect(container.verdict() == [])
    _ = try (container.resolve((any Node).self), container.resolve(Owner.self), container.resolve(Holder.self))
  }

  @Test func `a cycle through an afterInit is reported beside one of the same registration`() throws {
    try container.wire("A → B: transient", "B → C, A")
    try container.register(initializer: Cast.C.init).asSingleton()
      .afterInit { resolver, _ in _ = try resolver.resolve(Cast.A.self) }.depends(on: Cast.A.self)
    #expect(Set(container.verdict()) == ["cycle: A → B → A", "cycle: B → C → A → B"])
  }

  @Test func `a declared dependency that a property may need closes a cycle in spite of an afterInit`() throws {
    try container.register(initializer: { @Sendable () in Left() }).asSingleton()
      .afterInit { _, _ in }.depends(on: Cast.A.self, name: "spare")
    try container.register(name: "spare", initializer: { @Sendable (_: Left) in Cast.A() })
    #expect(container.verdict().contains { $0.hasPrefix("cycle") })
  }

  @Test(arguments: [
    ["A → A"], ["A → B", "B → A"], ["A → B", "B → C", "C → A"], ["A → B", "D → A", "B → C", "C → D"],
    ["A → B", "E → A", "D → E", "C → D", "B → C"],
  ])
  func `a cycle of one to five registrations is found, and starts at the first registered one`(links: [String]) throws {
    try container.wire(Cast.E.self, Cast.A.self, name: "outside")
    for link in links { try container.wire(link) }
    let count = links.count
    let steps = ["A", "B", "C", "D", "E"].prefix(count) + ["A"]
    #expect(container.verdict() == ["cycle: " + steps.joined(separator: " → ")])
    let finding = try #require(container.findings().first)
    #expect(finding.node?.key == "Cast.A")
    #expect(finding.edges.count == count)
    #expect(finding.path.first?.key == "Cast.E named \"outside\"")
  }

  // Properties that are filled have tests of their own.
  @Test(arguments: Form.allCases.filter { $0 != .filled })
  func `an immediate dependency closes a cycle and a lazy one does not, in every scope`(form: Form) throws {
    // Nothing resolves a contribution by its type. An initializer may take the arguments of a declaration.
    let closes =
      form.leadsToPlain && !form.isLazy && !form.isProvider && form != .contribution || form == .declaredArguments
    for scope in ScopeCase.allCases {
      let container = Container().makeChild(named: "request")
      try scope.apply(to: container.wire(Cast.B.self, Cast.A.self).implements((any Cast.Face).self))
      try form.register(in: container)
      #expect(container.findings().count { $0.rule == .cycle } == (closes ? 1 : 0), "\(scope)")
    }
  }

  @Test(arguments: Form.allCases.filter { !$0.isDeclared })
  func `resolving a cycle throws circularDependency, and a lazy dependency breaks the cycle`(form: Form) throws {
    try container.wire(Cast.B.self, Cast.A.self).implements((any Cast.Face).self)
    try form.register(in: container)
    switch container.findings().map(\.rule) {
    case []: expectResolves(Cast.B.self, in: container)
    case [.cycle]: expectResolveThrows(Cast.B.self, in: container, .circularDependency)
    case let others: #expect([.named, .contribution, .argument].contains(form), "\(others)")
    }
  }

  @Test func `cycles that share a registration and separate cycles are all reported`() throws {
    try container.wire("A → B", "B → A, C", "C → B", "D → E", "E → D")
    #expect(Set(container.verdict()) == ["cycle: A → B → A", "cycle: B → C → B", "cycle: D → E → D"])
    let other = try Container { try $0.wire("A → B, C", "B → A", "C → A") }
    #expect(other.verdict() == ["cycle: A → B → A", "cycle: A → C → A"])
  }

  @Test func `a cycle that is seen from a parent and from a child is reported once`() throws {
    let parent = try Container { try $0.wire("A → B", "B → A", "C → A: singleton") }
    let child = try parent.makeChild { try $0.wire(Cast.D.self, Cast.A.self).asSingleton() }
    #expect([child.verdict(), parent.verdict()] == [["cycle: A → B → A"], ["cycle: A → B → A"]])
  }

  @Test func `a child's override can close or break a cycle of its parent's registrations`() throws {
    let parent = try Container { try $0.wire("A → B", "B") }
    let child = try parent.makeChild { try $0.wire(Cast.B.self, Cast.A.self) }
    #expect([parent.verdict(), child.verdict()] == [[], ["cycle: A → B → A"]])
    let grandchild = try child.makeChild { try $0.wire(Cast.B.self) }
    #expect(grandchild.verdict() == [])
    // A parent's singleton does not get the override.
    let other = try Container { try $0.wire("A → B: singleton", "B") }
    #expect(try other.makeChild { try $0.wire(Cast.B.self, Cast.A.self) }.verdict() == [])
  }

  @Test func `an element that needs its own collection is reported as a cycle`() throws {
    try container.contribute((any Cast.Face).self, initializer: Cast.B.init)
    try container.wire(Cast.A.self, [any Cast.Face].self).implements((any Cast.Face).self)
    #expect(container.findings().map(\.rule) == [.cycle])
    expectResolveThrows(Cast.A.self, in: container)
  }
}

@Suite("The rule `cycle` for properties that are filled after initialization")
struct FilledCycleTests {
  static let pairs = [ScopeCase.unsaid, .graph, .transient, .singleton, .disposable, .weak, .scoped].flatMap { one in
    [ScopeCase.unsaid, .transient, .singleton, .weak, .scoped].map { (one, $0) }
  }

  @Test(arguments: pairs, [true, false])
  func `a cycle is valid if a property is filled with what is shared, or two are and one owner is shared`(
    scopes: (first: ScopeCase, second: ScopeCase), isFilled: Bool
  ) throws {
    let isRight = try expectAgreement {
      let container = Container()
      try scopes.first.apply(to: container.register(initializer: Left.init)).injecting(\.right)
      let right =
        isFilled
        ? try container.register(initializer: { @Sendable () -> Right in Right() }).injecting(\.left)
        : try container.register(initializer: Right.init(left:))
      scopes.second.apply(to: right)
      return container
    }
    #expect(isRight == (scopes.second != .transient || isFilled && scopes.first != .transient))
  }

  @Test(arguments: ScopeCase.allCases, [true, false])
  func `a registration that fills a property with itself is valid unless it is transient`(
    scope: ScopeCase, isForwarded: Bool
  ) throws {
    let container = Container().makeChild(named: "request")
    let owner = try scope.apply(to: container.register(initializer: Owner.init))
    if isForwarded { owner.injecting(\.node).implements((any Node).self) } else { owner.injecting(\.itself) }
    let isUnowned = scope == .weak && !isForwarded
    #expect(container.findings().map(\.rule) == (scope == .transient ? [.cycle] : isUnowned ? [.weakUnowned] : []))
    if scope == .transient {
      expectResolveThrows(Owner.self, in: container, .circularDependency)
    } else {
      expectResolves(Owner.self, in: container)
    }
  }

  /// Expects both types to resolve if no cycle is found, and at least one to throw if one is found.
  private func expectAgreement(_ make: () throws -> Container) throws -> Bool {
    let found = try make().findings().filter { $0.rule == .cycle }
    #expect(found.count <= 1)
    var errors: [AstrojectError] = []
    do { _ = try make().resolve(Left.self) } catch let error as AstrojectError { errors.append(error) }
    do { _ = try make().resolve(Right.self) } catch let error as AstrojectError { errors.append(error) }
    #expect(errors.isEmpty == found.isEmpty, "\(errors)")
    #expect(errors.allSatisfy { $0.kind == .circularDependency })
    return found.isEmpty
  }

  private final class Left {
    var right: Right?
  }

  private final class Right {
    var left: Left?
    init() {}
    init(left: Left) { self.left = left }
  }
}
