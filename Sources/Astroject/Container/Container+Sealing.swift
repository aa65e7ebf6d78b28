extension Container {
  /// Refuses whatever is to be added from now on: each call that registers, contributes or decorates throws
  /// ``AstrojectError/sealed(_:)`` with its place in the source.
  ///
  /// ```swift
  /// try container.registerDiscovered()
  /// container.seal()  // a late registration of a feature is an error, and not a surprise
  /// ```
  /// Resolving, releasing, `clear()`, `unregister`, children, and the modifiers of earlier registrations go on as
  /// before. A container that is made of this one by `overriding` is not sealed. What a closure, a module or an assembly
  /// has registered before this call counts when it has ended. It may be called from any thread, and again.
  public func seal() { core.seal() }
}
