// `injecting`: the values of properties that are set after `init`.

extension Build {
  /// Resolves a property's value and sets it on the object that this build has made.
  ///
  /// If the value is still being built, the property is set later.
  ///
  /// - Parameters:
  ///   - key: The key of the value.
  ///   - isOnMainActor: True if the property has to be set on the main actor.
  ///   - set: Sets the property.
  /// - Throws: The error of the resolve or of `set`.
  package func inject(
    _ key: Key, onMainActor isOnMainActor: Bool,
    _ set: @escaping @Sendable (AnyProduct) throws -> Void
  ) throws {
    if let instance = instance(of: key) { return try set(instance) }
    var resolution = injecting(key, onMainActor: isOnMainActor, set)
    let product: AnyProduct
    do {
      note(injecting: true)
      defer { note(injecting: false) }
      product = try resolution.run()
    } catch is PutOff { return }
    try set(product)
  }

  /// Resolves a property's value, awaits it, and sets it on the object that this build has made.
  ///
  /// If the value is still being built, the property is set later.
  package func inject(
    _ key: Key, onMainActor isOnMainActor: Bool,
    _ set: @escaping @Sendable (AnyProduct) throws -> Void
  ) async throws {
    let product: AnyProduct
    if let instance = instance(of: key) {
      product = instance
    } else {
      note(injecting: true)
      defer { note(injecting: false) }
      var resolution = injecting(key, onMainActor: isOnMainActor, set)
      do { product = try await resolution.run() } catch is PutOff { return }
    }
    try await LateProperty(onMainActor: isOnMainActor, set: set).give(product, by: self)
  }

  /// Returns a published instance of a key, if there is one.
  private func instance(of key: Key) -> AnyProduct? { ReadHold.during { planCache(of: key, $0).anyInstance } }

  private func injecting(
    _ key: Key, onMainActor isOnMainActor: Bool,
    _ set: @escaping @Sendable (AnyProduct) throws -> Void
  ) -> Resolution {
    var resolution = Resolution(ResolutionContext(of: self), key: key, arguments: nil)
    resolution.allowPuttingOff(for: LateProperty(onMainActor: isOnMainActor, set: set))
    return resolution
  }

  /// The product type of the registration, or nil if the build has ended.
  ///
  /// Any thread that holds the build may read it.
  package var product: Any.Type? { blueprintUnderWay?.product }

  /// Returns true if this build, or one above it that does not show its product yet, makes the product for a key.
  package func isBuilding(_ key: Key) -> Bool {
    guard let front = core.find(key)?.blueprint else { return false }
    let target = front.origin
    return sequence(first: self) { $0.parent }.contains { build in
      build.blueprintUnderWay === target && !build.showsDraft(to: self)
    }
  }

  /// Returns the error for a product that cannot be had because of its arguments.
  package func absence(_ cause: AstrojectError.Cause) -> AstrojectError {
    let step = step
    return .noRegistrationFound(
      AstrojectError.Failure(key: step.key, path: path, location: step.location, cause: cause))
  }
}
