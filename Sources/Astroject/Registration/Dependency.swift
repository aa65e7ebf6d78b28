/// One thing that a recipe needs.
package struct Dependency: @unchecked Sendable {
  // Unchecked for the metatype, whose conformance is isolated nowhere.
  /// What becomes of it where it is not registered, or when it is resolved.
  package enum Kind: Sendable, Hashable {
    /// It must be there.
    case required
    /// It is left out where it is not registered.
    case optional
    /// It is resolved when it is used for the first time, or each time.
    case lazy, provider
    /// It is all there is of a type.
    case collection
    /// It comes from whoever resolves.
    case argument
    /// It is a value.
    case fixed
    /// It is made by a closure, which may resolve anything.
    case closure
    /// It is the instance of another registration.
    case forwarded
    /// It is what a decorator surrounds.
    case surrounded
    /// It is the container that resolves, or its resolver.
    case container, resolver
  }

  /// Where it goes.
  package enum Site: Sendable, Hashable {
    /// A parameter of the initializer, counted from zero.
    case parameter(Int)
    /// A property, by its name, or the names on the way to it, where they are known.
    case property(String?)
    /// A closure, which is said to resolve it.
    case declared
    /// Another type, which the registration implements.
    case forwarding
    /// Around it, as a decorator.
    case decorator
  }

  /// What it is found by.
  package let key: Key
  package let kind: Kind
  package let site: Site
  /// The type that is asked for, where it is made of what the key finds.
  package var form: (any DerivedForm.Type)?
  /// The type of the keys, where it is all there is of a type by key.
  package var keys: KeyType?
  /// What getting it takes by itself, where a closure makes it.
  package var effect = Summary.Effect()
  /// False for an injected property, whose type does not say that it has a name or key.
  package var isLabelKnown = true
  /// Whether it may come when its owner has been made and handed on: the property of an object.
  package var mayComeLate = false

  package init(key: Key, kind: Kind, site: Site) {
    self.key = key
    self.kind = kind
    self.site = site
  }

  /// The types that something may be registered for that is asked for by a type and a name: `Lazy<Wine>?`, `Lazy<Wine>`
  /// and `Wine` for the first of them.
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
