/// An instance that would lack a decorator that comes now, if it is cached or being built.
final class KeptBefore: Sendable {
  let blueprint: Blueprint
  /// The container that caches the instance, and that its dependencies come from.
  let keeper: Core
  private let entry: Entry?

  /// Records an instance that a container may cache.
  ///
  /// - Parameter entry: The entry of the registration.
  init(_ blueprint: Blueprint, by keeper: Core, at entry: Entry?) {
    self.blueprint = blueprint
    self.keeper = keeper
    self.entry = entry
  }

  /// The forwardings of the keeper and its parents that lead to the instance.
  var forwardings: [Blueprint] {
    guard blueprint.flags[.hasForwardings] else { return [] }
    return keeper.lineage.flatMap { $0.view.all }.flatMap(\.blueprints).filter { $0.forwardingTarget === blueprint }
  }

  /// Returns true if an instance is cached or being built.
  ///
  /// It adds each object that it looks at to `held`, because the object may be released meanwhile and must not be freed
  /// under a lock.
  func isThere(_ held: inout [AnyObject]) -> Bool {
    let target = blueprint.origin
    // If a forwarding leads to an instance of a custom scope, that is decorated anew in each tree.
    let isCustom = target.flags.lifetime == .shared || target.flags.lifetime == .perContainer
    if isCustom, target !== blueprint { return false }
    // An instance that was made elsewhere is cached undecorated from the beginning. Its decorated form counts.
    let own = target.flags[.isInstance] ? nil : entry?.storage
    // The type that the instance was asked by does not matter: asked by this type, it is decorated.
    let storages = [keeper.inheritedStorage(of: blueprint), keeper.inheritedStorage(of: target), own]
      .compactMap(\.self)
    // The storages are slots, too.
    let slots = storages.flatMap(\.slots)
    held += slots as [AnyObject]
    return slots.contains { slot in
      if !slot.isResting || slot.custom?.keeps ?? false { return true }
      guard let product = slot.product else { return false }
      held.append(product)
      return true
    }
  }

  /// The error of decorators that come too late for it.
  var decoratedTooLate: AstrojectError {
    let flags = blueprint.origin.flags
    let ways = AstrojectError.WaysOn(
      isDisposable: flags.lifetime.isDisposable, isKeptByOwner: flags.lifetime.isKeptByOwner,
      isContribution: flags[.isContribution])
    return .invalidInstance(
      AstrojectError.Failure(
        key: blueprint.key, path: [], location: blueprint.location, cause: .decoratedTooLate(ways)))
  }
}
