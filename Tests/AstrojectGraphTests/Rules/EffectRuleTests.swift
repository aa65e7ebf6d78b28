import AstrojectGraph
import Testing

@Suite("The rules about effects: `async-dependency` and `isolation`")
struct EffectRuleTests {
  typealias Maker = GraphEffectTests.Maker

  static let pairs = Maker.allCases.flatMap { own in Maker.allCases.map { (own, $0) } }

  /// The rules that a closure of one effect breaks if it declares a dependency of another.
  private func expected(_ own: Maker, _ target: Maker) -> [GraphRule] {
    if own.isAsynchronous { return [] }
    if target.isAsynchronous { return [.asyncDependency] }
    return target == .mainActor && own != .mainActor ? [.isolation] : []
  }

  private func register(_ own: Maker, in container: Container) throws -> Registration<Cast.B> {
    switch own {
    case .plain: try container.register(Cast.B.self) { Cast.B() }
    case .awaited:
      try container.register(Cast.B.self) {
        await soon()
        return Cast.B()
      }
    case .mainActor: try container.register(Cast.B.self) { @MainActor in Cast.B() }
    case .awaitedOnMainActor:
      try container.register(Cast.B.self) { @MainActor in
        await soon()
        return Cast.B()
      }
    }
  }

  @Test(arguments: pairs)
  func `a closure is reported if its effect does not allow it to resolve a declared dependency`(
    own: Maker, target: Maker
  ) throws {
    let container = Container()
    _ = try target.initializer(in: container)
    try register(own, in: container).depends(on: Cast.A.self)
    #expect(container.findings().map(\.rule) == expected(own, target))
  }

  @Test(arguments: pairs)
  func `a closure is reported for effects that reach it through registrations or derived forms`(
    own: Maker, target: Maker
  ) throws {
    let container = Container()
    _ = try target.initializer(in: container).implements((any Cast.Face).self)
    try container.wire(Cast.C.self, Cast.A.self).asTransient()
    try register(own, in: container).depends(on: Cast.C.self)
    #expect(container.findings().map(\.rule) == expected(own, target))
    try register(own, in: container).depends(on: Cast.A?.self)
    #expect(container.findings().map(\.rule) == expected(own, target))
    try register(own, in: container).depends(on: [any Cast.Face].self)
    #expect(container.findings().map(\.rule) == expected(own, target))
    try register(own, in: container).depends(on: (any Cast.Face).self)
    #expect(container.findings().map(\.rule) == expected(own, target))
  }

  @Test(arguments: Maker.allCases)
  func `lazy dependencies of closures and dependencies of initializers need no matching effect`(target: Maker) throws {
    let container = Container()
    _ = try target.initializer(in: container)
    try container.register(Cast.B.self) { Cast.B() }
      .depends(on: Lazy<Cast.A>.self, Provider<Cast.A>.self, Cast.D?.self)
    try container.wire(Cast.C.self, Cast.A.self)
    try container.wire(Cast.E.self).injecting(\.late)
    #expect(container.verdict() == [])
  }

  @Test(arguments: pairs)
  func `a hook is reported if its effect does not allow it to resolve a declared dependency`(own: Maker, target: Maker)
    throws
  {
    let container = Container()
    try container.register(Cast.C.self) { Cast.C() }.dependsOnNothing()
    let registration = try container.wire(Cast.A.self)
    own.hook(on: registration)
    registration.depends(on: Cast.B.self)
    switch target {
    case .plain: try container.wire(Cast.B.self)
    case .awaited: try container.wire(Cast.B.self).afterInit { _, _ in await soon() }
    case .mainActor: try container.wire(Cast.B.self).afterInit { @MainActor _, _ in }
    case .awaitedOnMainActor:
      try container.wire(Cast.B.self).afterInit { @MainActor _, _ in }.afterInit { _, _ in await soon() }
    }
    #expect(container.findings().map(\.rule) == expected(own, target))
  }

  @Test func `each dependency with an effect that its closure does not allow is a separate finding`() throws {
    let container = Container()
    try container.register(Cast.A.self) {
      await soon()
      return Cast.A()
    }.dependsOnNothing()
    try container.register(Cast.C.self) { @MainActor in Cast.C() }.dependsOnNothing()
    try container.register(Cast.B.self) { Cast.B() }.depends(on: Cast.A.self, Cast.C.self)
    #expect(container.verdict().map(\.shortened) == ["async-dependency: B → A", "isolation: B → C"])
  }
}

extension Cast.E {
  fileprivate var late: Cast.A? {
    get { nil }
    set {}
  }
}
