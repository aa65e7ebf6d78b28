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
  package func inject<Value>(
    _ key: Key, onMainActor isOnMainActor: Bool, _ set: @escaping @Sendable (Value) throws -> Void
  ) throws {
    if let instance = instance(of: key) { return try set(instance.value(as: Value.self)) }
    let property = LateProperty(onMainActor: isOnMainActor) { try set($0.value(as: Value.self)) }
    let context = ResolutionContext(of: self).within(Circumstances(property: property))
    let value: Value
    do {
      note(Flag.isInjecting)
      defer { note(Flag.isInjecting, on: false) }
      value = try core.resolve(key, (), nil, for: context)
    } catch is PutOff { return }
    try set(value)
  }

  /// Resolves a property's value, awaits it, and sets it on the object that this build has made.
  ///
  /// If the value is still being built, the property is set later.
  package func inject<Value>(
    _ key: Key, onMainActor isOnMainActor: Bool, _ set: @escaping @Sendable (Value) throws -> Void
  ) async throws {
    let property = LateProperty(onMainActor: isOnMainActor) { try set($0.value(as: Value.self)) }
    if let instance = instance(of: key) { return try await property.give(instance, by: self) }
    let context = ResolutionContext(of: self).within(Circumstances(property: property))
    let product: ProductBox<Value>
    do {
      note(Flag.isInjecting)
      defer { note(Flag.isInjecting, on: false) }
      product = ProductBox(try await core.resolve(key, (), nil, for: context))
    } catch is PutOff { return }
    try await property.give(product, by: self)
  }

  /// Notes that a property gets a value that it cannot get later, or that it has it.
  package func note(filling isFilling: Bool) { note(Flag.isFilling, on: isFilling) }

  /// Returns true if what a property of an owner's product gets, and no other request shares, is made with this build's
  /// product. If that took the owner's product, it would be wired to an object that has another one of its type.
  ///
  /// A hook may take it, because then the value has been made, unless decorators are yet to make another value of it.
  /// The value may be an element of a collection.
  func isNeeded(toFill owner: Build) -> Bool {
    search { build in
      let flags = build.flags.load()
      if flags & (Flag.runsHooks | Flag.isInjecting) != 0 { return false }
      guard build.above?.address == Borrowed(owner).address else { return nil }
      return flags & Flag.fillsAlone != 0 || owner.flags.load() & Flag.isFilling != 0 && !build.isSharedWhileBuilt
    } ?? false
  }

  /// Returns a published instance of a key, if there is one.
  private func instance(of key: Key) -> AnyProduct? { ReadHold.during { published(for: key, $0)?.word.anyInstance } }

  /// The product type of the registration, or nil if the build has ended.
  ///
  /// Any thread that holds the build may read it.
  package var product: Any.Type? { blueprintUnderWay?.product }

  /// Returns true if this build, or one above it that does not show its product yet, makes the product for a key.
  package func isBuilding(_ key: Key) -> Bool {
    guard let target = core.find(key)?.blueprint.origin else { return false }
    return search { $0.blueprintUnderWay === target && !$0.showsDraft(to: self) ? true : nil } ?? false
  }
}
