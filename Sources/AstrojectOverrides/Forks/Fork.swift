import Astroject

/// The origin of a forked container, and the use of its overrides.
///
/// One object serves all containers of a lineage that was forked together, and their children.
package final class Fork: ContainerDelegate {
  /// A build in a fork that asked the original, because a closure has captured that.
  package struct Escape: Hashable, Sendable {
    /// The registration whose build asked.
    package let asker: AstrojectError.Step
    /// The key that it asked for.
    package let key: Key
  }

  /// The fork that was forked, if the original was a fork itself.
  private let previous: Fork?
  /// The cores of the containers that were forked.
  ///
  /// The containers are not retained.
  private let originals: [Core]
  private let notedUsages = Lock<[Usage]>([])
  private let notedEscapes = Lock<[Escape]>([])
  package let standIns: StandIns
  /// One if overrides need not be used to which only a `Lazy` or a `Provider` leads.
  private let excusing = AtomicWord(0)
  /// The number of containers that belong to this fork.
  private let members = AtomicWord(0)

  init(of core: Core) {
    previous = core.fork
    standIns = StandIns(like: core.fork?.standIns)
    originals = core.lineage
    // Without publication, each resolve in the original takes the path on which an escape is noticed.
    for original in originals { original.store.pausePublication() }
  }

  deinit { for original in originals { original.store.resumePublication() } }

  package func didGiveCurrent() {}

  package func didBegin() { _ = members.add(1) }

  /// Removes the stand-ins with the last container, because they may hold objects that resolve in it.
  package func didEnd() { if members.add(0 &- 1) == 0 { standIns.removeAll() } }

  package var lifetimeRule: String? {
    "A test holds a container that `overriding` made only until its case ends."
  }

  // MARK: Use

  /// Excuses overrides to which only a `Lazy` or a `Provider` leads.
  func excuseWhatComesLater() { excusing.store(1) }

  /// The usage records of the overrides, and of registrations shared with the original, in order.
  package var usages: [Usage] { notedUsages.withLock { $0 } }

  /// Pauses the usage records until the overrides are made, because a closure that makes them may resolve.
  func holdUsages() { for usage in usages { usage.hold() } }

  func add(_ usage: Usage) { notedUsages.withLock { $0.append(usage) } }

  /// Records that the fallback, which the original shares, was asked for a key.
  package func didAskFallback(for key: Key) {
    notedUsages.first(orAdding: Usage(nil, key, at: .unknown)) { !$0.location.isKnown && $0.key == key }.didAsk()
  }

  /// Excuses overrides to which only this leads, if the fork does so.
  package func didDefer(_ form: any DerivedForm.Type, for key: Key, in core: Core) {
    if excusing.load() != 0 { core.excuseWhatComesLater(by: form, for: key) }
  }

  package var suppliesProducts: Bool { standIns.isThere }

  /// Returns a stand-in for a key that is not registered.
  package func product(for key: Key) -> Any? { standIns.product(for: key) }

  // MARK: Escapes

  /// The builds that asked the original, each once.
  package var escapes: [Escape] { notedEscapes.withLock { $0 } }

  /// Records a build that asks a container other than its own, if that is an original.
  package func didAsk(_ core: Core, for key: Key, by asker: Build) {
    guard core.lineage.contains(where: isOriginal) else { return }
    let escape = Escape(asker: asker.step, key: key)
    _ = notedEscapes.first(orAdding: escape) { $0 == escape }
  }

  /// Returns true for a container that was forked, and for its parents.
  package func isOriginal(_ core: Core) -> Bool {
    originals.contains { $0 === core } || previous?.isOriginal(core) ?? false
  }
}

extension Core {
  /// True if hooks of this container, or of a parent, wait for the release of an instance that was made elsewhere.
  var ownsInstances: Bool {
    lineage.contains { core in
      core.ownRegistrations.contains { $0.blueprint.isInstance && $0.blueprint.hasReleaseHooks }
    }
  }
}

extension Lock {
  /// Returns the first matching element of a growing list, or adds a new one.
  ///
  /// The comparison of keys is user code, so it runs while the lock is free.
  fileprivate func first<Element>(orAdding new: Element, where isMeant: (Element) -> Bool) -> Element
  where Value == [Element] {
    while true {
      let known = withLock { $0 }
      if let element = known.first(where: isMeant) { return element }
      let isAdded = withLock { list in
        guard list.count == known.count else { return false }
        list.append(new)
        return true
      }
      if isAdded { return new }
    }
  }
}
