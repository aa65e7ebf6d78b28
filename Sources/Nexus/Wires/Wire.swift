import Astroject

/// A wire as those see it who do not know its type.
class AnyWire: @unchecked Sendable {
  // Nothing in it changes; a value that it holds is handed out to whoever resolves, as an instance would be.
  /// The type of the value.
  var type: Any.Type { Never.self }

  /// What it gets, for a graph of dependencies.
  func dependency(at site: Dependency.Site) -> Dependency { Dependency(key: Key(type), kind: .argument, site: site) }

  /// The value in a box of this type.
  func fetch(for frame: Frame) throws -> AnyObject { throw AstrojectError.Cause.missingArgument(type) }
  func fetch(for frame: Frame) async throws -> AnyObject { throw AstrojectError.Cause.missingArgument(type) }

  /// Gets the value for a build, and puts it there.
  func put(at address: UnsafeMutableRawPointer, for frame: Frame) throws {
    throw AstrojectError.Cause.missingArgument(type)
  }
  func put(at address: UnsafeMutableRawPointer, for frame: Frame) async throws {
    throw AstrojectError.Cause.missingArgument(type)
  }

  /// Whether it can be had without awaiting, as far as that is known by now.
  ///
  /// - Parameter levels: How many levels of what it needs are looked at.
  func isAtHand(in core: Core, levels: Int) -> Bool { false }

  /// Whether it gets what is registered for its type, and nothing else.
  var isByTypeAlone: Bool { false }

  /// What may be taken of it without a lock for a build that awaits.
  func publication(for frame: Frame, _ hold: ReadHold) -> Published { .none }

  /// The short way to it for a build that could await, if there is one.
  func shortWay(for frame: Frame) throws -> ShortWay? { nil }

  /// An argument in a box of this type, if it fits here.
  func box(_ argument: SuppliedArgument, _ fit: Fit) -> AnyObject? { nil }

  /// Returns how well an argument fits here; nil if it does not.
  final func fit(of argument: SuppliedArgument) -> Fit? { Fit.allCases.first { box(argument, $0) != nil } }
}

/// How one value is obtained that somebody needs: decided once, when it becomes known what is needed.
class Wire<Value>: AnyWire, @unchecked Sendable {
  final override var type: Any.Type { Value.self }

  final override func fetch(for frame: Frame) throws -> AnyObject { Box(try get(for: frame)) }
  final override func fetch(for frame: Frame) async throws -> AnyObject { Box(try await get(for: frame)) }

  final override func put(at address: UnsafeMutableRawPointer, for frame: Frame) throws {
    address.initializeMemory(as: Value.self, to: frame.isAtHand ? try getAtHand(for: frame) : try get(for: frame))
  }
  final override func put(at address: UnsafeMutableRawPointer, for frame: Frame) async throws {
    address.initializeMemory(as: Value.self, to: try await get(for: frame))
  }

  /// Gets the value for a build.
  func get(for frame: Frame) throws -> Value { throw AstrojectError.Cause.missingArgument(Value.self) }
  func get(for frame: Frame) async throws -> Value { throw AstrojectError.Cause.missingArgument(Value.self) }

  /// Gets the value for a build without awaiting, after `isAtHand`.
  ///
  /// - Throws: `NotAtHand` if it has to be awaited all the same.
  func getAtHand(for frame: Frame) throws -> Value { throw NotAtHand() }

  /// Awaits the value that no short way leads to.
  func getByStep(for frame: Frame) async throws -> Value { try await get(for: frame) }
}

/// How well an argument fits a parameter, best first.
enum Fit: Int, CaseIterable {
  /// Its type is the parameter's.
  case exact
  /// Its type is what the parameter is an optional, a `Lazy` or a `Provider` of.
  case wrapped
  /// It is of the parameter's type, though the caller knows it by another one.
  case converted
}

/// A value of a parameter's type, as an object.
final class Box<Value>: @unchecked Sendable {
  // Never changed; see `Supply`.
  let value: Value
  init(_ value: Value) { self.value = value }
}

// MARK: - Kinds

/// Has the value.
final class FixedWire<Value>: Wire<Value>, @unchecked Sendable {
  private let value: Value
  init(_ value: Value) { self.value = value }

  override func get(for frame: Frame) -> Value { value }
  override func get(for frame: Frame) async -> Value { value }

  override func isAtHand(in core: Core, levels: Int) -> Bool { true }
  override func getAtHand(for frame: Frame) -> Value { value }

  override func dependency(at site: Dependency.Site) -> Dependency {
    Dependency(key: Key(Value.self), kind: .fixed, site: site)
  }
}

/// Has a closure of the user's make the value.
final class RecipeWire<Value>: Wire<Value>, @unchecked Sendable {
  private let recipe: Recipe<Void, Value>
  init(_ recipe: Recipe<Void, Value>) { self.recipe = recipe }

  override func get(for frame: Frame) throws -> Value {
    if recipe.obstacle != nil { throw AstrojectError.Cause.asynchronousParameter(Value.self) }
    return try recipe.run(Resolver(of: frame), ())
  }

  override func get(for frame: Frame) async throws -> Value {
    if recipe.obstacle != nil { frame.suspend() }
    return try await recipe.run(Resolver(of: frame), ())
  }

  override func dependency(at site: Dependency.Site) -> Dependency {
    var dependency = Dependency(key: Key(Value.self), kind: .closure, site: site)
    dependency.effect = recipe.effect
    return dependency
  }
}

/// Resolves the value.
class ResolvingWire<Value>: Wire<Value>, @unchecked Sendable {
  final let key: Key
  init(_ label: Label?) { key = Key(Value.self, label: label) }

  override var isByTypeAlone: Bool { key.label == nil }

  override func publication(for frame: Frame, _ hold: ReadHold) -> Published { frame.publication(of: key, hold) }

  override func isAtHand(in core: Core, levels: Int) -> Bool {
    ReadHold.during { hold in
      core.publicationEvenIfUnread(of: key, hold).isAtHand(of: Value.self, in: core, levels: levels)
    }
  }
  override func getAtHand(for frame: Frame) throws -> Value {
    let hold = ReadHold.begin()
    defer { hold.end() }
    return try frame.publication(of: key, hold).takeAtHand(for: frame, hold)
  }

  override func get(for frame: Frame) throws -> Value {
    let hold = ReadHold.begin()
    defer { hold.end() }
    let published = frame.publication(of: key, hold)
    if let instance = published.instance(of: Value.self) {
      return instance._withUnsafeGuaranteedRef { $0.value(as: Value.self) }
    }
    hold.stay()
    if let maker = published.maker(of: Value.self, synchronously: true) {
      return try maker._withUnsafeGuaranteedRef { try $0.make(for: frame) }
    }
    return try frame.core.resolve(key, (), for: Inquiry(of: frame))
  }
  override func get(for frame: Frame) async throws -> Value {
    if isAtHand(in: frame.core, levels: Published.levels) {
      do {
        return try getAtHand(for: frame)
      } catch is NotAtHand {}
    }
    if let maker = awaitedMaker(for: frame) { return try await maker.make(for: frame, asItsCode: false) }
    return try await frame.core.resolve(key, (), for: Inquiry(of: frame))
  }

  private func awaitedMaker(for frame: Frame) -> AwaitedMaker<Value>? {
    ReadHold.during { frame.publication(of: key, $0).awaitedMaker(of: Value.self)?.takeUnretainedValue() }
  }

  override func shortWay(for frame: Frame) throws -> ShortWay? {
    try frame.core.shortWay(to: key, for: Inquiry(of: frame))
  }
  override func getByStep(for frame: Frame) async throws -> Value {
    try await frame.core.resolveByStep(key, for: Inquiry(of: frame))
  }

  override func dependency(at site: Dependency.Site) -> Dependency {
    Dependency(key: key, kind: .required, site: site)
  }

  override func box(_ argument: SuppliedArgument, _ fit: Fit) -> AnyObject? {
    fit == .wrapped ? nil : argument.fitting(Value.self, exactly: fit == .exact).map { Box($0) }
  }
}

/// Resolves what is registered, or else makes the value of what is registered for another type.
final class DerivedWire<Form: DerivedForm>: ResolvingWire<Form>, @unchecked Sendable {
  override var isByTypeAlone: Bool { false }

  override func get(for frame: Frame) throws -> Form {
    guard frame.core.derives(key, Form.self) else { return try super.get(for: frame) }
    let inquiry = Inquiry(of: frame)
    guard frame.isTraced else { return try Form.derive(inquiry, key, nil, within: nil) }
    return try inquiry.tracing(key) { try Form.derive(inquiry, key, nil, within: $0) }
  }

  override func get(for frame: Frame) async throws -> Form {
    guard frame.core.derives(key, Form.self) else { return try await super.get(for: frame) }
    let inquiry = Inquiry(of: frame)
    guard frame.isTraced else { return try await Form.derive(inquiry, key, nil, within: nil) }
    return try await inquiry.tracing(key) { try await Form.derive(inquiry, key, nil, within: $0) }
  }

  override func shortWay(for frame: Frame) -> ShortWay? { nil }
  override func getByStep(for frame: Frame) async throws -> Form { try await get(for: frame) }

  override func dependency(at site: Dependency.Site) -> Dependency {
    var dependency = Form.dependency(for: key, at: site)
    dependency.form = Form.self
    return dependency
  }

  override func box(_ argument: SuppliedArgument, _ fit: Fit) -> AnyObject? {
    if fit != .wrapped, let box = super.box(argument, fit) { return box }
    guard fit != .exact else { return nil }
    return Form.supplied(by: argument, exactly: fit == .wrapped).map { Box($0) }
  }
}

// MARK: - Decision

extension Wire {
  /// The wire for what a parameter's type says.
  static func resolving(_ label: Label?) -> Wire<Value> {
    guard let form = Value.self as? any DerivedForm.Type, form.isAvailable(for: Key(Value.self, label: label)),
      let wire = form.wire(label) as? Wire<Value>
    else { return ResolvingWire<Value>(label) }
    return wire
  }
}

extension DerivedForm {
  /// The wire for this form, which is a `Wire<Self>`.
  fileprivate static func wire(_ label: Label?) -> AnyObject { DerivedWire<Self>(label) }
}
