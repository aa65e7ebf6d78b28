import TestSupport
import Testing

struct LazyBreaksCyclesTests {
  private let container = Container()

  private final class A { let b: B; init(_ b: B) { self.b = b } }
  private final class B { let c: C; init(_ c: C) { self.c = c } }
  private final class C { let d: D; init(_ d: D) { self.d = d } }
  private final class D { let e: E; init(_ e: E) { self.e = e } }
  private final class E { let a: Lazy<A>; init(_ a: Lazy<A>) { self.a = a } }

  @Test(arguments: Call.allCases, AnyScope.sharing)
  func `a Lazy breaks a cycle of five objects from each of them`(call: Call, scope: AnyScope) async throws {
    scope.apply(to: try container.register(initializer: A.init))
    scope.apply(to: try container.register(initializer: B.init))
    scope.apply(to: try container.register(initializer: C.init))
    scope.apply(to: try container.register(initializer: D.init))
    scope.apply(to: try container.register(initializer: E.init))
    let a = try await call.resolve(A.self, in: container)
    #expect(try await call.value(of: a.b.c.d.e.a) === a)
    let b = try await call.resolve(B.self, in: container)
    #expect(try await call.value(of: b.c.d.e.a).b === b)
    let c = try await call.resolve(C.self, in: container)
    let again = try await call.value(of: c.d.e.a)
    #expect(again.b.c === c)
    #expect(try await call.value(of: c.d.e.a) === again)
    let d = try await call.resolve(D.self, in: container)
    #expect(try await call.value(of: d.e.a).b.c.d === d)
    let e = try await call.resolve(E.self, in: container)
    #expect(try await call.value(of: e.a).b.c.d.e === e)
  }

  @Test(arguments: Call.allCases)
  func `each Lazy in a cycle of transient objects builds the next pair of objects`(call: Call) async throws {
    final class Hen {
      let egg: Lazy<Wrap<Hen>>
      init(_ egg: Lazy<Wrap<Hen>>) { self.egg = egg }
    }
    try container.register(initializer: Hen.init).asTransient()
    try container.register(initializer: Wrap<Hen>.init).asTransient()
    let hen = try await call.resolve(Hen.self, in: container)
    let next = try await call.value(of: hen.egg).inner
    #expect(next !== hen)
    #expect(try await call.value(of: next.egg).inner !== next)
  }

  @Test(arguments: Call.allCases, AnyScope.sharing)
  func `a Provider breaks a cycle of two objects`(call: Call, scope: AnyScope) async throws {
    final class Hen {
      let egg: Provider<Wrap<Hen>>
      init(_ egg: Provider<Wrap<Hen>>) { self.egg = egg }
    }
    scope.apply(to: try container.register(initializer: Hen.init))
    scope.apply(to: try container.register(initializer: Wrap<Hen>.init))
    let hen = try await call.resolve(Hen.self, in: container)
    // In graph scope, a provider starts a new tree, so its egg has another hen.
    #expect(try await (call.get(from: hen.egg).inner === hen) == (scope != .graph))
  }

  @Test func `a Lazy breaks a cycle of two asynchronous initializers`() async throws {
    final class Hen {
      let egg: Lazy<Ovum>
      init(_ egg: Lazy<Ovum>) async { self.egg = egg }
    }
    final class Ovum {
      unowned let hen: Hen
      init(_ hen: Hen) async { self.hen = hen }
    }
    for scope in AnyScope.sharing {
      let container = Container()
      scope.apply(to: try container.register(initializer: Hen.init))
      scope.apply(to: try container.register(initializer: Ovum.init))
      let hen = try await container.resolve(Hen.self)
      #expect(try await hen.egg.get().hen === hen)
    }
  }
}
