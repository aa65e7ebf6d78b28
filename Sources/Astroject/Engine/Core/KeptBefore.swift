/// A cached instance that lacks a decorator that now applies.
struct KeptBefore {
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

  static func == (left: KeptBefore, right: KeptBefore) -> Bool {
    left.blueprint === right.blueprint && left.keeper === right.keeper
  }

  /// Returns true if an instance is cached, or was.
  ///
  /// It adds each object that it looks at to `held`, because the object may be released meanwhile and must not be freed
  /// under a lock.
  func isThere(_ held: inout [AnyObject]) -> Bool {
    let target = blueprint.origin
    // If a forwarding leads to an instance of a custom scope, that is decorated anew in each tree.
    let isCustom = target.flags.lifetime == .shared || target.flags.lifetime == .perContainer
    if isCustom, target !== blueprint { return false }
    // The type that the instance was asked by does not matter: asked by this type, it is decorated.
    if target.flags.lifetime.isKeptByOwner { return blueprint.flags.hasKept || target.flags.hasKept }
    let storages = [keeper.inheritedStorage(of: blueprint), keeper.inheritedStorage(of: target), entry?.storage]
    for storage in storages.compactMap(\.self) {
      let slots = storage.slots
      held += [storage] + slots
      let isKept = storage.lifetime == .perContainer ? storage.blueprint.flags.hasKept : slots.contains(where: \.isKept)
      if isKept, storage.lifetime != .perContainer || slots.count > 1 { return true }
    }
    return false
  }

  /// Makes further resolves of the instance throw `invalidInstance`.
  func spoil() {
    guard blueprint.origin.flags.lifetime.isKeptByOwner else { return keeper.store.spoil(blueprint) }
    blueprint.changeRefusal { $0.isDecoratedLate = true }
    guard blueprint.flags.hasForwardings else { return }
    for forwarding in keeper.store.all.flatMap(\.blueprints) where forwarding.forwardingTarget === blueprint {
      forwarding.changeFlags { if $0.hasKept { $0.isSpoiled = true } }
    }
  }
}
