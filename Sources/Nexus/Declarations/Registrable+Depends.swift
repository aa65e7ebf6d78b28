import Astroject

extension Registrable {
  /// Declares the dependencies that the closures of a registration resolve.
  ///
  /// These closures are its factory, its hooks, and the rules of its parameters. Declare also the dependencies of
  /// injected properties that have a name or key, or that the registered type does not show.
  ///
  /// The graph shows the declared dependencies and `validate()` checks them, as if they were parameters. Without a
  /// declaration such a registration is opaque: its dependencies are unknown. Optionals, collections, ``Lazy`` and
  /// ``Provider`` mean the same as for parameters. Declare every dependency, because no check finds one that is left
  /// out.
  ///
  /// ```swift
  /// try container.register(Report.self) { resolver in
  ///   Report(try resolver.resolve(Store.self), by: try resolver.resolveOptional(Author.self))
  /// }
  /// .depends(on: Store.self, Author?.self)
  /// ```
  /// - Parameters:
  ///   - first: The type of a dependency.
  ///   - others: The types of the other dependencies.
  /// - Returns: The registration, for further calls.
  @discardableResult
  public func depends<First, each Other>(on first: First.Type, _ others: repeat (each Other).Type) -> Self {
    var dependencies = [ParameterSource<First>.declared(nil)]
    repeat dependencies.append(ParameterSource<each Other>.declared(nil))
    return declaring(dependencies)
  }

  /// Declares that the closures of a registration resolve something with a name, a key or arguments.
  ///
  /// See ``depends(on:_:)``.
  ///
  /// ```swift
  /// .depends(on: Store.self, name: "main")
  /// .depends(on: Page.self, arguments: Int.self)
  /// ```
  /// - Parameters:
  ///   - type: The type of the dependency.
  ///   - name: The name of the dependency.
  ///   - key: The key of the dependency, in place of a name.
  ///   - arguments: The types of the arguments that it is resolved with.
  /// - Returns: The registration, for further calls.
  @discardableResult
  @_disfavoredOverload
  public func depends<Other, each Argument>(
    on type: Other.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type
  ) -> Self {
    let label = Label(name: name, key: key)
    let key = Key(Other.self, label: label, arguments: (repeat each Argument).self)
    guard key.takesArguments else { return declaring([ParameterSource<Other>.declared(label)]) }
    let dependency = Dependency(key: key, kind: .required, site: .declared)
    var count = 0
    for _ in repeat each arguments { count += 1 }
    dependency.takesOneArgument = count == 1
    return declaring([dependency])
  }

  /// Declares that the closures of a registration resolve nothing; see ``depends(on:_:)``.
  @discardableResult
  public func dependsOnNothing() -> Self { declaring([]) }

  /// Silences the findings of one rule about this registration in `validate()`.
  ///
  /// The report counts each silenced finding, with the reason, and says if there was nothing to silence. Any
  /// registration on a cycle can silence the cycle.
  ///
  /// ```swift
  /// try container.register(initializer: Cache.init).asSingleton()
  ///   .allowing(.captiveDependency, because: "sessions tell the cache when they end")
  /// ```
  /// - Parameters:
  ///   - rule: The rule to silence.
  ///   - reason: The reason why the findings are right here.
  /// - Returns: The registration, for further calls.
  @discardableResult
  public func allowing(_ rule: GraphRule, because reason: String) -> Self {
    allowing(rule: rule.rawValue, about: nil, because: reason)
  }

  /// Silences the findings of one rule about this registration and one of its dependencies in `validate()`.
  ///
  /// See ``allowing(_:because:)``.
  ///
  /// - Parameters:
  ///   - rule: The rule to silence.
  ///   - type: The type of the dependency.
  ///   - reason: The reason why the findings are right here.
  /// - Returns: The registration, for further calls.
  @discardableResult
  public func allowing<Other>(_ rule: GraphRule, of type: Other.Type, because reason: String) -> Self {
    allowing(rule: rule.rawValue, about: type, because: reason)
  }
}

extension ParameterSource {
  /// Returns the dependency of a closure that resolves this type.
  fileprivate static func declared(_ label: Label?) -> Dependency {
    resolving(label).dependency(at: .declared)
  }
}
