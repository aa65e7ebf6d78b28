import Astroject

/// The code location of an injected property, and the name of its owner.
@usableFromInline
struct PropertySite: Sendable {
  let location: CodeLocation
  /// The name of the type that declares the property, or of the function that contains it.
  let owner: StaticString

  @usableFromInline
  init(fileID: StaticString, line: UInt, owner: StaticString) {
    location = CodeLocation(fileID: fileID, line: line)
    self.owner = owner
  }
}

/// An injected property that could not be filled.
@usableFromInline
final class Pending<Value>: PendingProperty, Sendable {
  let error: any Error
  private let site: PropertySite
  /// The type of the object that is being made, if it is known.
  private let product: Any.Type?
  /// True if no build knows of the property, so that products are searched for it.
  let isUnnoted: Bool

  init(_ error: any Error, at site: PropertySite, of product: Any.Type? = nil, unnoted isUnnoted: Bool = false) {
    self.error = error
    self.site = site
    self.product = product
    self.isUnnoted = isUnnoted
    if isUnnoted { UnfilledProperties.add(searchedBy: PropertyPlan.unnotedError) }
  }

  deinit { if isUnnoted { UnfilledProperties.remove() } }

  /// Creates a pending property and notes it in the build that makes its object.
  @usableFromInline
  convenience init(_ error: any Error, at site: PropertySite, in build: Build) {
    self.init(error, at: site, of: build.product)
    PropertyBuffer.of(build).note(self, error)
  }

  /// The text of the failure: the property, its location, and the error.
  @usableFromInline var text: String { text(holding: Value.self) }

  /// Returns the text of the failure of a property whose declared type differs from its stored type.
  func text(holding type: Any.Type) -> String {
    let owner = site.owner.description
    // Inside a function, `#function` is the name of the function and not of the type.
    let isType = !owner.contains("(")
    let type = TypeName(type)
    let subject = name(in: isType ? owner : nil).map { "`\($0): \(type)`" } ?? "of type \(type)"
    let whole = isType ? " of \(owner)" : product.map { " of \(TypeName($0))" } ?? ""
    return "The injected property \(subject)\(whole), at \(site.location), cannot be read. \(error)"
  }

  /// Returns the name of the property if its owner has exactly one property of this type.
  private func name(in owner: String?) -> String? {
    let module = site.location.fileID.prefix { $0 != "/" }
    // The owner may differ from the type that is being made. The runtime finds a class by its qualified name, and a
    // struct that is not nested by its mangled name.
    let type =
      owner.flatMap { owner in
        _typeByName("\(module).\(owner)")
          ?? _typeByName("\(module.utf8.count)\(module)\(owner.utf8.count)\(owner)V")
      } ?? product
    let alike = type.map { PropertyPlan.of($0).fields.filter { $0.property.value == Value.self } } ?? []
    return alike.count == 1 ? alike[0].name : nil
  }
}

/// An injected property that could not be filled, without its value type.
protocol PendingProperty: AnyObject, Sendable {}
