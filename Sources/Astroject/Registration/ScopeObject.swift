/// A custom scope, as a registration stores it. The engine knows how to ask it.
class ScopeObject: @unchecked Sendable {
  // Nothing in it changes.
  /// A copy for a container that must not make the instance release products of other containers.
  var borrowed: ScopeObject { self }
}
