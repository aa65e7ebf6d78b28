/// Decorators that arrive at a container, and the instances that were cached before.
///
/// These instances were built without the decorators, and are spoiled. A build that caches an instance later compares
/// the decorators that apply with those that the instance has; see `Core.spoil(_:builtWith:)`.
final class DecoratorArrival {
  let decorators: [Blueprint]
  /// The instances that the decorators apply to, if they are cached.
  private let candidates: [KeptBefore]
  /// The candidates that were cached when the decorators arrived.
  private(set) var kept: [KeptBefore] = []
  /// The objects that were looked at.
  private var held: [AnyObject] = []

  init(_ decorators: [Blueprint], at core: Core) {
    self.decorators = decorators
    guard !decorators.isEmpty else {
      candidates = []
      return
    }
    let below = [core] + core.descendants
    var candidates: [KeptBefore] = []
    for owner in Array(core.lineage) + core.descendants {
      let isAbove = !below.contains { $0 === owner }
      for entry in owner.layers.flatMap(\.all) where decorators.contains(where: { $0.decorates(entry.key) }) {
        for blueprint in entry.blueprints {
          let place = blueprint.forwardingTarget.map { owner.store.place(of: $0) } ?? entry
          if blueprint.origin.flags.lifetime.isKeptByOwner {
            // An instance that a parent caches is not decorated by a child.
            if !isAbove { candidates.append(KeptBefore(blueprint, by: owner, at: place)) }
          } else {
            candidates += below.map { KeptBefore(blueprint, by: $0, at: $0 === owner ? place : nil) }
          }
        }
      }
    }
    self.candidates = candidates
  }

  func isMeant(_ key: Key) -> Bool { decorators.contains { $0.decorates(key) } }

  /// Records the candidates that are cached.
  ///
  /// Called under the lock under which the decorators are added, before they are seen.
  func look() { kept = candidates.filter { $0.isThere(&held) } }
}
