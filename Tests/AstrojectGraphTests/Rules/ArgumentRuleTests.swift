import Foundation
import AstrojectTesting
import AstrojectGraph
import TestSupport
import Testing

@Suite("The rules about arguments")
struct ArgumentRuleTests {
  /// The form in which an initializer or closure needs a dependency that takes an argument.
  enum Need: CaseIterable, Sendable, CustomTestStringConvertible {
    case required, optional, lazy, lazyOptional, injected, filled, forwarding, collectionOfNothing
    case provider, providerOfOptional, collection, argument, value, declared

    var testDescription: String { "\(self)" }

    var isWrong: Bool {
      switch self {
      case .required, .optional, .lazy, .lazyOptional, .injected, .filled, .forwarding, .declared: true
      default: false
      }
    }

    func register(in container: Container) throws {
      switch self {
      case .required: try container.wire(Cast.A.self, Cast.B.self)
      case .optional: try container.wire(Cast.A.self, Cast.B?.self)
      case .lazy: try container.wire(Cast.A.self, Lazy<Cast.B>.self)
      case .lazyOptional: try container.wire(Cast.A.self, Lazy<Cast.B?>.self)
      case .injected: try container.register(initializer: Keeper.init)
      case .filled: try container.wire(Cast.A.self).injecting(\.taken)
      case .forwarding: try container.wire(Cast.A.self, (any Cast.Face).self)
      case .provider: try container.wire(Cast.A.self, Provider<Cast.B>.self)
      case .providerOfOptional: try container.wire(Cast.A.self, Provider<Cast.B?>.self)
      case .collection: try container.wire(Cast.A.self, [Cast.B].self)
      case .collectionOfNothing: try container.wire(Cast.A.self, [any Cast.Face].self)
      case .argument: try container.register(initializer: { @Sendable (_: Cast.B) in Cast.A() }, with: .argument)
      case .value: try container.register(initializer: { @Sendable (_: Cast.B) in Cast.A() }, with: .value(Cast.B()))
      case .declared: try container.register(Cast.A.self) { Cast.A() }.depends(on: Cast.B.self)
      }
    }
  }

  @Test(arguments: Need.allCases)
  func `a dependency that takes an argument is reported if its dependent cannot give one`(need: Need) throws {
    let container = Container()
    try container.register(initializer: { @Sendable (_: Int) in Cast.B() }, with: .argument)
      .implements((any Cast.Face).self)
    try need.register(in: container)
    let findings = container.findings()
    #expect(findings.map(\.rule) == (need.isWrong ? [.argument] : []))
    #expect(findings.allSatisfy { $0.nodes.count == 2 })
    // Externals change nothing, because a marked parameter is not looked up.
    #expect(container.findings(externals: Int.self).map(\.rule) == (need.isWrong ? [.argument] : []))
    if need.isWrong {
      #expect(throws: (any Error).self) {
        switch need {
        case .lazy, .lazyOptional, .declared: throw Objection()
        case .injected: _ = try container.resolve(Keeper.self)
        default: _ = try container.resolve(Cast.A.self)
        }
      }
    }
  }

  @Test func `a closure with arguments satisfies a Provider, but no request without arguments`() throws {
    let container = Container()
    try container.register(Cast.B.self, argument: Int.self) { _, _ in Cast.B() }.dependsOnNothing()
    try container.wire(Cast.A.self, Provider<Cast.B>.self)
    #expect(container.verdict() == [])
    try container.wire(Cast.A.self, Cast.B.self)
    #expect(container.findings().map(\.rule) == [.missingDependency])
    #expect(container.findings().first?.differences == ["with other arguments"])
    try container.wire(Cast.A.self, Lazy<Cast.B>.self)
    #expect(container.findings().map(\.rule) == [.missingDependency])
  }

  @Test func `an injected Provider of a closure with arguments is valid before and after a resolve`() throws {
    final class Book {
      @Inject var pages: Provider<Cast.B>
      @Inject(name: "x") var others: Provider<Cast.C>?
    }
    let container = Container()
    try container.register(Cast.B.self, argument: Int.self) { _, _ in Cast.B() }.dependsOnNothing()
    try container.register(Cast.C.self, name: "x", argument: Int.self) { _, _ in Cast.C() }.dependsOnNothing()
    try container.register(initializer: Book.init)
    #expect(container.verdict() == [])
    let book = try container.resolve(Book.self)
    _ = try book.pages.get(arguments: 3)
    _ = try book.others?.get(arguments: 3)
    #expect(container.verdict() == [])
    try container.register(initializer: Keeper.init)
    #expect(container.findings().map(\.rule) == [.missingDependency])
  }

  @Test func `a parameter of an unregistered plain value is reported as a missing argument`() throws {
    let container = Container()
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
    let container = Container()
    try container.register(initializer: { @Sendable (_: Int?, _: [Int], _: Lazy<Int?>) in Cast.A() })
    try container.register(
      initializer: { @Sendable (_: Int, _: Int) in Cast.B() }, with: .value(1), .argument)
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

  @Test func `a missing type of the app is reported as a missing dependency, not as an argument`() throws {
    let container = Container()
    try container.register(initializer: { @Sendable (_: Cast.Size, _: Cast.B, _: any Cast.Face) in Cast.A() })
    #expect(container.findings().map(\.rule) == Array(repeating: .missingDependency, count: 3))
  }

  @Test func `parameters that one argument fits equally well are ambiguous unless they are marked`() throws {
    let container = Container()
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
      let findings = container.findings(externals: Cast.B.self)
      #expect(findings.map(\.rule) == (isAmbiguous ? [.ambiguousArgument] : []))
      #expect((try? container.resolve(Cast.A.self, arguments: Cast.B())) == nil || !isAmbiguous)
    }
    let container = Container()
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
    let container = Container()
    try container.wire(Cast.A.self, Cast.B.self, Cast.B.self)
    try container.wire(Cast.B.self)
    #expect(container.verdict(externals: Cast.B.self) == [])
    #expect(container.verdict() == [])
  }

  @Test func `an initializer has one finding for each type of ambiguous arguments`() throws {
    let container = Container()
    try container.register(initializer: { @Sendable (_: Int, _: String, _: Int, _: String) in Cast.A() })
    for _ in 0..<8 {
      let findings = container.findings(externals: Int.self, String.self)
      #expect(findings.map { $0.need?.description } == ["Int", "String"])
    }
  }

  @Test func `a registration with arguments is reported in a shared custom scope, not in one per container`() throws {
    let container = Container()
    try container.register(Cast.A.self, argument: Int.self) { _, _ in Cast.A() }.as(AnyShelf())
    try container.register(Cast.B.self, initializer: { @Sendable (_: Int) in Cast.B() }, with: .argument).as(AnyShelf())
    try container.register(Cast.C.self, argument: Int.self) { _, _ in Cast.C() }.as { AnyShelf() }
    try container.wire(Cast.D.self).as(AnyShelf())
    #expect(
      container.verdict().map(\.shortened) == [
        "shared-with-arguments: A with (Int)", "shared-with-arguments: B",
      ])
    expectResolveThrows(Cast.A.self, arguments: 1, in: container)
    expectResolveThrows(Cast.B.self, arguments: 1, in: container)
  }

  @Test func `an eager registration that takes arguments is reported`() throws {
    let container = Container()
    try container.register(Cast.A.self, argument: Int.self) { _, _ in Cast.A() }.eager()
    try container.register(initializer: { @Sendable (_: Int) in Cast.B() }, with: .argument).eager()
    try container.wire(Cast.C.self).eager()
    try container.register(initializer: { @Sendable (_: Int) in Cast.D() }, with: .value(1)).eager()
    #expect(
      container.verdict().map(\.shortened) == ["eager-with-arguments: A with (Int)", "eager-with-arguments: B"])
  }

  private final class Keeper {
    @Inject var part: Cast.B
  }
}

extension Cast.A {
  fileprivate var taken: Cast.B? {
    get { nil }
    set {}
  }
}
