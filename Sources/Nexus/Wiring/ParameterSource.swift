import Astroject

/// A source of a value whose type is not known at compile time.
class AnyParameterSource: @unchecked Sendable {
  // Immutable. A value that it holds is handed out to every build, as an instance would be.
  /// The type of the value.
  var type: Any.Type { Never.self }

  /// Returns the dependency of the source, for a graph of dependencies.
  func dependency(at site: Dependency.Site) -> Dependency { Dependency(key: Key(type), kind: .argument, site: site) }

  /// Returns the source that gives the decorated product of a key, in the form of this one.
  func decorated(_ key: Key) -> AnyParameterSource { self }

  /// Resolves the value and awaits it, in a box of this type.
  func fetch(for build: Build) async throws -> AnyProduct { throw AstrojectError.Cause.missingArgument(type) }

  // MARK: In a row of values

  /// The size of the value in memory, and the alignment of its address.
  var size: (bytes: Int, alignment: Int) { (0, 1) }

  /// Resolves the value for a build and puts it at an address.
  func put(at address: UnsafeMutableRawPointer, for build: Build) throws {
    throw AstrojectError.Cause.missingArgument(type)
  }
  func put(at address: UnsafeMutableRawPointer, for build: Build, by plan: LastingPlan?) async throws {
    throw AstrojectError.Cause.missingArgument(type)
  }

  /// The result of putting a value at an address without awaiting it.
  enum Putting {
    case done
    /// The value may have to be awaited, by a plan if that is known.
    case awaits(LastingPlan?)
  }

  /// Puts the value at an address for an awaiting build, if it need not be awaited.
  func putAtOnce(at address: UnsafeMutableRawPointer, for build: Build) throws -> Putting { .awaits(nil) }

  /// Fetches the value for an awaiting build and puts it at an address.
  ///
  /// Inlined, because each function on the way takes a frame of the task.
  @inline(__always)
  final func fetch(at address: UnsafeMutableRawPointer, for build: Build) async throws {
    if case .awaits(let plan) = try putAtOnce(at: address, for: build) {
      try await put(at: address, for: build, by: plan)
    }
  }

  /// Destroys the value at an address.
  func destroy(at address: UnsafeMutableRawPointer) {}

  // MARK: Facts

  /// Returns true if the value exists, so that nothing has to be built for it.
  func isThere(in core: Core) -> Bool { false }

  /// True if the source gets the product registered for its type, and nothing else.
  var isByTypeAlone: Bool { false }

  /// True if the source gets the product of its key, unchanged, so that a property may get the value later.
  var mayBeLate: Bool { false }

  /// Returns an argument in a box of this type, if it fits in the given way.
  func box(_ argument: SuppliedArgument, _ fit: Fit) -> AnyProduct? { nil }

  /// Returns how well an argument fits; nil if it does not.
  final func fit(of argument: SuppliedArgument) -> Fit? { Fit.allCases.first { box(argument, $0) != nil } }
}

/// A source of a value of a known type, which is chosen once, when it becomes known that the value is needed.
class ParameterSource<Value>: AnyParameterSource, @unchecked Sendable {
  final override var type: Any.Type { Value.self }

  final override func decorated(_ key: Key) -> AnyParameterSource { DecoratedSource(as: self, key) }

  final override func fetch(for build: Build) async throws -> AnyProduct { ProductBox(try await get(for: build)) }

  final override var size: (bytes: Int, alignment: Int) { (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment) }

  final override func put(at address: UnsafeMutableRawPointer, for build: Build) throws {
    address.initializeMemory(as: Value.self, to: try get(for: build))
  }
  final override func put(at address: UnsafeMutableRawPointer, for build: Build, by plan: LastingPlan?) async throws {
    if let plan {
      address.initializeMemory(as: Value.self, to: try await plan.answer(for: build))
    } else {
      address.initializeMemory(as: Value.self, to: try await get(for: build))
    }
  }

  final override func destroy(at address: UnsafeMutableRawPointer) {
    address.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }

  /// Resolves the value for a build.
  func get(for build: Build) throws -> Value { throw AstrojectError.Cause.missingArgument(Value.self) }
  func get(for build: Build) async throws -> Value { throw AstrojectError.Cause.missingArgument(Value.self) }
}

/// A way in which an argument fits a parameter, the best way first.
enum Fit: Int, CaseIterable {
  /// Its type is the type of the parameter.
  case exact
  /// The parameter is an optional, a `Lazy` or a `Provider` of its type.
  case wrapped
  /// Its value is of the parameter's type, although the caller knows it by another type.
  case converted
}

// MARK: - Kinds

/// A source that holds a fixed value.
final class FixedSource<Value>: ParameterSource<Value>, @unchecked Sendable {
  private let value: Value
  /// True if each request is checked.
  private let isConfined: Bool
  init(_ value: Value) {
    self.value = value
    isConfined = IsolatedConformance.isCarried(by: value)
  }

  override func get(for build: Build) throws -> Value {
    if isConfined { try build.admit(value) }
    return value
  }
  override func get(for build: Build) async throws -> Value { try { () throws -> Value in try get(for: build) }() }

  override func isThere(in core: Core) -> Bool { true }

  override func dependency(at site: Dependency.Site) -> Dependency {
    Dependency(key: Key(Value.self), kind: .fixed, site: site)
  }
}

/// A source of the product that a decorator decorates, or of an optional, a `Lazy` or a `Provider` of it.
final class DecoratedSource<Value>: ParameterSource<Value>, @unchecked Sendable {
  private let form: ParameterSource<Value>
  private let key: Key

  init(as form: ParameterSource<Value>, _ key: Key) {
    self.form = form
    self.key = key
  }

  override func get(for build: Build) throws -> Value {
    func decorated<Product>(_ type: Product.Type) throws -> SuppliedArgument {
      guard let product = build.decorated else { throw AstrojectError.Cause.gone }
      return SuppliedArgument(product.value(as: type))
    }
    let argument = try _openExistential(key.product, do: decorated)
    guard let box = form.box(argument, .exact) ?? form.box(argument, .wrapped) else {
      throw AstrojectError.Cause.unwrapping(Value.self)
    }
    try build.admit(box)
    return box.value(as: Value.self)
  }
  override func get(for build: Build) async throws -> Value {
    try { () throws -> Value in try get(for: build) }()
  }

  override func dependency(at site: Dependency.Site) -> Dependency {
    Dependency(key: key, kind: .decorated, site: site)
  }
}

/// A source that calls the user's closure.
final class RecipeSource<Value>: ParameterSource<Value>, @unchecked Sendable {
  private let recipe: Recipe<Void, Value>
  init(_ recipe: Recipe<Void, Value>) { self.recipe = recipe }

  override func get(for build: Build) throws -> Value {
    if recipe.kind.obstacle != nil { throw AstrojectError.Cause.asynchronousParameter(Value.self) }
    let value = try recipe.run(Resolver(of: build), ())
    try build.finishProperties()
    return value
  }

  override func get(for build: Build) async throws -> Value {
    if recipe.kind.obstacle != nil { build.suspend() }
    // The closure uses what it resolves.
    let before = build.note(handingTo: .here)
    defer { build.note(handingTo: before) }
    let value = try await recipe.run(Resolver(of: build), ())
    try build.finishProperties()
    build.note(handingTo: before)
    try build.admit(value)
    return value
  }

  override func dependency(at site: Dependency.Site) -> Dependency {
    let dependency = Dependency(key: Key(Value.self), kind: .closure, site: site)
    dependency.effect = recipe.kind.effect
    return dependency
  }
}

/// A source that resolves the value.
class ResolvingSource<Value>: ParameterSource<Value>, @unchecked Sendable {
  final let key: Key
  init(_ label: Label?) { key = Key(Value.self, label: label) }

  override var isByTypeAlone: Bool { key.label == nil }
  override var mayBeLate: Bool { true }

  override func isThere(in core: Core) -> Bool {
    ReadHold.during { core.published(for: key, $0)?.word.hasInstance ?? false }
  }

  override func get(for build: Build) throws -> Value { try build.resolve(key) }
  override func get(for build: Build) async throws -> Value {
    try await build.core.resolve(key, (), for: ResolutionContext(of: build))
  }

  override func putAtOnce(at address: UnsafeMutableRawPointer, for build: Build) throws -> Putting {
    let hold = ReadHold.begin()
    defer { hold.end() }
    guard let published = build.published(for: key, hold) else { return .awaits(nil) }
    return try published.putAtOnce(Value.self, at: address, for: build, hold).map { .awaits($0) } ?? .done
  }

  override func dependency(at site: Dependency.Site) -> Dependency {
    Dependency(key: key, kind: .required, site: site)
  }

  override func box(_ argument: SuppliedArgument, _ fit: Fit) -> AnyProduct? {
    fit == .wrapped ? nil : argument.fitting(Value.self, exactly: fit == .exact).map { ProductBox($0) }
  }
}

/// A source that resolves a registered form, or otherwise derives the form from the registration of another type.
final class DerivedSource<Form: DerivedForm>: ResolvingSource<Form>, @unchecked Sendable {
  override var isByTypeAlone: Bool { false }
  override var mayBeLate: Bool { false }

  override func get(for build: Build) throws -> Form {
    var context = ResolutionContext(of: build)
    guard try build.core.derives(key, Form.self, for: context) else { return try super.get(for: build) }
    let step = build.isTraced ? context.openStep(forForm: key) : nil
    do {
      let form = try Form.derive(context, key, nil)
      step?.end()
      return form
    } catch {
      step?.end(failingWith: error)
      throw error
    }
  }

  override func get(for build: Build) async throws -> Form {
    var context = ResolutionContext(of: build)
    guard try build.core.derives(key, Form.self, for: context) else { return try await super.get(for: build) }
    let step = build.isTraced ? context.openStep(forForm: key) : nil
    do {
      let form = try await Form.derive(context, key, nil)
      step?.end()
      return form
    } catch {
      step?.end(failingWith: error)
      throw error
    }
  }

  override func dependency(at site: Dependency.Site) -> Dependency {
    let dependency = Form.dependency(for: key, at: site)
    dependency.form = Form.self
    return dependency
  }

  override func box(_ argument: SuppliedArgument, _ fit: Fit) -> AnyProduct? {
    if fit != .wrapped, let box = super.box(argument, fit) { return box }
    guard fit != .exact else { return nil }
    return Form.supplied(by: argument, exactly: fit == .wrapped).map { ProductBox($0) }
  }
}
