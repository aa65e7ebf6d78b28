import Foundation
import TestSupport
import Testing

/// A value that is Hashable on the main actor only.
@MainActor private struct Dial: @MainActor Hashable {
  let mark: Int
}

struct ArgumentRuleTests {
  private let container = Container()

  @Test(arguments: Form.allCases)
  func `a dependency that takes an argument is reported if its dependent cannot give one`(form: Form) throws {
    try container.register(initializer: { @Sendable (_: Int) in Cast.B() }, with: .argument)
      .implements((any Cast.Face).self)
    try form.register(in: container)
    let isWrong = form.leadsToPlain && !form.isCollection && !form.isProvider
    let isMissing = [.named, .declaredNamed].contains(form)
    let rules: [GraphRule] =
      isWrong ? Array(repeating: .argument, count: form == .twice ? 2 : 1) : isMissing ? [.missingDependency] : []
    let findings = container.findings()
    #expect(findings.map(\.rule) == rules)
    #expect(!isWrong || findings.allSatisfy { $0.nodes.count == 2 })
    // Externals change nothing, because a marked parameter is not looked up.
    #expect(container.findings(externals: Int.self).map(\.rule) == rules)
    guard isWrong, !form.isLazy, !form.isDeclared else { return }
    #expect(throws: (any Error).self) { try container.resolve(Cast.A.self) }
  }

  @Test func `a closure with arguments satisfies a Provider, but no request without arguments or with others`() throws {
    try container.register(Cast.B.self, argument: Int.self) { _, _ in Cast.B() }.dependsOnNothing()
    try container.wire(Cast.A.self, Provider<Cast.B>.self)
    #expect(container.verdict() == [])
    try container.wire(Cast.A.self, Cast.B.self)
    #expect(container.findings().map(\.rule) == [.missingDependency])
    #expect(container.findings().first?.differences == ["with other arguments"])
    try container.wire(Cast.A.self, Lazy<Cast.B>.self)
    #expect(container.findings().map(\.rule) == [.missingDependency])
    try container.register(Cast.A.self) { Cast.A() }.depends(on: Cast.B.self, arguments: String.self)
    #expect(container.findings().map(\.differences) == [["with other arguments"]])
  }

  @Test func `an injected Provider of a closure with arguments is valid before and after a resolve`() throws {
    final class Book {
      @Inject var pages: Provider<Cast.B>
      @Inject(name: "x") var others: Provider<Cast.C>?
    }
    try container.register(Cast.B.self, argument: Int.self) { _, _ in Cast.B() }.dependsOnNothing()
    try container.register(Cast.C.self, name: "x", argument: Int.self) { _, _ in Cast.C() }.dependsOnNothing()
    try container.register(initializer: Book.init)
    #expect(container.verdict() == [])
    let book = try container.resolve(Book.self)
    _ = try book.pages.get(arguments: 3)
    _ = try #require(book.others).get(arguments: 3)
    #expect(container.verdict() == [])
    try Form.injected.register(in: container)
    #expect(container.findings().map(\.rule) == [.missingDependency])
  }

  /// An initializer, a closure that gives arguments to it and declares them, and the sentence about those it refuses.
  struct Gift: Sendable {
    let sentence: String?
    let fill: @Sendable (Container) throws -> Void

    static func of<each Argument: Sendable>(
      _ gift: repeat each Argument, to register: @escaping @Sendable (Container) throws -> Void,
      refused sentence: String? = nil
    ) -> Gift {
      Gift(sentence: sentence.map { "The initializer of Cast.Size \($0)." }) { container in
        try register(container)
        try container.register(Cast.A.self) { resolver in
          _ = try resolver.resolve(Cast.Size.self, arguments: repeat each gift)
          return Cast.A()
        }.depends(on: Cast.Size.self, arguments: repeat (each Argument).self)
      }
    }

    @Sendable private static func marked(_ container: Container) throws {
      let make = { @Sendable (_: Int, _: String) in Cast.Size() }
      try container.register(initializer: make, with: .argument, .argument)
    }
    @Sendable private static func open(_ container: Container) throws {
      let make = { @Sendable (_: Int, _: String, _: Cast.B?, _: (any Cast.Mask)?) in Cast.Size() }
      try container.register(initializer: make)
    }
    @Sendable private static func twins(_ container: Container) throws {
      try container.register(initializer: { @Sendable (_: Int, _: Int, _: Lazy<String>, _: String?) in Cast.Size() })
    }

    @Sendable private static func pair(_ container: Container) throws {
      try container.register(initializer: { @Sendable (_: (Int, String)) in Cast.Size() }, with: .argument)
    }

    static let all = [
      of(1, "a", to: marked),
      of((1, "a"), to: pair),
      of(1, "a", to: pair, refused: "takes an argument of type (Int, String), and got one of type Int"),
      of((1, "a"), to: marked, refused: "takes an argument of type Int, and got one of type (Int, String)"),
      of(1, to: marked, refused: "takes an argument of type String, and got none"),
      of("a", 1, to: marked, refused: "takes an argument of type Int, and got one of type String"),
      of(1, "a", 2, to: marked, refused: "takes no further argument of type Int"),
      of("a", 1, to: open),
      of("a", Argument<Int>(1), to: open),
      of(Cast.B() as any Sendable, 1, to: open),
      of(Cast.A(), 1, to: open),
      of("a", 1, "b", to: open, refused: "takes no further argument of type String"),
      of("a", 2.5, to: open, refused: "takes no argument of type Double"),
      of("a", Cast.Size(), to: open, refused: "takes no argument of type Cast.Size"),
      of(1, 2, "a", "b", to: twins),
      of(1, to: twins, refused: "has several parameters for an argument of type Int"),
      of("a", to: twins, refused: "has several parameters for an argument of type String"),
    ]
  }

  @Test(arguments: Gift.all)
  func `arguments that a closure declares are reported exactly if the initializer refuses them`(gift: Gift) throws {
    try container.register(instance: 7)
    try container.register(instance: "x")
    try gift.fill(container)
    #expect(container.findings().map(\.headline) == [gift.sentence].compactMap { $0 })
    let result = Result { try container.resolve(Cast.A.self) }
    let error: (any Error)? = if case .failure(let error) = result { error } else { nil }
    #expect(error.map { "\($0)".prefix { !$0.isNewline } } == gift.sentence.map { $0[...] })
  }

  @Test func `a parameter of an unregistered plain value is reported as a missing argument`() throws {
    try container.register(
      initializer: { @Sendable (_: Int, _: String, _: Date, _: URL, _: @escaping @Sendable () -> Void, _: (Int, Int)) in
        Cast.A()
      })
    let findings = container.findings()
    #expect(findings.map(\.rule) == Array(repeating: .argument, count: 6))
    #expect(findings.compactMap { $0.edges.first?.position } == [1, 2, 3, 4, 5, 6])
    #expect(findings.allSatisfy { $0.nodes.count == 1 && $0.edges.count == 1 && $0.edges[0].isMissing })
  }

  @Test func `a plain value is not a missing argument if it is registered, external, optional or marked`() throws {
    try container.register(initializer: { @Sendable (_: Int?, _: [Int], _: Lazy<Int?>) in Cast.A() })
    try container.register(initializer: { @Sendable (_: Int, _: Int) in Cast.B() }, with: .value(1), .argument)
    #expect(container.verdict() == [])
    try container.register(initializer: { @Sendable (_: Int) in Cast.C() })
    #expect(container.findings().map(\.rule) == [.argument])
    #expect(container.verdict(externals: Int.self) == [])
    try container.register(initializer: { @Sendable (_: Int) in Cast.C() }, with: .named("limit"))
    #expect(container.findings().map(\.rule) == [.missingDependency])
    try container.register(Int.self, name: "limit") { 3 }
    #expect(container.verdict() == [])
    try container.register(initializer: { @Sendable (_: Int) in Cast.C() })
    try container.register(instance: 7)
    #expect(container.verdict() == [])
  }

  @Test func `parameters that one argument fits equally well are ambiguous unless they are marked`() throws {
    try container.register(initializer: { @Sendable (_: Int, _: Cast.B?, _: Int, _: Int) in Cast.A() })
    try container.register(initializer: { @Sendable (_: Cast.Size, _: Int?, _: Lazy<Int>) in Cast.C() })
    try container.register(initializer: { @Sendable (_: Int, _: Int?, _: Lazy<Int>) in Cast.D() })
    let findings = container.findings(externals: Int.self, Cast.Size.self)
    #expect(findings.map(\.rule) == [.ambiguousArgument, .ambiguousArgument])
    #expect(findings.map { $0.edges.compactMap(\.position) } == [[1, 3, 4], [2, 3]])
    #expect(findings.first?.need?.description == "Int")
    try container.register(
      initializer: { @Sendable (_: Int, _: Cast.B?, _: Int, _: Int) in Cast.A() },
      with: .argument, .auto, .argument, .argument)
    try container.register(initializer: { @Sendable (_: Int, _: String, _: [Int]) in Cast.C() })
    #expect(container.verdict(externals: Int.self, String.self) == [])
  }

  @Test func `a registered and an unregistered parameter of one external type are ambiguous`() throws {
    for (first, second, isAmbiguous) in [
      (Parameter<Cast.B>.named("x"), Parameter<Cast.B>.auto, true), (.auto, .keyed("x"), true),
      (.argument, .auto, false), (.argument, .named("x"), false), (.value(Cast.B()), .auto, false),
    ] {
      let container = Container()
      try container.register(Cast.B.self, name: "x") { Cast.B() }.dependsOnNothing()
      try container.register(initializer: { @Sendable (_: Cast.B, _: Cast.B) in Cast.A() }, with: first, second)
      #expect(container.findings(externals: Cast.B.self).map(\.rule) == (isAmbiguous ? [.ambiguousArgument] : []))
      #expect((try? container.resolve(Cast.A.self, arguments: Cast.B())) == nil || !isAmbiguous)
    }
    try container.register(Cast.B.self, name: "x") { Cast.B() }.dependsOnNothing()
    try container.register(
      initializer: { @Sendable (_: Cast.B?, _: Lazy<Cast.B>) in Cast.A() }, with: .named("x"), .auto)
    try container.register(initializer: { @Sendable (_: Cast.B, _: Cast.B?) in Cast.C() }, with: .named("x"), .auto)
    let findings = container.findings(externals: Cast.B.self)
    #expect(findings.map(\.rule) == [.ambiguousArgument])
    #expect(findings.map { $0.edges.compactMap(\.position) } == [[1, 2]])
    #expect(throws: AstrojectError.self) { try container.resolve(Cast.A.self, arguments: Cast.B()) }
    _ = try container.resolve(Cast.C.self, arguments: Cast.B())
  }

  @Test func `parameters of one registered type are not ambiguous, even if the type is external`() throws {
    try container.wire("A → B, B", "B")
    #expect([container.verdict(externals: Cast.B.self), container.verdict()] == [[], []])
  }

  @Test func `an initializer has one finding for each type of ambiguous arguments`() throws {
    try container.register(initializer: { @Sendable (_: Int, _: String, _: Int, _: String) in Cast.A() })
    for _ in 0..<8 {
      #expect(container.findings(externals: Int.self, String.self).map { $0.need?.description } == ["Int", "String"])
    }
  }

  @Test func `a registration with arguments is reported in a shared custom scope, not in one per container`() throws {
    try container.register(Cast.A.self, argument: Int.self) { _, _ in Cast.A() }.as(Keeping())
    try container.register(Cast.B.self, initializer: { @Sendable (_: Int) in Cast.B() }, with: .argument).as(Keeping())
    try container.register(Cast.C.self, argument: Int.self) { _, _ in Cast.C() }.as { Keeping() }
    try container.wire(Cast.D.self).as(Keeping())
    #expect(container.verdict() == ["shared-with-arguments: A with (Int)", "shared-with-arguments: B"])
    expectResolveThrows(Cast.A.self, arguments: 1, in: container)
    expectResolveThrows(Cast.B.self, arguments: 1, in: container)
  }

  /// Arguments, and whether they can be compared.
  private static let comparisons: [(any Sendable, areCompared: Bool)] = [
    (1, true), (Optional("a"), true), (Cast.A(), true), (["a": [1]], true), (ObjectIdentifier(Cast.A.self), true),
    (Cast.Size(), false), ([Cast.Size()], false), (Int.self, false), ({ () in } as @Sendable () -> Void, false),
  ]

  @Test(arguments: comparisons, ScopeCase.allCases)
  func `an argument that cannot be compared is reported exactly if the scope refuses it`(
    comparison: (argument: any Sendable, areCompared: Bool), scope: ScopeCase
  ) throws {
    func check<Value: Sendable>(_ argument: Value) throws {
      let child = Container().makeChild(named: "request")
      try scope.apply(to: child.register(Cast.A.self, argument: Value.self) { _, _ in Cast.A() })
      try scope.apply(
        to: child.register(Cast.B.self, initializer: { @Sendable (_: Value) in Cast.B() }, with: .argument))
      let findings = child.findings(roots: Cast.A.self, Cast.B.self).map(\.rule)
      let isRefused = scope != .shared && (try? child.resolve(Cast.A.self, argument: argument)) == nil
      #expect(findings.filter { $0 == .incomparableArguments }.count == (isRefused ? 2 : 0))
      #expect(isRefused == (scope != .shared && (try? child.resolve(Cast.B.self, arguments: argument)) == nil))
      #expect(comparison.areCompared == !isRefused || ![.singleton, .scoped, .perContainer].contains(scope))
    }
    try check(comparison.argument)
  }

  @Test @MainActor func `an argument that can be compared on its actor, or that may be nil, is not reported`() throws {
    try container.register(Cast.A.self, argument: Dial.self) { @MainActor _, _ in Cast.A() }.asSingleton()
    try container.register(Cast.B.self, argument: Cast.Size?.self) { _, _ in Cast.B() }.asSingleton()
    let first = try container.resolve(Cast.A.self, argument: Dial(mark: 1))
    #expect(try container.resolve(Cast.A.self, argument: Dial(mark: 1)) === first)
    _ = try container.resolve(Cast.B.self, argument: Cast.Size?.none)
    #expect(container.verdict() == [])
  }

  @Test func `an eager registration that takes arguments is reported`() throws {
    try container.register(Cast.A.self, argument: Int.self) { _, _ in Cast.A() }.eager()
    try container.register(initializer: { @Sendable (_: Int) in Cast.B() }, with: .argument).eager()
    try container.wire(Cast.C.self).eager()
    try container.register(initializer: { @Sendable (_: Int) in Cast.D() }, with: .value(1)).eager()
    #expect(container.verdict() == ["eager-with-arguments: A with (Int)", "eager-with-arguments: B"])
  }
}
