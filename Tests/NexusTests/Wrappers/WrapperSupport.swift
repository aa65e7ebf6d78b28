@testable import Astroject
import TestSupport
import Testing

extension Call {
  func value<Value>(of lazy: Lazy<Value>) async throws -> Value {
    switch self {
    case .synchronous: try lazy.value
    case .asynchronous: try await lazy.get()
    }
  }

  func get<Value>(from provider: Provider<Value>) async throws -> Value {
    switch self {
    case .synchronous: try synchronously { try provider.get() }
    case .asynchronous: try await provider.get()
    }
  }

  func get<Value, each Argument>(
    from provider: Provider<Value>, arguments: repeat each Argument
  ) async throws -> Value {
    switch self {
    case .synchronous: try synchronously { try provider.get(arguments: repeat each arguments) }
    case .asynchronous: try await provider.get(arguments: repeat each arguments)
    }
  }
}

extension Call {
  /// Expects that a closure throws an error with an outline, such as `noRegistrationFound: A → B`.
  func expectError<Product>(
    _ outline: String, sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ body: (Call) async throws -> Product
  ) async {
    #expect(await error(sourceLocation: sourceLocation, body)?.outline == outline, sourceLocation: sourceLocation)
  }

  /// Expects that a resolve throws an error with an outline.
  func expectError<Product>(
    _ outline: String, resolving type: Product.Type, name: String? = nil, in resolving: some Resolving,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) async {
    await expectError(outline, sourceLocation: sourceLocation) { try await $0.resolve(type, name: name, in: resolving) }
  }
}

extension Crowd {
  /// Returns what each thread and task gets from a `Lazy` after a closure that is given its number.
  func resolve<Product>(
    _ lazy: Lazy<Product>, after change: @escaping @Sendable (Int) throws -> Void = { _ in }
  ) async -> [Swift.Result<Product, any Error>] {
    await run { number in
      try change(number)
      return try lazy.value
    } asynchronous: { number in
      try change(number)
      return try await lazy.get()
    }
  }

  /// Returns the values of results.
  ///
  /// A blocking caller may be refused while a task waits in the build that it needs.
  func values<Value>(of results: [Swift.Result<Value, any Error>]) throws -> [Value] {
    try results.filter { tasks == 0 || $0.kind != .asynchronousFactory }.map { try $0.get() }
  }
}

/// Runs a closure on the main actor.
@MainActor func onMain<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
  try await body()
}

/// Runs a closure on no actor.
@concurrent func background<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
  try await body()
}

/// The wrapper that a test uses: ``Lazy`` or ``Provider``.
enum Deferral: CaseIterable, Sendable { case lazy, provider }

/// A product whose color shows its registration.
final class Berry: Sendable {
  let color: String
  init(color: String) { self.color = color }
}

/// An object with properties that close loops with its kitchen, its cellar or another one.
final class LoopDish: @unchecked Sendable {
  var kitchen: LoopKitchen?
  var kitchens: [LoopKitchen]?
  var kitchensByName: [String: LoopKitchen]?
  var cellar: LoopCellar?
  var other: LoopDish?
}

/// An object whose initializer takes the dish that it is a property of.
final class LoopKitchen: @unchecked Sendable {
  let dish: LoopDish
  init(dish: LoopDish) { self.dish = dish }
}

/// An object whose initializer takes a dish, and perhaps the kitchen that takes the dish, too.
final class LoopCellar: @unchecked Sendable {
  let dish: LoopDish
  let kitchen: LoopKitchen?
  init(kitchen: LoopKitchen, dish: LoopDish) { (self.kitchen, self.dish) = (kitchen, dish) }
  init(dish: LoopDish) { (kitchen, self.dish) = (nil, dish) }
}

/// An owner of a `Lazy`.
final class LazyOwner<Content>: Sendable {
  let lazy: Lazy<Content>
  init(_ lazy: Lazy<Content>) { self.lazy = lazy }
}

/// A `Lazy` and a `Provider` of one type, for an owner to store.
struct Both<Value> {
  let lazy: Lazy<Value>
  let provider: Provider<Value>

  func get(_ wrapper: Deferral, _ call: Call) async throws -> Value {
    switch wrapper {
    case .lazy: try await call.value(of: lazy)
    case .provider: try await call.get(from: provider)
    }
  }

  func get(_ wrapper: Deferral) throws -> Value {
    switch wrapper {
    case .lazy: try lazy.value
    case .provider: try provider.get()
    }
  }
}

extension AnyScope {
  /// The scopes, except custom ones.
  static let builtIn: [AnyScope] = [.transient, .graph, .singleton, .disposable, .weak, .scoped]

  /// The scopes in which a tree has one instance of a registration.
  static let sharing = builtIn.filter { $0 != .transient }
}

extension AstrojectError {
  /// The name of the case and the path, if there is one: `noRegistrationFound: A → B`.
  var outline: String { "\(kind): " + pathNames.joined(separator: " → ") }

  /// The keys of the path, beginning at the root.
  var pathNames: [String] {
    (Mirror(reflecting: self).children.first?.value as? Failure)?.path.map(\.key.description.withoutSuites) ?? []
  }
}

extension Registration {
  /// The parameters and properties of the recipe, if it is an initializer.
  var parameterPlan: (any ParameterPlan)? { blueprint.parameterPlan }

  /// The known dependencies of the recipe: `0: Apple required`, `egg: Egg lazy`.
  var outline: [String] {
    (parameterPlan?.dependencies ?? []).map { dependency in
      switch dependency.site {
      case .parameter(let position): "\(position): \(dependency.key) \(dependency.kind)".withoutSuites
      case .property(let name): "\(name ?? "?"): \(dependency.key) \(dependency.kind)".withoutSuites
      case .declared, .forwarding, .decorator: "\(dependency.site): \(dependency.key) \(dependency.kind)".withoutSuites
      }
    }
  }
}
