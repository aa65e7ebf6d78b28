import Astroject

extension Decoration {
  /// Says what the decorator resolves, where that is a closure; see ``Astroject/Registrable/depends(on:_:)``.
  @discardableResult
  public func depends<First, each Other>(on first: First.Type, _ others: repeat (each Other).Type) -> Self {
    registration.depends(on: first, repeat each others)
    return self
  }

  /// Says that the decorator resolves something that has a name or key, or takes arguments; see
  /// ``Astroject/Registrable/depends(on:name:key:arguments:)``.
  @discardableResult
  @_disfavoredOverload
  public func depends<Other, each Argument>(
    on type: Other.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type
  ) -> Self {
    registration.depends(on: type, name: name, key: key, arguments: repeat each arguments)
    return self
  }

  /// Says that the decorator resolves nothing; see ``Astroject/Registrable/dependsOnNothing()``.
  @discardableResult
  public func dependsOnNothing() -> Self {
    registration.dependsOnNothing()
    return self
  }

  /// Has `validate()` not report what it finds about this decorator by one rule; see
  /// ``Astroject/Registrable/allowing(_:because:)``.
  @discardableResult
  public func allowing(_ rule: GraphRule, because reason: String) -> Self {
    registration.allowing(rule, because: reason)
    return self
  }

  /// Has `validate()` not report what it finds by one rule about this decorator and one of its dependencies; see
  /// ``Astroject/Registrable/allowing(_:of:because:)``.
  @discardableResult
  public func allowing<Other>(_ rule: GraphRule, of type: Other.Type, because reason: String) -> Self {
    registration.allowing(rule, of: type, because: reason)
    return self
  }
}
