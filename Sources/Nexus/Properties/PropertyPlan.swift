import Astroject

/// Which properties of a type are injected: read once from the type, so that they can be resolved before `init`.
///
/// The type says of a property what it holds, but not its name or key: these are learned when the first object is made.
/// Behind a protocol, or a class that has subclasses, the type itself is learned then.
///
/// What a type has is remembered for the process; what an initializer's properties are called, for the registration.
final class PropertyPlan: Sendable {
  /// An injected property, as far as the type tells.
  private struct Field {
    let name: String
    let property: any InjectedProperty.Type
    /// What gets it, by its name or key if that is known.
    var wire: AnyWire

    func dependency() -> Dependency { wire.dependency(at: .property(name)) }
  }

  /// Something that is resolved before `init`.
  private struct Wish {
    let property: any InjectedProperty.Type
    let label: Label?
    let wire: AnyWire
    /// Whether `init` is sure to ask for it: then it throws before `init` what cannot be resolved.
    let isCertain: Bool
    /// Whether objects ask by one name or key, and others by another.
    let isFickle: Bool
    /// The property, where its name or key is not known yet.
    let guessFor: String?

    init(
      _ property: any InjectedProperty.Type, _ label: Label?, isCertain: Bool, isFickle: Bool = false,
      guessFor: String? = nil
    ) {
      self.property = property
      self.label = label
      self.isCertain = isCertain
      self.isFickle = isFickle
      self.guessFor = guessFor
      wire = property.wire(label)
    }

    var key: Key { wire.dependency(at: .property(guessFor)).key }

    /// An error that says what property it is about, as its name or key is not known.
    func explained(_ error: any Error) -> any Error {
      guard let guessFor, case .noRegistrationFound(let failure)? = error as? AstrojectError, failure.key == key else {
        return error
      }
      return AstrojectError.noRegistrationFound(failure.about(property: guessFor))
    }
  }

  private struct State {
    var type: Any.Type
    var fields: [Field]
    /// What the objects that were made have asked for; nil before the first one.
    var wishes: [Wish]?
    /// Whether objects of several types are made.
    var varies = false

    /// Whether objects ask for a property by other names or keys than those before.
    func isFickle(_ property: any InjectedProperty.Type, askedBy labels: [Label?]) -> Bool {
      let known = wishes?.filter { $0.property == property } ?? []
      return known.contains(where: \.isFickle)
        || !known.isEmpty && labels.contains { label in !known.contains { $0.label == label } }
    }
  }

  /// What is registered, which the objects may be a kind of.
  private let product: Any.Type
  private let state: Lock<State>
  /// One when it is known that there is nothing to do.
  private let isEmpty = AtomicWord(0)
  /// The type of all objects that were made so far, if no more is to be learned from them and a caller that blocks has
  /// nothing to get for them before `init`: each property gets its own. Zero otherwise.
  private let settledType = AtomicWord(0)

  /// A plan for what a registration makes, as far as its type tells.
  init(for product: Any.Type) {
    self.product = PropertyPlan.unwrapped(product)
    state = Lock(State(type: self.product, fields: PropertyPlan.fields(of: self.product)))
  }

  /// What an optional is of; any other type itself.
  private static func unwrapped(_ type: Any.Type) -> Any.Type {
    guard let form = type as? any DerivedForm.Type else { return type }
    let dependency = form.dependency(for: Key(type), at: .parameter(0))
    return dependency.kind == .optional ? unwrapped(dependency.key.product) : type
  }

  /// The injected properties of the types that were looked at.
  private static let known = Lock<[ObjectIdentifier: [Field]]>([:])

  private static func fields(of type: Any.Type) -> [Field] {
    if let fields = known.withLock({ $0[ObjectIdentifier(type)] }) { return fields }
    let fields = read(type)
    known.withLock { $0[ObjectIdentifier(type)] = fields }
    return fields
  }

  private static func read(_ type: Any.Type) -> [Field] {
    StoredFields.inOrderOfInitialization(of: type).compactMap { field in
      (field.type as? any InjectedProperty.Type).map {
        // The wrapper is stored under the name of the property behind an underscore.
        Field(name: String(field.name.dropFirst()), property: $0, wire: $0.wire(nil))
      }
    }
  }

  /// What the properties get, as far as it is known.
  var dependencies: [Dependency] {
    let state = state.withLock { $0 }
    return state.fields.map { field in
      var dependency = field.dependency()
      let wishes = state.wishes?.filter { $0.property == field.property }
      dependency.isLabelKnown = wishes.map { !$0.contains(where: \.isFickle) } ?? false
      return dependency
    }
  }

  /// The type that objects were said to be of, until one was seen.
  var unseenType: Any.Type? { state.withLock { $0.wishes == nil } ? product : nil }

  /// Whether the objects of a type have properties that are injected.
  static func isNeeded(for type: Any.Type) -> Bool { !fields(of: type).isEmpty }

  /// Whether a caller that blocks has nothing to get for an object before `init`, as far as is known: each property gets its
  /// own.
  var isSettled: Bool { settledType.load() != 0 }

  /// Whether it is known that no property is injected.
  var hasNothingToDo: Bool { isEmpty.load() != 0 }

  // MARK: Making

  /// Makes an object, with its properties filled, by code that is led already.
  func make<Product>(in frame: Frame, _ body: () throws -> Product) throws -> Product {
    if isSettled { return try makeSettled(in: frame, body) }
    begin(in: frame)
    if !hasNothingToDo {
      // It takes note of what the object asks for.
      _ = Filling.of(frame)
      for wish in wishes(in: frame.core, awaited: false) where wish.isCertain {
        do {
          Filling.of(frame).prepare(wish.property.value, wish.label, try wish.wire.fetch(for: frame))
        } catch { throw wish.explained(error) }
      }
    }
    let product = try body()
    try finish(product, in: frame)
    return product
  }

  private func makeSettled<Product>(in frame: Frame, _ body: () throws -> Product) throws -> Product {
    begin(in: frame)
    let product = try body()
    if frame.hasFilling || !expects(product) { try finish(product, in: frame) }
    return product
  }

  /// Whether nothing is to be learned from an object: it is of the type that all were of, or none has properties.
  func expects(_ product: some Any) -> Bool {
    let type = settledType.load()
    return type == 0 ? hasNothingToDo : type == UInt(bitPattern: ObjectIdentifier(Swift.type(of: product as Any)))
  }

  /// Looks after an object that was made.
  func finish(_ product: some Any, in frame: Frame) throws {
    let filling = filling(of: frame)
    try filling?.finish()
    learn(from: filling, product)
  }

  /// Makes an object, with its properties filled, for a caller that awaits.
  func makeAwaited<Product>(in frame: Frame, _ body: () throws -> Product) async throws -> Product {
    try await prepare(for: frame)
    let product = try Ambient.lead(frame, body)
    try await finish(product, in: frame)
    return product
  }

  /// Makes an object, with its properties filled, by a body that is awaited and leads the build's code itself.
  func makeAwaited<Product>(in frame: Frame, awaiting body: () async throws -> Product) async throws -> Product {
    try await prepare(for: frame)
    let product = try await body()
    try await finish(product, in: frame)
    return product
  }

  /// Throws if properties have come up, and cannot be filled, though there was nothing to be done about them.
  func check(_ frame: Frame) throws {
    guard let filling = filling(of: frame) else { return }
    expectMore()
    try filling.finish()
  }

  /// Notes that properties have come up though none were expected: the next objects are looked after from the beginning.
  func expectMore() { isEmpty.store(0) }

  /// Forgets what objects have asked for that were made for a parameter.
  private func begin(in frame: Frame) { frame.dropFilling() }

  private func prepare(for frame: Frame) async throws {
    begin(in: frame)
    guard !hasNothingToDo else { return }
    _ = Filling.of(frame)
    for wish in wishes(in: frame.core, awaited: true) {
      do {
        Filling.of(frame).prepare(wish.property.value, wish.label, try await wish.wire.fetch(for: frame))
      } catch {
        // Otherwise perhaps nobody asks for it; whoever does gets the error then.
        if wish.isCertain { throw wish.explained(error) }
      }
    }
  }

  /// Looks after an object that was made for a caller that awaits.
  func finish(_ product: some Any, in frame: Frame) async throws {
    let filling = filling(of: frame)
    try await filling?.finish(for: frame)
    learn(from: filling, product)
  }

  private func filling(of frame: Frame) -> Filling? { frame.filling.map { unsafeDowncast($0, to: Filling.self) } }

  // MARK: Expecting

  /// What `init` will ask for, or before the first object perhaps will.
  private func wishes(in core: Core, awaited isAwaited: Bool) -> [Wish] {
    let state = state.withLock { $0 }
    guard let wishes = state.wishes else {
      return state.fields.flatMap { guesses(for: $0, in: core, awaited: isAwaited) }
    }
    // Each type gets its own when it is made, unless that has to be awaited before.
    if state.varies { return isAwaited ? wishes.filter { core.mayHaveToBeAwaited($0.key) } : [] }
    guard wishes.contains(where: \.isFickle) else { return wishes }
    return wishes.flatMap { $0.isFickle ? candidates(for: $0.property, in: core, awaited: isAwaited) : [$0] }
  }

  /// What a property may ask for whose name or key is not known yet.
  private func guesses(for field: Field, in core: Core, awaited isAwaited: Bool) -> [Wish] {
    let dependency = field.dependency()
    let plain = Wish(field.property, nil, isCertain: true, guessFor: field.name)
    guard dependency.kind == .required || dependency.kind == .optional else { return [plain] }
    let keys = core.keys(of: dependency.key.product)
    if !core.hasFallback, keys.allSatisfy({ $0.label == nil }) { return [plain] }
    return candidates(for: field.property, in: core, awaited: isAwaited)
  }

  /// What a property may ask for where there are names: it gets its own when it is made, unless that has to be awaited
  /// before.
  private func candidates(for property: any InjectedProperty.Type, in core: Core, awaited isAwaited: Bool) -> [Wish] {
    let dependency = property.wire(nil).dependency(at: .property(nil))
    guard isAwaited, dependency.kind == .required || dependency.kind == .optional else { return [] }
    return core.keys(of: dependency.key.product).filter(core.mayHaveToBeAwaited).map {
      Wish(property, $0.label, isCertain: false)
    }
  }

  // MARK: Learning

  private func learn(from filling: Filling?, _ product: some Any) {
    if hasNothingToDo, filling == nil { return }
    let type = PropertyPlan.unwrapped(Swift.type(of: product as Any))
    let before = state.withLock { state in
      if state.wishes != nil, state.type != type { state.varies = true }
      return state
    }
    if before.varies { settledType.store(0) }
    guard before.wishes == nil || !before.varies && filling?.hasMissed == true else { return }
    var fields = PropertyPlan.fields(of: type)
    let requests = filling?.requests ?? []
    var wishes: [Wish] = []
    for (index, request) in requests.enumerated() {
      let own = fields.indices.filter { fields[$0].property == request.property }
      let alike = requests.indices.filter { requests[$0].property == request.property }
      // Each property asks once, in order. Where there are more requests, some are those of other objects, made in `init`.
      let isOwn = alike.count == own.count || alike.allSatisfy { requests[$0].label == request.label } && !own.isEmpty
      // Another type of the same kind may have other properties.
      let isFickle = before.isFickle(request.property, askedBy: alike.map { requests[$0].label })
      let wish = Wish(
        request.property, request.label, isCertain: isOwn && !isFickle && type == self.product, isFickle: isFickle)
      wishes.append(wish)
      let rank = alike.firstIndex(of: index) ?? 0
      if isOwn, rank < own.count { fields[own[rank]].wire = wish.wire }
    }
    let old = state.withLock { state in
      defer { state = State(type: type, fields: fields, wishes: wishes) }
      return state
    }
    // What is no longer needed is freed here, where no lock is held.
    withExtendedLifetime(old) {}
    isEmpty.store(fields.isEmpty && wishes.isEmpty ? 1 : 0)
    let isSettled = !before.varies && !wishes.contains(where: \.isCertain)
    settledType.store(isSettled ? UInt(bitPattern: ObjectIdentifier(Swift.type(of: product as Any))) : 0)
  }
}
