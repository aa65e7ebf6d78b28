extension Container {
  /// Closes the container to additions: from now on each call that registers, contributes or decorates throws.
  ///
  /// The error is ``AstrojectError/sealed(_:)``, with the source location of the call.
  ///
  /// ```swift
  /// try container.registerDiscovered()
  /// container.seal()  // a late registration of a feature is an error, and not a surprise
  /// ```
  /// Resolving, releasing, `clear()`, `unregister`, children, and the modifiers of earlier registrations are not
  /// affected. A container that `overriding` makes of this one is not sealed. If a closure, a module or an assembly has
  /// registered before this call, that counts when it has ended. May be called from any thread, and more than once.
  public func seal() { core.seal() }
}
