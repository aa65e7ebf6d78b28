import TestSupport
import Testing

private struct Fruit: Sendable {}

private enum Market { struct Fruit: Sendable {} }

private final class Root { init(_ branch: Branch) {} }

private final class Branch { init(_ fruit: Fruit) {} }

/// Returns a type with the same name as that of `otherLocalType()`.
private func localType() -> any Sendable.Type {
  struct Local {}
  return Local.self
}

private func otherLocalType() -> any Sendable.Type {
  struct Local {}
  return Local.self
}

private func register<Product>(_ type: Product.Type, in container: Container) throws {
  try container.register(type) { throw Trouble("never built") }
}

struct ErrorContentTests {
  private let container = Container()

  // MARK: Paths and locations

  @Test(arguments: Call.allCases)
  func `an error's path has keys and locations, from a child into a singleton of its parent`(call: Call) async throws {
    let (parent, child) = (container, container.makeChild())
    let branch = try parent.register(Branch.self) { resolver in Branch(try resolver.resolve()) }.asSingleton()
    let root = try child.register(Root.self) { resolver in Root(try resolver.resolve()) }
    try child.register(Fruit.self) { Fruit() }
    let failure = try #require(await call.error(resolving: Root.self, in: child)?.failure)
    #expect(failure.key.description == "Fruit" && failure.location == nil && failure.path[0].key == root.key)
    #expect(failure.path.map(\.key.description) == ["Root", "Branch", "Fruit"])
    #expect(failure.path.map(\.location) == [root.location, branch.location, nil])
    withExtendedLifetime(child) { #expect(failure.nearMatches.map(\.difference) == [.child(nil)]) }
  }

  // MARK: Underlying errors

  @Test(arguments: Call.allCases)
  func `a foreign error is wrapped once, at the innermost factory`(call: Call) async throws {
    try container.register(Root.self) { resolver in Root(try resolver.resolve()) }
    try container.register(Branch.self) { resolver in Branch(try resolver.resolve()) }
    let fruit = try container.register(Fruit.self) { throw Trouble("rotten") }
    let error = try #require(await call.expectResolveThrows(Root.self, in: container, .factoryFailed))
    #expect(error.failure?.key == fruit.key)
    #expect(error.failure?.location == fruit.location)
    #expect(error.route == ["Root", "Branch", "Fruit"])
    #expect(error.failure?.underlyingError as? Trouble == Trouble("rotten"))
    #expect(error.underlyingError as? Trouble == Trouble("rotten"))
  }

  @Test(arguments: Call.allCases)
  func `an AstrojectError passes through outer factories and hooks unchanged`(call: Call) async throws {
    try container.register(Root.self) { resolver in Root(try resolver.resolve()) }.asSingleton()
    try container.register(Branch.self) { Branch(Fruit()) }.asDisposableSingleton()
      .afterInit { resolver, _ in _ = try resolver.resolve(Fruit.self) }
    let error = await call.expectResolveThrows(Root.self, in: container, .noRegistrationFound)
    #expect(error?.route == ["Root", "Branch", "Fruit"])
    #expect(error?.underlyingError == nil)
  }

  @Test(arguments: Call.allCases)
  func `an AstrojectError that a factory throws itself is passed on unchanged`(call: Call) async throws {
    try container.register(Int.self) { throw AstrojectError.alreadyRegistered(type: String.self, name: "n") }
    let error = await call.error(resolving: Int.self, in: container)
    guard case .alreadyRegistered(let type, let name) = error else { return #expect(error?.kind == .alreadyRegistered) }
    #expect(ObjectIdentifier(type) == ObjectIdentifier(String.self))
    #expect(name == "n" && error?.underlyingError == nil)
  }

  @Test func `errors of asynchronous factories and hooks are wrapped like those of synchronous ones`() async throws {
    try container.register(Int.self) { () async throws in throw Trouble("factory") }
    try container.register(String.self) { "" }.afterInit { _, _ async throws in throw Trouble("hook") }
    let factory = await Call.asynchronous.expectResolveThrows(Int.self, in: container, .factoryFailed)
    #expect(factory?.underlyingError as? Trouble == Trouble("factory"))
    let hook = await Call.asynchronous.expectResolveThrows(String.self, in: container, .afterInitFailed)
    #expect(hook?.underlyingError as? Trouble == Trouble("hook"))
  }

  // MARK: Cancellation

  @Test(
    arguments: [
      (CancellationError(), true, .cancelled), (CancellationError(), false, .factoryFailed),
      (Trouble("no"), true, .factoryFailed),
    ] as [(any Error, Bool, AstrojectError.Kind)])
  func `only a CancellationError in a cancelled task is reported as cancelled`(
    thrown: any Error, isCancelled: Bool, kind: AstrojectError.Kind
  ) async throws {
    let factory = { @Sendable () throws -> Fruit in throw thrown }
    for call in isCancelled ? [.asynchronous] : Call.allCases {
      let fruit =
        call.isAwaiting
        ? try container.register(Fruit.self) { () async throws in try factory() }
        : try container.register(Fruit.self, factory: factory)
      try container.register(Branch.self) { resolver in Branch(try await resolver.resolve()) }
      let error = await Task {
        if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
        return call.isAwaiting
          ? await call.error(resolving: Branch.self, in: container)
          : await call.error(resolving: Fruit.self, in: container)
      }.value
      #expect(error?.kind == kind)
      #expect(error?.failure?.key == fruit.key)
      #expect((error?.underlyingError is CancellationError) == (thrown is CancellationError))
    }
  }

  // MARK: Near matches

  /// A registration that resembles the requested key, and the expected difference.
  private struct Neighbour: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let difference: AstrojectError.NearMatch.Difference
    let register: @Sendable (Container) throws -> Key

    init(
      _ description: String, _ difference: AstrojectError.NearMatch.Difference,
      register: @escaping @Sendable (Container) throws -> Key
    ) {
      testDescription = description
      self.difference = difference
      self.register = register
    }

    static let all = [
      Neighbour("another name", .label) { try $0.register(Fruit.self, name: "n") { Fruit() }.key },
      Neighbour("a key", .label) { try $0.register(Fruit.self, key: 1) { Fruit() }.key },
      Neighbour("an argument", .arguments) { try $0.register(Fruit.self, argument: Int.self) { _, _ in Fruit() }.key },
      Neighbour("a name and an argument", .label) {
        try $0.register(Fruit.self, name: "n", argument: Int.self) { _, _ in Fruit() }.key
      },
      Neighbour("a forwarding under a name", .label) { container in
        let registration = try container.register(LiveService.self, name: "n") { LiveService() }
        registration.implements(Fruit.self) { _ in Fruit() }
        return try container.register(Fruit.self, name: "n") { Fruit() }.key
      },
      Neighbour("the optional", .optional) { try $0.register(Fruit?.self) { Fruit() }.key },
      Neighbour("another enclosing type", .module) { try $0.register(Market.Fruit.self) { Market.Fruit() }.key },
    ]
  }

  @Test(arguments: Neighbour.all, Call.allCases)
  private func `a registration that differs in label, arguments, optionality or enclosing type is a near match`(
    neighbour: Neighbour, call: Call
  ) async throws {
    try container.register(Int.self) { 1 }
    let key = try neighbour.register(container)
    expectNotRegistered(Fruit.self, in: container)
    let failure = try #require(await call.error(resolving: Fruit.self, in: container)?.failure)
    let matches = failure.nearMatches
    #expect(matches.contains { $0.key == key && $0.difference == neighbour.difference })
    #expect(!matches.contains { $0.key.product == Int.self })
  }

  @Test(arguments: Call.allCases)
  func `a local type of the same name is a near match`(call: Call) async throws {
    try register(localType(), in: container)
    let failure = try #require(await call.error(resolving: otherLocalType(), in: container)?.failure)
    #expect(failure.nearMatches.map(\.difference) == [.module])
  }

  @Test(arguments: Call.allCases)
  func `a concrete type and a protocol of the same name are near matches of each other`(call: Call) async throws {
    try register((any Crate<Int>).self, in: container)
    let concrete = try #require(await call.error(resolving: concreteCrate(), in: container)?.failure)
    #expect(concrete.nearMatches.map(\.difference) == [.existential])
    container.unregister((any Crate<Int>).self)
    try register(concreteCrate(), in: container)
    let erased = try #require(await call.error(resolving: (any Crate<Int>).self, in: container)?.failure)
    #expect(erased.nearMatches.map(\.difference) == [.existential])
  }

  @Test(arguments: Call.allCases)
  func `near matches include registrations of a parent and of a child's child`(call: Call) async throws {
    let root = Container()
    let above = try root.register(Fruit.self, name: "above") { Fruit() }
    let container = root.makeChild()
    let child = container.makeChild()
    let grandchild = child.makeChild(named: "deep")
    let below = try grandchild.register(Fruit.self) { Fruit() }
    let failure = try #require(await call.error(resolving: Fruit.self, in: container)?.failure)
    withExtendedLifetime(grandchild) {
      #expect(failure.nearMatches.map(\.location) == [below.location, above.location])
      #expect(failure.nearMatches.map(\.difference) == [.child("deep"), .label])
    }
  }

  @Test(arguments: Call.allCases)
  func `near matches do not include removed registrations and released children`(call: Call) async throws {
    try container.register(Fruit.self, name: "n") { Fruit() }
    container.unregister(Fruit.self, name: "n")
    try container.makeChild().register(Fruit.self) { Fruit() }
    let failure = try #require(await call.error(resolving: Fruit.self, in: container)?.failure)
    #expect(failure.nearMatches.isEmpty)
  }

  // MARK: Type names

  private final class Wrapped {}
  private struct Wrapping: Error, Hashable, Sendable {
    static func == (left: Self, right: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
    nonisolated(unsafe) let wrapped = Wrapped()
  }

  @Test(arguments: Call.allCases)
  func `error texts print private and local types without an address`(call: Call) async throws {
    struct Inner {}
    var texts: [String] = []
    texts.append("\(String(describing: await call.error(resolving: Inner.self, in: container)))")
    texts.append("\(String(describing: await call.error(resolving: [Inner?].self, name: "n", in: container)))")
    try register(localType(), in: container)
    texts.append("\(String(describing: await call.error(resolving: otherLocalType(), in: container)))")
    try container.register((any Service).self) { LiveService() }
    try container.register(Wrapped.self) { Wrapped() }.implements(LiveService.self)
    texts.append("\(String(describing: await call.error(resolving: LiveService.self, in: container)))")
    for text in texts {
      #expect(!text.contains("unknown context"))
      #expect(!text.contains("0x"))
    }
    #expect(texts[0].contains("No registration found for ErrorContentTests.Inner."))
    #expect(texts[2].contains("Local, registered at"))
  }

  @Test(arguments: Call.allCases)
  func `error texts print keys and foreign errors of private types without an address`(call: Call) async throws {
    try container.register(Int.self, key: Wrapping()) { 1 }
    try container.register(String.self) { throw Wrapping() }
    let missing = try #require(await call.error(resolving: Int.self, in: container)).description
    #expect(missing.contains("Int keyed ErrorContentTests.Wrapping(wrapped: "))
    #expect(!missing.contains("unknown context"))
    let thrown = try #require(await call.error(resolving: String.self, in: container)).description
    #expect(thrown.contains("The factory of String threw: Wrapping"))
    #expect(!thrown.contains("unknown context"))
  }

  @Test func `the underlying error of several failures is the first foreign error`() throws {
    try container.register(Fruit.self) { try $0.need(Int.self, before: Fruit()) }.eager()
    var error = #expect(throws: AstrojectError.self) { try container.bootstrap() }
    #expect(error?.failures.count == 1 && error?.underlyingError == nil)
    try container.register(String.self) { throw Trouble("foreign") }.eager()
    error = #expect(throws: AstrojectError.self) { try container.bootstrap() }
    #expect(error?.failures.count == 2 && error?.underlyingError is Trouble)
  }

  @Test(arguments: Call.allCases)
  func `the error of a resolve in a released container has the path that led to it`(call: Call) async throws {
    var gone: Container? = Container()
    try gone?.register(Resolver.self) { $0 }
    let resolver = try #require(try synchronously { try gone?.resolve(Resolver.self) })
    gone = nil
    try container.register(Fruit.self) { _ in try resolver.need(Int.self, before: Fruit()) }
    let error = await call.expectResolveThrows(Fruit.self, in: container, .containerReleased)
    #expect(error?.failures.first?.path.map(\.key.description) == ["Fruit", "Int"])
  }
}

private protocol Crate<Element> { associatedtype Element }

/// Returns a concrete type that prints like the protocol.
private func concreteCrate() -> any Any.Type {
  struct Crate<Element> {}
  return Crate<Int>.self
}
