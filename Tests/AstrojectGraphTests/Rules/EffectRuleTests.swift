import TestSupport
import Testing

@Suite("The rules about effects: `async-dependency` and `isolation`")
struct EffectRuleTests {
  private let container = Container()

  typealias Maker = GraphEffectTests.Maker

  static let pairs = Maker.allCases.flatMap { own in Maker.allCases.map { (own, $0) } }

  /// The rules that a closure of one effect breaks if it declares a dependency of another.
  private func expected(_ own: Maker, _ target: Maker) -> [GraphRule] {
    if own.isAsynchronous { return [] }
    if target.isAsynchronous { return [.asyncDependency] }
    return target == .mainActor && own != .mainActor ? [.isolation] : []
  }

  @Test(arguments: pairs)
  func `a closure is reported for effects of a declared dependency, also through registrations or forms`(
    own: Maker, target: Maker
  ) throws {
    _ = try target.initializer(in: container).implements((any Cast.Face).self)
    let declarations: [(Registration<Cast.B>) -> Void] = [
      { $0.depends(on: Cast.A.self) }, { $0.depends(on: Cast.C.self) }, { $0.depends(on: Cast.A?.self) },
      { $0.depends(on: [any Cast.Face].self) }, { $0.depends(on: (any Cast.Face).self) },
    ]
    for (number, declare) in declarations.enumerated() {
      if number == 1 { try container.wire(Cast.C.self, Cast.A.self).asTransient() }
      declare(try own.closure(Cast.B.self, in: container))
      #expect(container.findings().map(\.rule) == expected(own, target), "\(number)")
    }
  }

  @Test(arguments: Maker.allCases)
  func `lazy dependencies of closures and dependencies of initializers need no matching effect`(target: Maker) throws {
    _ = try target.initializer(in: container)
    try container.register(Cast.B.self) { Cast.B() }
      .depends(on: Lazy<Cast.A>.self, Provider<Cast.A>.self, Cast.D?.self)
    try container.wire(Cast.C.self, Cast.A.self)
    try container.wire(Cast.E.self).injecting(\.late)
    #expect(container.verdict() == [])
  }

  @Test(arguments: pairs)
  func `a hook is reported if its effect forbids a declared dependency`(own: Maker, target: Maker) throws {
    try container.register(Cast.C.self) { Cast.C() }.dependsOnNothing()
    let registration = try container.wire(Cast.A.self)
    own.hook(on: registration)
    registration.depends(on: Cast.B.self)
    let needed = try container.wire(Cast.B.self)
    target.hook(on: needed)
    // The compiler takes an asynchronous main-actor closure for a nonisolated one.
    if target == .awaitedOnMainActor { needed.afterInit { @MainActor _, _ in } }
    #expect(container.findings().map(\.rule) == expected(own, target))
  }
}

extension Cast.E {
  fileprivate var late: Cast.A? {
    get { nil }
    set {}
  }
}
