import AstrojectGraph
import AstrojectTesting
import Testing

@Suite("The rule `cycle`")
struct CycleRuleTests {
  @Test("a loop of any length is found, and begins with what was registered first", arguments: 1...5)
  func length(count: Int) throws {
    let container = Container()
    try container.wire(Cast.E.self, Cast.A.self, name: "outside")
    switch count {
    case 1: try container.wire(Cast.A.self, Cast.A.self)
    case 2:
      try container.wire(Cast.A.self, Cast.B.self)
      try container.wire(Cast.B.self, Cast.A.self)
    case 3:
      try container.wire(Cast.A.self, Cast.B.self)
      try container.wire(Cast.B.self, Cast.C.self)
      try container.wire(Cast.C.self, Cast.A.self)
    case 4:
      try container.wire(Cast.A.self, Cast.B.self)
      try container.wire(Cast.D.self, Cast.A.self)
      try container.wire(Cast.B.self, Cast.C.self)
      try container.wire(Cast.C.self, Cast.D.self)
    default:
      try container.wire(Cast.A.self, Cast.B.self)
      try container.wire(Cast.E.self, Cast.A.self)
      try container.wire(Cast.D.self, Cast.E.self)
      try container.wire(Cast.C.self, Cast.D.self)
      try container.wire(Cast.B.self, Cast.C.self)
    }
    let steps = ["A", "B", "C", "D", "E"].prefix(count) + ["A"]
    #expect(container.verdict().map(\.shortened) == ["cycle: " + steps.joined(separator: " → ")])
    let finding = try #require(container.findings().first)
    #expect(finding.node?.key == "Cast.A")
    #expect(finding.edges.count == count)
    #expect(finding.path.first?.key == "Cast.E named \"outside\"")
  }

  @Test("a loop of two hundred is found")
  func long() throws {
    let container = Container()
    for number in 0..<200 {
      try container.register(
        name: "\(number)", initializer: { @Sendable (_: Cast.A) in Cast.A() },
        with: .named("\((number + 1) % 200)"))
    }
    #expect(container.findings().map(\.edges.count) == [200])
  }

  /// How a loop is closed: A needs B, and B needs A in this way.
  enum Back: CaseIterable, Sendable, CustomTestStringConvertible {
    case required, optional, collection, forwarding, injected, declared, twice
    case lazy, provider, lazyCollection, lazyOptional, optionalLazy, providerOfOptional, injectedLazy, declaredLazy
    case none, argument, value

    var testDescription: String { "\(self)" }

    var isCycle: Bool {
      switch self {
      case .required, .optional, .collection, .forwarding, .injected, .declared, .twice: true
      default: false
      }
    }

    func register(in container: Container) throws {
      switch self {
      case .required: try container.wire(Cast.B.self, Cast.A.self)
      case .twice: try container.wire(Cast.B.self, Cast.A.self, Cast.A.self)
      case .optional: try container.wire(Cast.B.self, Cast.A?.self)
      case .collection: try container.wire(Cast.B.self, [any Cast.Face].self)
      case .forwarding: try container.wire(Cast.B.self, (any Cast.Face).self)
      case .injected: try container.register(Cast.B.self, initializer: { @Sendable (_: Keeper) in Cast.B() })
      case .declared: try container.register(Cast.B.self) { Cast.B() }.depends(on: Cast.A.self)
      case .lazy: try container.wire(Cast.B.self, Lazy<Cast.A>.self)
      case .provider: try container.wire(Cast.B.self, Provider<Cast.A>.self)
      case .lazyCollection: try container.wire(Cast.B.self, Lazy<[any Cast.Face]>.self)
      case .lazyOptional: try container.wire(Cast.B.self, Lazy<Cast.A?>.self)
      case .optionalLazy: try container.wire(Cast.B.self, Lazy<Cast.A>?.self)
      case .providerOfOptional: try container.wire(Cast.B.self, Provider<Cast.A?>.self)
      case .injectedLazy: try container.register(Cast.B.self, initializer: { @Sendable (_: LazyKeeper) in Cast.B() })
      case .declaredLazy: try container.register(Cast.B.self) { Cast.B() }.depends(on: Lazy<Cast.A>.self)
      case .none: try container.wire(Cast.B.self)
      case .argument:
        try container.register(initializer: { @Sendable (_: Cast.A) in Cast.B() }, with: .argument)
      case .value: try container.register(initializer: { @Sendable (_: Cast.A) in Cast.B() }, with: .value(Cast.A()))
      }
      try container.register(initializer: Keeper.init)
      try container.register(initializer: LazyKeeper.init)
    }
  }

  @Test("what leads back at once closes a loop, and what is resolved later does not", arguments: Back.allCases)
  func back(back: Back) throws {
    for scope in ScopeCase.allCases {
      let container = Container().makeChild(named: "request")
      try scope.apply(to: container.wire(Cast.A.self, Cast.B.self).implements((any Cast.Face).self))
      try back.register(in: container)
      let found = container.findings().filter { $0.rule == .cycle }
      #expect(found.count == (back.isCycle ? 1 : 0), "\(scope)")
    }
  }

  @Test("a loop that all resolve is what a resolve finds, too", arguments: Back.allCases.filter { $0 != .declared })
  func resolved(back: Back) throws {
    let container = Container()
    try container.wire(Cast.A.self, Cast.B.self).implements((any Cast.Face).self)
    try back.register(in: container)
    if back.isCycle {
      expectResolveThrows(Cast.A.self, in: container, .circularDependency)
    } else if back != .argument {
      expectResolves(Cast.A.self, in: container)
    }
  }

  @Test("two loops through one registration are both told")
  func figureEight() throws {
    let container = Container()
    try container.wire(Cast.A.self, Cast.B.self, Cast.C.self)
    try container.wire(Cast.B.self, Cast.A.self)
    try container.wire(Cast.C.self, Cast.A.self)
    #expect(container.verdict().map(\.shortened) == ["cycle: A → B → A", "cycle: A → C → A"])
  }

  @Test("loops that meet in the middle are both told, and loops apart, too")
  func manyLoops() throws {
    let container = Container()
    try container.wire(Cast.A.self, Cast.B.self)
    try container.wire(Cast.B.self, Cast.A.self, Cast.C.self)
    try container.wire(Cast.C.self, Cast.B.self)
    try container.wire(Cast.D.self, Cast.E.self)
    try container.wire(Cast.E.self, Cast.D.self)
    #expect(
      Set(container.verdict().map(\.shortened)) == ["cycle: A → B → A", "cycle: B → C → B", "cycle: D → E → D"])
  }

  @Test("the same loop seen by a parent's and by a child's registrations is told once")
  func levels() throws {
    let parent = Container()
    try parent.wire(Cast.A.self, Cast.B.self)
    try parent.wire(Cast.B.self, Cast.A.self)
    try parent.wire(Cast.C.self, Cast.A.self).asSingleton()
    let child = parent.makeChild()
    try child.wire(Cast.D.self, Cast.A.self).asSingleton()
    #expect(child.verdict().map(\.shortened) == ["cycle: A → B → A"])
    #expect(parent.verdict().map(\.shortened) == ["cycle: A → B → A"])
  }

  @Test("a child can close a loop that its parent has not, and open one that it has")
  func childCloses() throws {
    let parent = Container()
    try parent.wire(Cast.A.self, Cast.B.self)
    try parent.wire(Cast.B.self)
    let child = parent.makeChild()
    try child.wire(Cast.B.self, Cast.A.self)
    #expect(parent.verdict() == [])
    #expect(child.verdict().map(\.shortened) == ["cycle: A → B → A"])
    let grandchild = child.makeChild()
    try grandchild.wire(Cast.B.self)
    #expect(grandchild.verdict() == [])
  }

  @Test("a parent's singleton does not go through the child, and so is on no loop of the child's")
  func singletonOfTheParent() throws {
    let parent = Container()
    try parent.wire(Cast.A.self, Cast.B.self).asSingleton()
    try parent.wire(Cast.B.self)
    let child = parent.makeChild()
    try child.wire(Cast.B.self, Cast.A.self)
    #expect(child.verdict() == [])
  }

  @Test("an element of a collection that wants the whole collection is on a loop")
  func collectionOfItself() throws {
    let container = Container()
    try container.contribute((any Cast.Face).self, initializer: Cast.B.init)
    try container.wire(Cast.A.self, [any Cast.Face].self).implements((any Cast.Face).self)
    #expect(container.findings().map(\.rule) == [.cycle])
    expectResolveThrows(Cast.A.self, in: container)
  }

  private final class Keeper {
    @Inject var part: Cast.A
  }

  private final class LazyKeeper {
    @Inject var part: Lazy<Cast.A>
  }
}

@Suite("The rule `cycle`, for properties that are filled afterwards")
struct FilledCycleTests {
  static let pairs = [ScopeCase.unsaid, .graph, .transient, .singleton, .disposable, .weak, .scoped].flatMap { one in
    [ScopeCase.unsaid, .transient, .singleton, .weak, .scoped].map { (one, $0) }
  }

  @Test(
    "two that fill each other's property are right, whatever their scopes, unless both are transient", arguments: pairs)
  func both(first: ScopeCase, second: ScopeCase) throws {
    let isRight = try expectAgreement {
      let container = Container()
      try first.apply(to: container.register(initializer: Left.init)).injecting(\.right)
      try second.apply(to: container.register(initializer: { @Sendable () -> Right in Right() })).injecting(\.left)
      return container
    }
    #expect(isRight == (first != .transient || second != .transient))
  }

  @Test(
    "where one side is needed to make the other, too",
    arguments: pairs)
  func one(first: ScopeCase, second: ScopeCase) throws {
    let isRight = try expectAgreement {
      let container = Container()
      try first.apply(to: container.register(initializer: Left.init)).injecting(\.right)
      try second.apply(to: container.register(initializer: Right.init(left:)))
      return container
    }
    #expect(isRight == (first != .transient || second != .transient))
  }

  @Test("one that fills a property with itself is right")
  func itself() throws {
    let container = Container()
    try container.register(initializer: Left.init).injecting(\.itself)
    #expect(container.verdict() == [])
    expectResolves(Left.self, in: container)
    try container.register(initializer: Left.init).injecting(\.itself).asTransient()
    #expect(container.findings().map(\.rule) == [.cycle])
    expectResolveThrows(Left.self, in: container)
  }

  /// With nothing found, both resolve, whichever is asked for first; else one of them does not.
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
    var itself: Left?
    init() {}
  }

  private final class Right {
    var left: Left?
    init() {}
    init(left: Left) { self.left = left }
  }
}
