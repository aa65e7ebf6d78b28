import Astroject

extension Decoration {
  /// Declares the dependencies that the decorator resolves, if it is a closure; see
  /// ``Astroject/Registrable/depends(on:_:)``.
  ///
  /// - Parameters:
  ///   - first: The type of a dependency.
  ///   - others: The types of the other dependencies.
  /// - Returns: The decorator, for further calls.
  @discardableResult
  public func depends<First, each Other>(on first: First.Type, _ others: repeat (each Other).Type) -> Self {
    registration.depends(on: first, repeat each others)
    return self
  }

  /// Declares that the decorator resolves something with a name, a key or arguments.
  ///
  /// See ``Astroject/Registrable/depends(on:name:key:arguments:)``.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency.
  ///   - name: The name of the dependency.
  ///   - key: The key of the dependency, in place of a name.
  ///   - arguments: The types of the arguments that it is resolved with.
  /// - Returns: The decorator, for further calls.
  @discardableResult
  @_disfavoredOverload
  public func depends<Other, each Argument>(
    on type: Other.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type
  ) -> Self {
    registration.depends(on: type, name: name, key: key, arguments: repeat each arguments)
    return self
  }

  /// Declares that the decorator resolves nothing; see ``Astroject/Registrable/dependsOnNothing()``.
  @discardableResult
  public func dependsOnNothing() -> Self {
    registration.dependsOnNothing()
    return self
  }

  /// Silences the findings of one rule about this decorator in `validate()`.
  ///
  /// See ``Astroject/Registrable/allowing(_:because:)``.
  @discardableResult
  public func allowing(_ rule: GraphRule, because reason: String) -> Self {
    registration.allowing(rule, because: reason)
    return self
  }

  /// Silences the findings of one rule about this decorator and one of its dependencies in `validate()`.
  ///
  /// See ``Astroject/Registrable/allowing(_:of:because:)``.
  @discardableResult
  public func allowing<Other>(_ rule: GraphRule, of type: Other.Type, because reason: String) -> Self {
    registration.allowing(rule, of: type, because: reason)
    return self
  }
}
