import Astroject

/// The injected properties of a type, read from it once for the process, so that they can be resolved before `init`.
///
/// The type says of a property what it holds, and not whether it has a name or key. It counts as one that has neither
/// where nothing of its type is registered under a name or key. Otherwise only the object tells: then the property gets
/// its value when it is made, and before that is got, without a name, only what may have to be awaited.
final class PropertyPlan: @unchecked Sendable {
  // Nothing in it changes, and neither do the wires.
  /// An injected property, as far as the type tells.
  struct Field {
    let name: String
    let property: any InjectedProperty.Type
    /// Gets it, where it has no name or key.
    let wire: AnyWire
    /// The types under whose names and keys it may be looked for, and their marks.
    let types: [Any.Type]
    let marks: UInt
    /// True where what keeps its value from being got before `init` is left to the property, which may have a name or
    /// key under which nothing is registered, and be nil.
    let isOptional: Bool

    init(_ name: String, _ property: any InjectedProperty.Type) {
      self.name = name
      self.property = property
      wire = property.wire()
      types = Dependency.typesUnderNames(of: property.value)
      marks = Core.labelMarks(of: types)
      isOptional = TypeKind(property.value) == .optional
    }

    /// Returns true if it may have a name or key, as far as a container can see.
    func mayBeLabelled(in core: Core) -> Bool { core.mayHaveLabels(marks) && core.mayHaveLabels(of: types) }

    /// Returns true if it is got before `init` for a caller that awaits, though it may have a name or key.
    func isDue(for frame: Frame) -> Bool {
      let core = frame.core
      if wire.isAtHand(in: core, levels: Published.levels) { return false }
      // What is being built above is what surrounds something of a name.
      if types.contains(where: { frame.isBuilding(Key($0)) }) { return false }
      let key = Key(property.value)
      return core.mayHaveToBeAwaited(key) || core.hasFallback && core.find(key) == nil
    }

    /// The error with the name of the property, where something is not registered.
    func telling(_ error: any Error, for frame: Frame) -> any Error {
      guard let error = error as? AstrojectError, case .noRegistrationFound = error else { return error }
      return error.about(property: name, of: frame)
    }
  }

  /// A property as those see it who are in a hurry, and where its value lies until it is made.
  struct Place {
    let type: ObjectIdentifier
    let wire: Unmanaged<AnyWire>
    let offset: Int
  }

  /// The type of the objects.
  private let product: Any.Type
  let fields: [Field]
  /// One for each field; none where a value takes memory of a kind that there is not.
  let places: [Place]
  /// The number of words that the values take.
  let words: Int
  /// The marks of all fields.
  let marks: UInt

  private init(_ product: Any.Type) {
    self.product = product
    fields = StoredFields.inOrderOfInitialization(of: product).compactMap { field in
      // The wrapper is stored under the name of the property behind an underscore.
      (field.type as? any InjectedProperty.Type).map { Field(String(field.name.dropFirst()), $0) }
    }
    (places, words) = PropertyPlan.layout(of: fields)
    marks = fields.reduce(0) { $0 | $1.marks }
  }

  private static let known = Lock<[ObjectIdentifier: PropertyPlan]>([:])

  /// The plan for what a registration makes, or for what is in it if it is an optional.
  static func of(_ product: Any.Type) -> PropertyPlan {
    if let plan = known.withLock({ $0[ObjectIdentifier(product)] }) { return plan }
    let type = unwrapped(product)
    let plan = type == product ? PropertyPlan(type) : of(type)
    return known.withLock { known in
      let first = known[ObjectIdentifier(product)] ?? plan
      known[ObjectIdentifier(product)] = first
      return first
    }
  }

  /// Returns the type that an optional wraps; any other type itself.
  private static func unwrapped(_ type: Any.Type) -> Any.Type {
    guard TypeKind(type) == .optional, let form = type as? any DerivedForm.Type else { return type }
    return unwrapped(form.dependency(for: Key(type), at: .parameter(0)).key.product)
  }

  private static func layout(of fields: [Field]) -> (places: [Place], words: Int) {
    func layout<Value>(of type: Value.Type) -> (size: Int, alignment: Int) {
      (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
    }
    var size = 0
    var places: [Place] = []
    for field in fields {
      let (own, alignment) = layout(of: field.property.value)
      guard alignment <= MemoryLayout<Provision.Word>.alignment else { return ([], 0) }
      let offset = (size + alignment - 1) / alignment * alignment
      size = offset + own
      places.append(
        Place(type: ObjectIdentifier(field.property.value), wire: .passUnretained(field.wire), offset: offset))
    }
    return (places, (size + MemoryLayout<Provision.Word>.size - 1) / MemoryLayout<Provision.Word>.size)
  }

  // MARK: What is known

  /// Returns true if the type shows no injected property.
  var isEmpty: Bool { fields.isEmpty }

  /// Returns true if the type shows an injected property that holds a type.
  func has(_ type: Any.Type) -> Bool { fields.contains { $0.property.value == type } }

  /// Returns true if the values can lie in a row.
  var isLaidOut: Bool { places.count == fields.count }

  /// Returns true if no object has injected properties that the type does not show: it is neither a protocol nor a
  /// class that others may inherit from.
  var isWhole: Bool {
    switch TypeKind(product) {
    case .existential: false
    case .other: product is any Actor.Type
    case .structure, .enumeration, .optional, .structural, .metatype: true
    }
  }

  /// The protocol that objects are of, if that is all that is known.
  var unseenType: Any.Type? { TypeKind(product) == .existential ? product : nil }

  /// The dependencies of the properties, if they have no names or keys.
  var dependencies: [Dependency] {
    fields.map { field in
      var dependency = field.wire.dependency(at: .property(field.name))
      dependency.isLabelKnown = false
      return dependency
    }
  }

  /// Returns true if all that the properties get can be had without awaiting, as far as that is known by now.
  func areAtHand(in core: Core, levels: Int) -> Bool {
    fields.allSatisfy { $0.wire.isAtHand(in: core, levels: levels) }
  }
}
