import Astroject

/// The injected properties of a type, read from it once for the process, so that they can be resolved before `init`.
///
/// The type says of a property what it holds, and not whether it has a name or key. It counts as one that has neither
/// where nothing of its type is registered under a name or key. Otherwise only the object tells: then the property gets
/// its value when it is made, and before that is got, without a name, only what may have to be awaited.
final class PropertyPlan: @unchecked Sendable {
  // Nothing in it changes, and neither do the sources.
  /// An injected property, as far as the type tells.
  struct Field {
    let name: String
    let property: any InjectedProperty.Type
    /// Gets it, where it has no name or key.
    let source: AnyParameterSource
    /// The types under whose names and keys it may be looked for, and their marks.
    let types: [Any.Type]
    let marks: UInt
    /// True where what keeps its value from being got before `init` is left to the property, which may have a name or
    /// key under which nothing is registered, and be nil.
    let isOptional: Bool

    init(_ name: String, _ property: any InjectedProperty.Type) {
      self.name = name
      self.property = property
      source = .resolving(property.value)
      types = Dependency.typesUnderNames(of: property.value)
      marks = Core.labelMarks(of: types)
      isOptional = TypeKind(property.value) == .optional
    }

    /// Returns true if it may have a name or key, as far as a container can see.
    func mayBeLabelled(in core: Core) -> Bool { core.mayHaveLabels(marks) && core.mayHaveLabels(of: types) }

    /// Returns true if it is got before `init` for a caller that awaits, though it may have a name or key.
    func isDue(for build: Build) -> Bool {
      let core = build.core
      if source.isThere(in: core) { return false }
      // What is being built above is what surrounds something of a name.
      if types.contains(where: { build.isBuilding(Key($0)) }) { return false }
      let key = Key(property.value)
      return core.mayHaveToBeAwaited(key) || core.hasFallback && core.find(key) == nil
    }

    /// The error with the name of the property, where something is not registered.
    func telling(_ error: any Error, for build: Build) -> any Error {
      guard let error = error as? AstrojectError, case .noRegistrationFound = error else { return error }
      return error.about(property: name, of: build)
    }
  }

  /// The type of the objects.
  private let product: Any.Type
  let fields: [Field]
  /// Where their values lie until they are made.
  let layout: ValueLayout
  /// The marks of all fields.
  let marks: UInt

  private init(_ product: Any.Type) {
    self.product = product
    fields = StoredFields.inOrderOfInitialization(of: product).compactMap { field in
      // The wrapper is stored under the name of the property behind an underscore.
      guard TypeKind.isGeneric(field.type) else { return nil }
      return (field.type as? any InjectedProperty.Type).map { Field(String(field.name.dropFirst()), $0) }
    }
    layout = ValueLayout(fields.map(\.source))
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
    guard TypeKind(type) == .optional, let form = DerivedForms.form(of: type) else { return type }
    return unwrapped(form.dependency(for: Key(type), at: .parameter(0)).key.product)
  }

  // MARK: What is known

  /// Returns true if the type shows no injected property.
  var isEmpty: Bool { fields.isEmpty }

  /// Returns true if the type shows an injected property that holds a type.
  func has(_ type: Any.Type) -> Bool { fields.contains { $0.property.value == type } }

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
      var dependency = field.source.dependency(at: .property(field.name))
      dependency.isLabelKnown = false
      return dependency
    }
  }
}
