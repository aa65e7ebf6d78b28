// `injecting`: what a property of an object gets that has just been made.

extension Build {
  /// Gets a property of the object that this build has made its value, or has it get that later, where it is still
  /// being built.
  ///
  /// - Parameters:
  ///   - isOnMainActor: Whether it is the main actor's to set.
  ///   - set: Sets the property.
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

  /// Gets a property of the object that this build has made its value, or has it get that later, where it is still
  /// being built.
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

  /// What is there without a lock.
  private func instance(of key: Key) -> AnyProduct? { ReadHold.during { planCache(of: key, $0).anyInstance } }

  private func injecting(
    _ key: Key, onMainActor isOnMainActor: Bool,
    _ set: @escaping @Sendable (AnyProduct) throws -> Void
  ) -> Resolution {
    var resolution = Resolution(ResolutionContext(of: self), key: key, arguments: nil)
    resolution.allowPuttingOff(for: LateProperty(onMainActor: isOnMainActor, set: set))
    return resolution
  }

  /// The type that the registration says to make; nil when the build has ended. Any thread may ask that holds it.
  package var product: Any.Type? { blueprintUnderWay?.product }

  /// Returns true if what answers to a key is made by this build, or by one above it whose product is not there yet.
  package func isBuilding(_ key: Key) -> Bool {
    guard let front = core.find(key)?.blueprint else { return false }
    let target = front.origin
    return sequence(first: self) { $0.parent }.contains { build in
      build.blueprintUnderWay === target && !build.showsDraft(to: self)
    }
  }

  /// The error where the product of this build cannot be had for a cause that is about its arguments.
  package func absence(_ cause: AstrojectError.Cause) -> AstrojectError {
    let step = step
    return .noRegistrationFound(
      AstrojectError.Failure(key: step.key, path: path, location: step.location, cause: cause))
  }
}
