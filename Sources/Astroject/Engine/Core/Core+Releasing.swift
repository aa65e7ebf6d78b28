extension Core {
  /// Releases the instances that disposable scopes cache for a service, by any type that it is known by.
  ///
  /// Releases all with nil.
  func release(_ service: Key?) -> [PendingRelease] {
    // A transaction does not release the instances of what it has removed, because they are back if it fails.
    var inherited = inheritedStorage(of: service)
    if lineage.contains(where: { $0.transactions.load() != 0 }) {
      let (above, below) = (lineage, descendants)
      inherited.removeAll { storage in
        !above.contains { $0.find(storage.blueprint) != nil }
          && !below.contains { core in core.ifOpen(else: false) { core.find(storage.blueprint) != nil } }
      }
    }
    let contributions = view.contributions.filter { service?.isSameService(as: $0.key) ?? true }
    var entries = (view.entries(ofService: service) + contributions).compactMap { $0.own.map($0.keeper) }
    entries += (service.map(implementations) ?? []).compactMap { find($0)?.entry }
    return release(entries, inherited, where: \.isDisposable)
  }

  /// Releases all cached instances, and returns the pending releases in reverse order of building.
  ///
  /// The registrations stay. An instance under construction is released when it is done, and no second build begins
  /// beside it.
  func releaseEverything() -> [PendingRelease] {
    let (entries, inherited) = (store.all, inherited.withLock { $0.all })
    // Objects without hooks are freed when nothing is cached any more.
    let held = (entries.compactMap(\.storage).filter { !$0.isThereForGood } + inherited).map(\.products)
    return withExtendedLifetime(held) { release(entries, inherited) { !$0.isThereForGood } }
  }

  /// Releases what some storages cache, and returns the pending releases in reverse order of building.
  private func release(
    _ entries: [Entry], _ inherited: [InstanceStorage], where isReleased: (InstanceStorage) -> Bool
  ) -> [PendingRelease] {
    var pendingReleases: [PendingRelease] = []
    let customs =
      entries.flatMap { $0.release(where: isReleased, into: &pendingReleases) }
      + inherited.filter(isReleased).flatMap { $0.release($0.vacate(), into: &pendingReleases) }
    // Last, because they publish the instances of others, which `releaseEverything` releases.
    for entry in entries { entry.unpublishForwarded() }
    for custom in customs { custom.release(for: nil) }
    return pendingReleases.latestFirst
  }

  /// Abandons storage, and returns the pending releases in reverse order of building.
  package func pendingReleases(of storages: [InstanceStorage]) -> [PendingRelease] {
    var pendingReleases: [PendingRelease] = []
    for storage in storages { storage.abandon(tellingCustom: true, into: &pendingReleases) }
    return pendingReleases.latestFirst
  }

  /// Returns the registrations of this container that implement a service.
  func implementations(of service: Key) -> [Blueprint] {
    view.entries(ofService: service).flatMap { $0.blueprints.compactMap(\.forwardingTarget) }.filter(isLive)
  }

  /// Runs release hooks for a caller that cannot await.
  ///
  /// Hooks that have to be awaited run in a task, after the others.
  package func run(_ pendingReleases: [PendingRelease]) {
    for pendingRelease in pendingReleases {
      var failures: [AstrojectError.Failure] = []
      let rest = pendingRelease.runSynchronous(&failures)
      report(failures)
      if let rest { CurrentBuild.startTask { self.report(await self.run([rest])) } }
    }
  }

  /// Runs release hooks and awaits them.
  ///
  /// It is inlined, because each function on the way takes a frame of the task. One that runs hooks takes one.
  @inline(__always)
  func run(_ pendingReleases: [PendingRelease]) async -> [AstrojectError.Failure] {
    pendingReleases.isEmpty ? [] : await runHooks(pendingReleases)
  }

  @inline(never)
  private func runHooks(_ pendingReleases: [PendingRelease]) async -> [AstrojectError.Failure] {
    var failures: [AstrojectError.Failure] = []
    for pendingRelease in pendingReleases { failures += await pendingRelease.run(isolation: #isolation) }
    return failures
  }

  /// Reports failed hooks to behaviors, because no caller can receive the error.
  func report(_ failures: [AstrojectError.Failure]) {
    guard isObserved else { return }
    for failure in failures {
      tellFailed(failure.key.product, name: failure.key.name, .shutdownFailed([failure]))
    }
  }
}

extension PendingRelease {
  /// Runs the synchronous hooks that another thread has left to the main actor. Their errors are not reported.
  func runOnMainActor() {
    guard let conformance = product.misplacedConformance(), conformance.isOnMainActor else { return }
    CurrentBuild.startTask { @MainActor in for case .sync(let body) in self.hooks { try? body(self.product) } }
  }
}
