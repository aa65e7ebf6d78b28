import Astroject

/// The injected properties of a type, read once per process so that they can be resolved before `init`.
///
/// The type shows the types of its properties, but not their names and keys. If nothing of a property's type is
/// registered under a name or key, the property counts as one without. Otherwise only the object can tell, so the
/// property gets its value when it is made. Before that, only values that may have to be awaited are fetched, without a
/// name.
final class PropertyPlan: @unchecked Sendable {
  // Immutable, and so are its sources.
  /// An injected property, as far as its type describes it.
  final class Field {
    let name: String
    let property: any InjectedProperty.Type
    /// The source of the value if the property has no name or key.
    let source: AnyParameterSource
    /// The types under which a name or key of the property may be registered, and the marks of these types.
    let types: [Any.Type]
    let marks: UInt
    /// True if an error before `init` is left to the property, which may have a name or key.
    ///
    /// Nothing may be registered under that name or key, and then the value is nil.
    let isOptional: Bool
    /// The place in the object; nil if it is not known.
    let offset: Int?
    /// The type that declares the property.
    let owner: PropertyOwner

    init(_ field: StoredFields.Field, _ property: any InjectedProperty.Type) {
      // The wrapper is stored under the name of the property with an underscore before it.
      name = String(field.name.dropFirst())
      offset = field.offset
      owner = field.owner
      self.property = property
      source = .resolving(property.value)
      types = Dependency.typesUnderNames(of: property.value)
      marks = types.reduce(0) { $0 | Store.labelMarks(of: $1) }
      isOptional = TypeKind(property.value) == .optional
    }

    /// Returns true if the property may have a name or key, as far as a container can tell.
    func mayBeLabelled(in core: Core) -> Bool { core.mayHaveLabels(marks) && core.mayHaveLabels(of: types) }

    /// Returns true if an awaiting caller fetches the value before `init`, although it may have a name or key.
    func isDue(for build: Build) -> Bool {
      let core = build.core
      if source.isThere(in: core) { return false }
      // A build above makes one of these types without a name. So the property asks for another one, by name, which the
      // product wraps.
      if types.contains(where: { build.isBuilding(Key($0)) }) { return false }
      let key = Key(property.value)
      return core.mayHaveToBeAwaited(key) || core.hasFallback && core.find(key) == nil
    }

    /// Returns the error with the name of the property in it, if the error is about a missing registration.
    func telling(_ error: any Error, for build: Build) -> any Error {
      guard let error = error as? AstrojectError, case .noRegistrationFound = error else { return error }
      return error.about(property: name, below: build.path)
    }
  }

  /// The type that has the properties.
  private let product: Any.Type
  let fields: [Field]
  /// The layout of the values until the properties are made.
  let layout: ValueLayout
  /// The union of the marks of all fields.
  let marks: UInt

  private init(_ product: Any.Type) {
    self.product = product
    fields = StoredFields.of(product).compactMap { field in
      guard TypeKind.isGeneric(field.type) else { return nil }
      return (field.type as? any InjectedProperty.Type).map { Field(field, $0) }
    }
    layout = ValueLayout(fields.map(\.source), of: fields.map(\.owner))
    marks = fields.reduce(0) { $0 | $1.marks }
  }

  private static let known = Lock<[ObjectIdentifier: PropertyPlan]>([:])

  /// Returns the plan for the product of a registration; for an optional, the plan for the wrapped type.
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

  /// Returns the type that an optional wraps, however deep, or any other type itself.
  private static func unwrapped(_ type: Any.Type) -> Any.Type {
    guard TypeKind(type) == .optional, let form = DerivedForms.form(of: type) else { return type }
    return unwrapped(form.dependency(for: Key(type), at: .parameter(0)).key.product)
  }

  // MARK: Objects

  /// Returns the first property of an object that could not be filled, and of which no build knows.
  ///
  /// The object was made just now, and its wrappers do not change.
  @Sendable static func unnotedError(in object: Any) -> (name: String, error: any Error)? {
    func cast<Result>(_ value: Any, to type: Result.Type) -> Result? { value as? Result }
    func search<Object>(_ value: Object) -> (name: String, error: any Error)? {
      switch TypeKind(Object.self) {
      case .existential, .optional:
        // The cast takes out the value, which may be in a protocol's type or an optional in its turn.
        guard let inner = cast(value, to: Any?.self), let inner else { return nil }
        return _openExistential(inner, do: search)
      case .structure: return withUnsafePointer(to: value) { of(Object.self).unnotedError(at: UnsafeRawPointer($0)) }
      case .other where type(of: value as Any) is AnyObject.Type:
        let object = value as AnyObject
        return withExtendedLifetime(object) {
          of(type(of: object)).unnotedError(at: UnsafeRawPointer(Borrowed(object).address))
        }
      case .other, .enumeration, .structural, .metatype: return nil
      }
    }
    return _openExistential(object, do: search)
  }

  private func unnotedError(at address: UnsafeRawPointer) -> (name: String, error: any Error)? {
    for field in fields {
      guard let offset = field.offset, let error = field.property.unnotedError(at: address + offset) else { continue }
      return (field.name, error)
    }
    return nil
  }

  // MARK: Facts

  /// True if the type shows no injected property.
  var isEmpty: Bool { fields.isEmpty }

  /// Returns true if the type shows an injected property that holds a given type, and that a wrapper may belong to.
  func has(_ type: Any.Type, of owner: StaticString) -> Bool {
    fields.contains { $0.property.value == type && $0.owner.mayHave(owner) }
  }

  /// True if no object has injected properties that the type does not show.
  ///
  /// False for a protocol, and for a class other than an actor, because a class may have subclasses.
  var isWhole: Bool {
    switch TypeKind(product) {
    case .existential: false
    case .other: product is any Actor.Type
    case .structure, .enumeration, .optional, .structural, .metatype: true
    }
  }

  /// The type of the product if it is a protocol, which does not show the type of the object; nil otherwise.
  var unseenType: Any.Type? { TypeKind(product) == .existential ? product : nil }

  /// The dependencies of the properties, provided that none has a name or key.
  var dependencies: [Dependency] {
    fields.map { field in
      let dependency = field.source.dependency(at: .property(field.name))
      dependency.isLabelKnown = false
      return dependency
    }
  }
}

extension Dependency {
  /// Returns the types that a request by type and name may find: for `Lazy<Wine>?` also `Lazy<Wine>` and `Wine`.
  package static func typesUnderNames(of type: Any.Type) -> [Any.Type] {
    var types = [type]
    while let last = types.last, let form = DerivedForms.form(of: last) {
      let key = Key(last, label: Label(name: "", key: nil))
      guard form.isAvailable(for: key) else { break }
      types.append(form.dependency(for: key, at: .declared).key.product)
    }
    return types
  }
}
