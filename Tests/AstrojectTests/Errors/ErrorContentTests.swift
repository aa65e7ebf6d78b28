import Astroject
import AstrojectTesting
import TestSupport
import Testing

private struct Fruit: Sendable {}

private enum Market {
  struct Fruit: Sendable {}
}

private final class Root {
  init(_ branch: Branch) {}
}

private final class Branch {
  init(_ fruit: Fruit) {}
}

/// Types of one name that are local to different functions.
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

private func resolve<Product>(_ type: Product.Type, by call: Call, in container: Container) async -> AstrojectError? {
  await call.error(resolving: type, in: container)
}

extension AstrojectError {
  fileprivate var only: Failure? {
    switch self {
    case .noRegistrationFound(let failure), .factoryFailed(let failure), .afterInitFailed(let failure),
      .cancelled(let failure), .circularDependency(let failure), .invalidInstance(let failure):
      failure
    default: nil
    }
  }
}

@Suite("What errors carry")
struct ErrorContentTests {
  // MARK: Path and places

  @Test(
    "the path goes from the root to what is missing, with the places of the registrations", arguments: Call.allCases)
  func path(call: Call) async throws {
    let container = Container()
    let root = try container.register(Root.self) { resolver in Root(try resolver.resolve()) }
    let branch = try container.register(Branch.self) { resolver in Branch(try resolver.resolve()) }
    let failure = try #require(await call.error(resolving: Root.self, in: container)?.only)
    #expect(failure.key.description == "Fruit")
    #expect(failure.path.map(\.key.description) == ["Root", "Branch", "Fruit"])
    #expect(failure.path.map(\.location) == [root.location, branch.location, nil])
    #expect(failure.location == nil)
    #expect(failure.path[0].key == root.key)
  }

  @Test("a place is the file's identity and the line of the call", arguments: Call.allCases)
  func location(call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { throw Trouble("no") }; let line = #line
    let failure = try #require(await call.error(resolving: Int.self, in: container)?.only)
    #expect(failure.location?.fileID == "AstrojectTests/ErrorContentTests.swift")
    #expect(failure.location?.line == UInt(line))
    #expect(failure.location?.description == "AstrojectTests/ErrorContentTests.swift:\(line)")
  }

  @Test(
    "a loop ends with what it began with, and every step has its place", arguments: Call.allCases, AnyScope.allCases)
  private func loop(call: Call, scope: AnyScope) async throws {
    let container = Container()
    let root = scope.apply(to: try container.register(Client.self) { resolver in Client(try resolver.resolve()) })
    let service = scope.apply(
      to: try container.register((any Service).self) { resolver in
        _ = try resolver.resolve(Client.self)
        return LiveService()
      })
    let error = await call.error(resolving: Client.self, in: container)
    #expect(error?.kind == .circularDependency)
    let path = try #require(error?.only?.path)
    #expect(path.first == path.last)
    #expect(Set(path.map(\.key)) == [root.key, service.key])
    #expect(Set(path.map(\.location)) == [root.location, service.location])
  }

  @Test("the path goes on through children to what their parents build", arguments: Call.allCases)
  func pathThroughChildren(call: Call) async throws {
    let parent = Container()
    try parent.register(Branch.self) { resolver in Branch(try resolver.resolve()) }.asSingleton()
    let child = try parent.makeChild { child in
      try child.register(Root.self) { resolver in Root(try resolver.resolve()) }
      try child.register(Fruit.self) { Fruit() }
    }
    let failure = try #require(await call.error(resolving: Root.self, in: child)?.only)
    #expect(failure.path.map(\.key.description) == ["Root", "Branch", "Fruit"])
    withExtendedLifetime(child) { #expect(failure.nearMatches.map(\.difference) == [.child(nil)]) }
  }

  @Test("the path leads through a container that a factory captured", arguments: Call.allCases)
  func pathThroughCapture(call: Call) async throws {
    let container = Container()
    try container.register(Root.self) { [unowned container] in Root(try container.resolve()) }.asSingleton()
    try container.register(Branch.self) { resolver in Branch(try resolver.resolve()) }
    let failure = try #require(await call.error(resolving: Root.self, in: container)?.only)
    #expect(failure.path.map(\.key.description) == ["Root", "Branch", "Fruit"])
  }

  // MARK: Underlying errors

  @Test("a foreign error is wrapped at the innermost factory, once", arguments: Call.allCases)
  func innermost(call: Call) async throws {
    let container = Container()
    try container.register(Root.self) { resolver in Root(try resolver.resolve()) }
    try container.register(Branch.self) { resolver in Branch(try resolver.resolve()) }
    let fruit = try container.register(Fruit.self) { throw Trouble("rotten") }
    let error = try #require(await call.error(resolving: Root.self, in: container))
    #expect(error.kind == .factoryFailed)
    #expect(error.only?.key == fruit.key)
    #expect(error.only?.location == fruit.location)
    #expect(error.only?.path.map(\.key.description) == ["Root", "Branch", "Fruit"])
    #expect(error.only?.underlyingError as? Trouble == Trouble("rotten"))
    #expect(error.underlyingError as? Trouble == Trouble("rotten"))
  }

  @Test("a container's error passes through outer factories and hooks as it is", arguments: Call.allCases)
  func passing(call: Call) async throws {
    let container = Container()
    try container.register(Root.self) { resolver in Root(try resolver.resolve()) }.asSingleton()
    try container.register(Branch.self) { Branch(Fruit()) }.asDisposableSingleton()
      .afterInit { resolver, _ in _ = try resolver.resolve(Fruit.self) }
    let error = await call.error(resolving: Root.self, in: container)
    #expect(error?.kind == .noRegistrationFound)
    #expect(error?.only?.path.map(\.key.description) == ["Root", "Branch", "Fruit"])
    #expect(error?.underlyingError == nil)
  }

  @Test("a container's error that a factory throws by itself passes as it is", arguments: Call.allCases)
  func thrownByHand(call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { throw AstrojectError.alreadyRegistered(type: String.self, name: "n") }
    let error = await call.error(resolving: Int.self, in: container)
    guard case .alreadyRegistered(let type, let name) = error else { return #expect(error?.kind == .alreadyRegistered) }
    #expect(ObjectIdentifier(type) == ObjectIdentifier(String.self))
    #expect(name == "n")
  }

  @Test("what an `afterInit` throws is wrapped as such, for the product that it belongs to", arguments: Call.allCases)
  func afterInit(call: Call) async throws {
    let container = Container()
    try container.register(Root.self) { resolver in Root(try resolver.resolve()) }
    let branch = try container.register(Branch.self) { Branch(Fruit()) }.afterInit { _, _ in throw Trouble("rotten") }
    let error = await call.error(resolving: Root.self, in: container)
    #expect(error?.kind == .afterInitFailed)
    #expect(error?.only?.key == branch.key)
    #expect(error?.only?.location == branch.location)
    #expect(error?.underlyingError as? Trouble == Trouble("rotten"))
  }

  @Test("an asynchronous factory's and hook's errors are wrapped alike")
  func asynchronous() async throws {
    let container = Container()
    try container.register(Int.self) { () async throws in throw Trouble("factory") }
    try container.register(String.self) { "" }.afterInit { _, _ async throws in throw Trouble("hook") }
    let factory = await Call.asynchronous.error(resolving: Int.self, in: container)
    #expect(factory?.kind == .factoryFailed)
    #expect(factory?.underlyingError as? Trouble == Trouble("factory"))
    let hook = await Call.asynchronous.error(resolving: String.self, in: container)
    #expect(hook?.kind == .afterInitFailed)
    #expect(hook?.underlyingError as? Trouble == Trouble("hook"))
  }

  @Test("the underlying error of a failed bootstrap is the user's own")
  func bootstrap() throws {
    let container = Container()
    try container.register(Int.self) { throw Trouble("no") }.eager()
    let error = #expect(throws: AstrojectError.self) { try container.bootstrap() }
    #expect(error?.underlyingError as? Trouble == Trouble("no"))
  }

  @Test("errors without a foreign one have no underlying error", arguments: Call.allCases)
  func noUnderlying(call: Call) async throws {
    let container = Container()
    #expect(await call.error(resolving: Int.self, in: container)?.underlyingError == nil)
    try container.register(Int.self, isOverridable: false) { 1 }
    let error = #expect(throws: AstrojectError.self) { try container.register(Int.self) { 2 } }
    #expect(error?.underlyingError == nil)
  }

  // MARK: Cancellation

  @Test("a CancellationError in a cancelled task is `cancelled`")
  func cancelled() async throws {
    let container = Container()
    let fruit = try container.register(Fruit.self) { () async throws in
      try Task.checkCancellation()
      return Fruit()
    }
    try container.register(Branch.self) { resolver in Branch(try await resolver.resolve()) }
    let error = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await Call.asynchronous.error(resolving: Branch.self, in: container)
    }.value
    #expect(error?.kind == .cancelled)
    #expect(error?.only?.key == fruit.key)
    #expect(error?.underlyingError is CancellationError)
  }

  @Test("a CancellationError in a task that is not cancelled is a failed factory", arguments: Call.allCases)
  func notCancelled(call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { throw CancellationError() }
    let error = await call.error(resolving: Int.self, in: container)
    #expect(error?.kind == .factoryFailed)
    #expect(error?.underlyingError is CancellationError)
  }

  @Test("another error in a cancelled task is a failed factory")
  func otherErrorInCancelledTask() async throws {
    let container = Container()
    try container.register(Int.self) { () async throws in throw Trouble("no") }
    let error = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await Call.asynchronous.error(resolving: Int.self, in: container)
    }.value
    #expect(error?.kind == .factoryFailed)
    #expect(error?.underlyingError as? Trouble == Trouble("no"))
  }

  // MARK: Fallbacks

  /// Knows everything, and can do nothing.
  private struct Boaster: Resolving, Sendable {
    let error: any Error
    func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product { throw error }
    func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool { true }
  }

  @Test("what a fallback throws is wrapped, with the path that led there", arguments: Call.allCases)
  func fallback(call: Call) async throws {
    let container = Container(fallback: Boaster(error: Trouble("boast")))
    let branch = try container.register(Branch.self) { resolver in Branch(try resolver.resolve()) }
    let error = await call.error(resolving: Branch.self, in: container)
    #expect(error?.kind == .factoryFailed)
    #expect(error?.underlyingError as? Trouble == Trouble("boast"))
    #expect(error?.only?.path.map(\.key.description) == ["Branch", "Fruit"])
    #expect(error?.only?.path.first?.location == branch.location)
  }

  @Test("a container's error of a fallback passes as it is", arguments: Call.allCases)
  func fallbackContainer(call: Call) async throws {
    let other = Container()
    try other.register(Branch.self) { resolver in Branch(try resolver.resolve()) }
    let container = Container(fallback: other)
    let error = await call.error(resolving: Branch.self, in: container)
    #expect(error?.kind == .noRegistrationFound)
    #expect(error?.only?.key.description == "Fruit")
  }

  // MARK: Near matches

  /// What was registered, asked for, and should be told to be near.
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

  @Test("what is registered differently is told", arguments: Neighbour.all, Call.allCases)
  private func neighbours(neighbour: Neighbour, call: Call) async throws {
    let container = Container()
    try container.register(Int.self) { 1 }
    let key = try neighbour.register(container)
    let failure = try #require(await call.error(resolving: Fruit.self, in: container)?.only)
    let matches = withExtendedLifetime(container) { failure.nearMatches }
    #expect(matches.contains { $0.key == key && $0.difference == neighbour.difference })
    #expect(!matches.contains { $0.key.product == Int.self })
  }

  @Test("types of the same name are told when they come from another module", arguments: Call.allCases)
  func otherModule(call: Call) async throws {
    let container = Container()
    try container.register(Swift.Duration.self) { .zero }
    let failure = try #require(await call.error(resolving: Duration.self, in: container)?.only)
    withExtendedLifetime(container) { #expect(failure.nearMatches.map(\.difference) == [.module]) }
  }

  @Test("local types of the same name are told, too", arguments: Call.allCases)
  func localTypes(call: Call) async throws {
    let container = Container()
    try register(localType(), in: container)
    let failure = try #require(await resolve(otherLocalType(), by: call, in: container)?.only)
    withExtendedLifetime(container) { #expect(failure.nearMatches.map(\.difference) == [.module]) }
  }

  @Test(
    "a class where the protocol's existential of that name was asked is told, and the reverse", arguments: Call.allCases
  )
  func existential(call: Call) async throws {
    let container = Container()
    try register((any Crate<Int>).self, in: container)
    let concrete = try #require(await resolve(concreteCrate(), by: call, in: container)?.only)
    #expect(concrete.nearMatches.map(\.difference) == [.existential])
    container.unregister((any Crate<Int>).self)
    try register(concreteCrate(), in: container)
    let erased = try #require(await resolve((any Crate<Int>).self, by: call, in: container)?.only)
    withExtendedLifetime(container) { #expect(erased.nearMatches.map(\.difference) == [.existential]) }
  }

  @Test("what is near is found in parents and in children's children", arguments: Call.allCases)
  func elsewhere(call: Call) async throws {
    let root = Container()
    let above = try root.register(Fruit.self, name: "above") { Fruit() }
    let container = root.makeChild()
    let child = container.makeChild()
    let grandchild = child.makeChild(named: "deep")
    let below = try grandchild.register(Fruit.self) { Fruit() }
    let failure = try #require(await call.error(resolving: Fruit.self, in: container)?.only)
    withExtendedLifetime(grandchild) {
      #expect(failure.nearMatches.map(\.location) == [below.location, above.location])
      #expect(failure.nearMatches.map(\.difference) == [.child("deep"), .label])
    }
  }

  @Test("nothing is near that is gone: what was taken out, and children that were dropped", arguments: Call.allCases)
  func gone(call: Call) async throws {
    let container = Container()
    try container.register(Fruit.self, name: "n") { Fruit() }
    container.unregister(Fruit.self, name: "n")
    try container.makeChild().register(Fruit.self) { Fruit() }
    let failure = try #require(await call.error(resolving: Fruit.self, in: container)?.only)
    #expect(failure.nearMatches.isEmpty)
  }

  // MARK: Names

  private final class Wrapped {}
  private struct Wrapping: Error, Hashable, Sendable {
    static func == (left: Self, right: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
    nonisolated(unsafe) let wrapped = Wrapped()
  }

  @Test("private and local types are printed without an address, wherever they stand", arguments: Call.allCases)
  func addresses(call: Call) async throws {
    struct Inner {}
    let container = Container()
    var texts: [String] = []
    texts.append("\(String(describing: await call.error(resolving: Inner.self, in: container)))")
    texts.append("\(String(describing: await call.error(resolving: [Inner?].self, name: "n", in: container)))")
    try register(localType(), in: container)
    texts.append("\(String(describing: await resolve(otherLocalType(), by: call, in: container)))")
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

  @Test("a key and a foreign error that hold a private type are printed without an address", arguments: Call.allCases)
  func addressesInValues(call: Call) async throws {
    let container = Container()
    try container.register(Int.self, key: Wrapping()) { 1 }
    try container.register(String.self) { throw Wrapping() }
    let missing = try #require(await call.error(resolving: Int.self, in: container)).description
    #expect(missing.contains("Int keyed Wrapping"))
    #expect(!missing.contains("unknown context"))
    let thrown = try #require(await call.error(resolving: String.self, in: container)).description
    #expect(thrown.contains("The factory of String threw: Wrapping"))
    #expect(!thrown.contains("unknown context"))
  }

  @Test("The underlying error of several failures is the first one that is not the container's")
  func underlyingOfSeveral() throws {
    let container = Container()
    try container.register(Fruit.self) { resolver in
      _ = try resolver.resolve(Int.self)
      return Fruit()
    }.eager()
    var error = #expect(throws: AstrojectError.self) { try container.bootstrap() }
    #expect(error?.failures.count == 1 && error?.underlyingError == nil)
    try container.register(String.self) { throw Trouble("foreign") }.eager()
    error = #expect(throws: AstrojectError.self) { try container.bootstrap() }
    #expect(error?.failures.count == 2 && error?.underlyingError is Trouble)
  }

  @Test("What a container that is gone was asked for has the way to it", arguments: Call.allCases)
  func pathToGone(call: Call) async throws {
    var gone: Container? = Container()
    try gone?.register(Resolver.self) { $0 }
    let resolver = try #require(try synchronously { try gone?.resolve(Resolver.self) })
    gone = nil
    let container = Container()
    try container.register(Fruit.self) { _ in
      _ = try resolver.resolve(Int.self)
      return Fruit()
    }
    let error = await call.error(resolving: Fruit.self, in: container)
    #expect(error?.kind == .containerReleased)
    #expect(error?.failures.first?.path.map(\.key.description) == ["Fruit", "Int"])
  }
}

/// Has the name of a type of another module.
private struct Duration {}

private protocol Crate<Element> { associatedtype Element }

/// A concrete type that prints as the protocol does.
private func concreteCrate() -> any Any.Type {
  struct Crate<Element> {}
  return Crate<Int>.self
}
