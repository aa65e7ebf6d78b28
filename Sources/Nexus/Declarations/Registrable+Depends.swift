import Astroject

extension Registrable {
  /// Says what the closures of a registration resolve: its factory, its hooks, the rules of its parameters; and what
  /// those of its injected properties get that have a name or key, or that the registered type does not show.
  ///
  /// The graph shows it and `validate()` checks it, as if these were parameters. Without it such a registration is
  /// opaque: nothing is known of what it needs. Optionals, collections, ``Lazy`` and ``Provider`` say what they say for
  /// parameters. All of it is to be named; nobody checks that.
  ///
  /// ```swift
  /// try container.register(Report.self) { resolver in
  ///   Report(try resolver.resolve(Store.self), by: try resolver.resolveOptional(Author.self))
  /// }
  /// .depends(on: Store.self, Author?.self)
  /// ```
  /// - Parameters:
  ///   - first: What is resolved.
  ///   - others: What else is resolved.
  @discardableResult
  public func depends<First, each Other>(on first: First.Type, _ others: repeat (each Other).Type) -> Self {
    var dependencies = [ParameterSource<First>.declared(nil)]
    repeat dependencies.append(ParameterSource<each Other>.declared(nil))
    return declaring(dependencies)
  }

  /// Says that the closures of a registration resolve something that has a name or key, or takes arguments; see
  /// ``depends(on:_:)``.
  ///
  /// ```swift
  /// .depends(on: Store.self, name: "main")
  /// .depends(on: Page.self, arguments: Int.self)
  /// ```
  /// - Parameters:
  ///   - type: What is resolved.
  ///   - name: The name that it is resolved by.
  ///   - key: Takes the place of the name.
  ///   - arguments: The types of the arguments that it is resolved with.
  @discardableResult
  @_disfavoredOverload
  public func depends<Other, each Argument>(
    on type: Other.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type
  ) -> Self {
    let label = Label(name: name, key: key)
    let key = Key(type, label: label, arguments: (repeat each Argument).self)
    guard key.takesArguments else { return declaring([ParameterSource<Other>.declared(label)]) }
    return declaring([Dependency(key: key, kind: .required, site: .declared)])
  }

  /// Says that the closures of a registration resolve nothing; see ``depends(on:_:)``.
  @discardableResult
  public func dependsOnNothing() -> Self { declaring([]) }

  /// Has `validate()` not report what it finds about this registration by one rule.
  ///
  /// The report counts what was silenced, with the reason, and says where nothing was. A loop is silenced by any
  /// registration on it.
  ///
  /// ```swift
  /// try container.register(initializer: Cache.init).asSingleton()
  ///   .allowing(.captiveDependency, because: "sessions tell the cache when they end")
  /// ```
  /// - Parameters:
  ///   - rule: The rule by which it is found.
  ///   - reason: Why it is right here.
  @discardableResult
  public func allowing(_ rule: GraphRule, because reason: String) -> Self {
    allowing(Allowance(rule: rule.rawValue, type: nil, reason: reason))
  }

  /// Has `validate()` not report what it finds by one rule about this registration and one of its dependencies; see
  /// ``allowing(_:because:)``.
  ///
  /// - Parameters:
  ///   - rule: The rule by which it is found.
  ///   - type: The type of the dependency.
  ///   - reason: Why it is right here.
  @discardableResult
  public func allowing<Other>(_ rule: GraphRule, of type: Other.Type, because reason: String) -> Self {
    allowing(Allowance(rule: rule.rawValue, type: type, reason: reason))
  }
}

extension ParameterSource {
  /// What a closure resolves that asks for this type.
  fileprivate static func declared(_ label: Label?) -> Dependency {
    resolving(label).dependency(at: .declared)
  }
}
