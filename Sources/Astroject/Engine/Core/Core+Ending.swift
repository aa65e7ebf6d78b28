// The end of a container.

extension Core {
  func released(_ key: Key) -> AstrojectError {
    let path = CurrentBuild.current()?.path ?? []
    return .containerReleased(
      AstrojectError.Failure(
        key: key, path: path + [AstrojectError.Step(key: key, location: nil)],
        cause: isForeign
          ? .foreignContainer
          : hasEnded ? .ended(childNamed: name) : delegate?.lifetimeRule.map { .outlived(rule: $0) }))
  }

  /// True if this is the core of another copy of the library, stands for one, or is a child of such a one.
  var isForeign: Bool {
    if !LibraryCopy.hasMade(copy) { return true }
    return if case .foreignContainer = absence { true } else { false }
  }

  /// True if the work that the container was made for is over.
  ///
  /// Nothing more can be asked of it then.
  var hasEnded: Bool { rundown.hasEnded }

  /// Ends this container and its children: new requests throw, and requests under way are completed.
  func end() {
    // From now on readers without a lock find nothing, and a caller that takes the lock finds the end.
    spread { if $0.rundown.end() { $0.store.pausePublication() } }
  }

  /// Throws if the container has ended, unless the request comes from a build that is under way in it.
  func refuseIfEnded(_ key: Key, for asker: Build? = nil) throws {
    if hasEnded, asker?.nearestBuild(in: self) == nil { throw released(key) }
  }

  /// True if a release of everything would find an instance, cached or being built.
  var keepsSomething: Bool {
    let own = store.mayHoldSomething ? store.all.compactMap(\.storage) : []
    return (own + inherited.withLock { $0.all }).contains { !$0.isThereForGood && $0.isInUse }
  }

  /// Takes the core apart because its container is released: at once, or when the callers inside have left.
  func close() {
    reference.detach()
    if rundown.close() { takeApart() }
  }

  /// Takes the core apart, and the containers that end because of that, one after the other on this thread.
  ///
  /// A child releases its parent, a registration the container that it holds. A recursion through many of them could
  /// overflow the stack, so a core that ends because another one is taken apart queues.
  func takeApart() {
    let thread = ThreadContext.current
    // The result is nil if no queue is in use.
    if thread.pointee.teardownQueue?.append(self) != nil { return }
    thread.pointee.teardownQueue = []
    releaseContents()
    while let core = thread.pointee.teardownQueue?.popLast() { core.releaseContents() }
    thread.pointee.teardownQueue = nil
  }

  /// Releases everything that the core holds.
  private func releaseContents() {
    if store.mayHoldSomething || !inherited.withLock({ $0.isEmpty }) { releaseRegistrations() }
    parentCore?.with { parent in parent.ifExtras { $0.children.remove(self) } }
    // Each is freed while no lock is held.
    ifExtras { $0.observers.change { $0 = [] } }
    ifExtras { $0.fallback.change { $0 = nil } }
    delegate?.didEnd()
    parent = nil
    ifExtras { $0.companions.change { $0 = [] } }
    while gifts.popLast() != nil {}
  }

  /// Releases the registrations and the cached instances, which may hold containers.
  @inline(never)
  private func releaseRegistrations() {
    var pendingReleases: [PendingRelease] = []
    var remains = store.takeAll()
    // What has a name is freed in order, too.
    remains.labelled = Dictionary()
    // No thread is reading it any more.
    remains.table?.deallocate()
    var lent: [Blueprint] = []
    for entry in remains.entries { entry.releaseInstances(&pendingReleases, &lent) }
    for entry in remains.contributions { entry.releaseInstances(&pendingReleases, &lent) }
    var storages = takeInheritedStorage()
    if !lent.isEmpty { storages = takeStorage(ofRemoved: lent) + storages }
    for storage in storages { storage.abandon(tellingCustom: false, into: &pendingReleases) }
    // Hooks are user code, so the containers that they release do not queue. By now no failure can be reported, and no
    // hook awaited.
    let queue = ThreadContext.current.pointee.teardownQueue.take()
    var failures: [AstrojectError.Failure] = []
    for pendingRelease in pendingReleases.latestFirst { pendingRelease.runSynchronous(&failures)?.runOnMainActor() }
    ThreadContext.current.pointee.teardownQueue = queue
    failures.removeAll()
    pendingReleases.removeAll()
    withExtendedLifetime(remains) {}
  }

  /// Retains another container for as long as this one exists.
  package func keepAlive(_ companion: AnyObject) { withExtras { $0.companions.withLock { $0.append(companion) } } }
}
