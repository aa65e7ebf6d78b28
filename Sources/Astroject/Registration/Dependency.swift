/// One thing that a recipe needs.
package struct Dependency: Sendable {
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
    /// It is a value, or made by a closure.
    case fixed
    /// It is the container that resolves, or its resolver.
    case container, resolver
  }

  /// Where it goes.
  package enum Site: Sendable, Hashable {
    /// A parameter of the initializer, counted from zero.
    case parameter(Int)
    /// A property, by its name where that is known.
    case property(String?)
  }

  /// What it is found by.
  package let key: Key
  package let kind: Kind
  package let site: Site

  package init(key: Key, kind: Kind, site: Site) {
    self.key = key
    self.kind = kind
    self.site = site
  }
}
