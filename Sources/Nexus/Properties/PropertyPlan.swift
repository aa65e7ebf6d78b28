import Astroject

/// Which properties of a type are injected: read once from the type, so that they can be resolved before `init`.
///
/// The type says of a property what it holds, but not its name or key: these are learned when the first object is made.
/// Behind a protocol, or a class that has subclasses, the type itself is learned then.
///
/// What a type has is remembered for the process; what an initializer's properties are called, for the registration.
final class PropertyPlan: Sendable {
  /// An injected property.
  fileprivate struct Field {
    let name: String
    let property: any InjectedProperty.Type
    var label: Label?
    var wire: AnyWire

    init(name: String, property: any InjectedProperty.Type, label: Label?) {
      self.name = name
      self.property = property
      self.label = label
      wire = property.wire(label)
    }
  }

  fileprivate struct State {
    var type: Any.Type
    var fields: [Field]
    /// Whether the type and the labels are known, as an object was made.
    var isLearned: Bool
  }

  private let state: Lock<State>
  /// One when it is known that there is nothing to do.
  private let isEmpty = AtomicWord(0)

  /// A plan for what a registration makes, as far as its type tells.
  init(for product: Any.Type) {
    let type = PropertyPlan.unwrapped(product)
    state = Lock(State(type: type, fields: PropertyPlan.fields(of: type), isLearned: false))
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
    StoredFields.of(type).compactMap { field in
      (field.type as? any InjectedProperty.Type).map {
        // The wrapper is stored under the name of the property behind an underscore.
        Field(name: String(field.name.dropFirst()), property: $0, label: nil)
      }
    }
  }

  /// What the properties get, as far as it is known.
  var dependencies: [Dependency] {
    state.withLock { state in state.fields.map { $0.wire.dependency(at: .property($0.name)) } }
  }

  /// Whether it is known that no property is injected.
  var hasNothingToDo: Bool { isEmpty.load() != 0 }

  // MARK: Making

  /// Makes an object, with its properties filled.
  func make<Product>(in frame: Frame, _ body: () throws -> Product) throws -> Product {
    if !hasNothingToDo {
      for (field, isCertain) in expected(in: frame.core) where isCertain {
        Filling.of(frame).prepare(field.property.value, field.label, try field.wire.fetch(for: frame))
      }
    }
    let product = try Ambient.lead(frame, body)
    if let filling = filling(of: frame) {
      try filling.finish()
      learn(from: filling, product)
    } else if !hasNothingToDo {
      learn(from: nil, product)
    }
    return product
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
    isEmpty.store(0)
    try filling.finish()
  }

  private func prepare(for frame: Frame) async throws {
    guard !hasNothingToDo else { return }
    for (field, isCertain) in expected(in: frame.core) {
      do {
        Filling.of(frame).prepare(field.property.value, field.label, try await field.wire.fetch(for: frame))
      } catch  where !isCertain {
        // Perhaps nobody asks for it; whoever does gets the error then.
      }
    }
  }

  private func finish(_ product: some Any, in frame: Frame) async throws {
    if let filling = filling(of: frame) {
      try await filling.finish(for: frame)
      learn(from: filling, product)
    } else if !hasNothingToDo {
      learn(from: nil, product)
    }
  }

  private func filling(of frame: Frame) -> Filling? { frame.filling.map { unsafeDowncast($0, to: Filling.self) } }

  // MARK: Learning

  /// The properties that `init` will probably ask for, and whether that is certain.
  private func expected(in core: Core) -> [(field: Field, isCertain: Bool)] {
    let (fields, isLearned) = state.withLock { ($0.fields, $0.isLearned) }
    return fields.map { ($0, isLearned || $0.isCertain(in: core)) }
  }

  private func learn(from filling: Filling?, _ product: some Any) {
    let surprises = filling?.surprises
    guard surprises != nil || !state.withLock({ $0.isLearned }) else { return }
    let type = PropertyPlan.unwrapped(Swift.type(of: product as Any))
    let isKnown = state.withLock { $0.type == type }
    var fields = isKnown ? state.withLock { $0.fields } : PropertyPlan.fields(of: type)
    var requests = surprises ?? []
    for index in fields.indices {
      let value = ObjectIdentifier(fields[index].property.value)
      guard let request = requests.firstIndex(where: { $0.value == value }) else { continue }
      let label = requests.remove(at: request).label
      fields[index] = Field(name: fields[index].name, property: fields[index].property, label: label)
    }
    state.withLock { $0 = State(type: type, fields: fields, isLearned: true) }
    // What comes up although the type does not say so may come up again.
    isEmpty.store(fields.isEmpty && filling == nil ? 1 : 0)
  }
}

extension PropertyPlan.Field {
  /// Whether what is registered leaves no doubt that the property has no name, although that is not known yet.
  fileprivate func isCertain(in core: Core) -> Bool {
    let dependency = wire.dependency(at: .property(name))
    switch dependency.kind {
    case .required, .optional:
      let keys = core.keys(of: dependency.key.product)
      return keys.allSatisfy { $0.label == nil } && (!keys.isEmpty || !core.hasFallback)
    default: return true
    }
  }
}
