import Astroject

/// A lookup of the value of a property without a name or key, as far as it needs no state of the task.
@usableFromInline
enum PropertySource {
  /// Returns the address of a prepared value of a type, or otherwise the build whose code runs on this thread.
  ///
  /// It returns neither if that build has a property buffer.
  ///
  /// - Parameter owner: The `#function` of the property's wrapper.
  @usableFromInline
  static func current(
    _ type: ObjectIdentifier, of owner: StaticString
  ) -> (address: UnsafeMutableRawPointer?, build: Build?) {
    if let preparedAddress = CurrentBuild.preparedAddress,
      let address = ValueRow.at(preparedAddress).with({ $0.take(type, of: owner) })
    {
      return (address, nil)
    }
    guard let build = Build.leading, !build.hasPropertyBuffer else { return (nil, nil) }
    return (nil, build)
  }

  /// Resolves the value for a build.
  @inlinable
  static func value<Value>(for build: Build) throws -> Value {
    let hold = ReadHold.begin()
    defer { hold.end() }
    guard let published = build.published(forType: Key.word(of: Value.self), hold) else {
      hold.stay()
      return try valueByKey(for: build)
    }
    if let instance = published.word.instance(of: Value.self) { return instance.with { $0.value } }
    hold.stay()
    return try published.make(for: build)
  }

  @usableFromInline
  static func valueByKey<Value>(for build: Build) throws -> Value {
    try build.core.resolve(Key(Value.self), (), for: ResolutionContext(of: build))
  }
}

extension Build {
  /// Returns an error of the build's object as an error of its injected property.
  @usableFromInline
  func explaining<Value>(
    _ error: any Error, of type: Value.Type, label: Label?, at site: PropertySite
  ) -> any Error {
    guard let error = error as? AstrojectError else { return error }
    switch error {
    case .asynchronousFactory, .isolationMismatch:
      // An awaiting caller would get the value before `init`, so the error is not about the property.
      let isPlanned = label == nil && path.last?.hasParameterPlan ?? false
      if isPlanned, let product, PropertyPlan.of(product).has(type, of: site.owner) { return error }
    default: break
    }
    return error.about(property: nil, below: path)
  }
}
