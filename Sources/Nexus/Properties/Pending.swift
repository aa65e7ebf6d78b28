import Astroject

/// The place of an injected property in the source.
@usableFromInline
struct PropertySite: Sendable {
  let location: CodeLocation
  /// The name of the type, or the function that has put the property there.
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
  /// The type of the object that is being made, as far as it is known.
  private let product: Any.Type?

  init(_ error: any Error, at site: PropertySite, of product: Any.Type? = nil) {
    self.error = error
    self.site = site
    self.product = product
  }

  /// One that the object in the making is told of.
  @usableFromInline
  convenience init(_ error: any Error, at site: PropertySite, in build: Build) {
    self.init(error, at: site, of: build.product)
    PropertyBuffer.of(build).note(self, error)
  }

  /// The property and its place, and why it could not be filled.
  @usableFromInline var text: String { text(holding: Value.self) }

  /// The same of a property that is declared with another type than it stores.
  func text(holding type: Any.Type) -> String {
    let owner = site.owner.description
    // In a function it names that, and not the type.
    let isType = !owner.contains("(")
    let type = TypeName(type)
    let subject = name(in: isType ? owner : nil).map { "`\($0): \(type)`" } ?? "of type \(type)"
    let whole = isType ? " of \(owner)" : product.map { " of \(TypeName($0))" } ?? ""
    return "The injected property \(subject)\(whole), at \(site.location), cannot be read. \(error)"
  }

  /// The name of the property, where its owner has one of this type alone.
  private func name(in owner: String?) -> String? {
    let module = site.location.fileID.prefix { $0 != "/" }
    // The type that is being made may be another one. The runtime finds classes by their names, and structs by what
    // the compiler calls those that are nested in nothing.
    let type =
      owner.flatMap { owner in
        _typeByName("\(module).\(owner)")
          ?? _typeByName("\(module.utf8.count)\(module)\(owner.utf8.count)\(owner)V")
      } ?? product
    let alike = type.map { PropertyPlan.of($0).fields.filter { $0.property.value == Value.self } } ?? []
    return alike.count == 1 ? alike[0].name : nil
  }
}

/// A property that could not be filled, whatever it holds.
protocol PendingProperty: AnyObject, Sendable {}
