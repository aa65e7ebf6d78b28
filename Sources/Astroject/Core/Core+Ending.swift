// Who is inside of a container, and how it ends.

extension Core {
  /// Runs something for one who does not hold the container; throws if it is gone, unless a build is under way in it on
  /// whose behalf this is done.
  package func use<Result>(_ key: Key, within build: Build? = nil, _ body: () throws -> Result) throws -> Result {
    try begin(key, within: build)
    defer { leave() }
    return try body()
  }

  /// Runs something for one who does not hold the container; throws if it is gone, unless a build is under way in it on
  /// whose behalf this is done.
  package func use<Result>(
    _ key: Key, within build: Build? = nil, _ body: () async throws -> Result
  ) async throws -> Result {
    try begin(key, within: build)
    defer { leave() }
    return try await body()
  }

  /// Lets in one who does not hold the container, until `leave`; throws if it is gone, unless a build is under way in
  /// it on whose behalf this is done.
  func begin(_ key: Key, within build: Build?) throws {
    guard rundown.enter(forOneInside: build?.isActive ?? false) else {
      leave()
      throw released(key)
    }
  }

  /// Lets in one who holds the container, and may let go of it before `leave`.
  func enter() { _ = rundown.enter(forOneInside: false) }

  func leave() { if rundown.leave() { takeApart() } }

  /// Runs something for one who does not hold the container, if it is still there.
  func ifOpen(_ body: () -> Void) { ifOpen(else: (), body) }

  /// Runs something for one who does not hold the container, as for a child; gives another result if it is gone.
  package func ifOpen<Result>(else other: @autoclosure () -> Result, _ body: () -> Result) -> Result {
    let isIn = rundown.enter(forOneInside: false)
    defer { if rundown.leave() { takeApart() } }
    return isIn ? body() : other()
  }

  func released(_ key: Key) -> AstrojectError {
    let path = (try? CurrentBuild.current())?.path ?? []
    return .containerReleased(
      AstrojectError.Failure(
        key: key, path: path + [AstrojectError.Step(key: key, location: nil)],
        cause: hasEnded ? .ended(childNamed: name) : nil))
  }

  /// True when the work that the container was made for is over: nothing more can be asked of it then.
  var hasEnded: Bool { rundown.hasEnded }

  /// Ends this container and its children: each new request throws, and what is under way goes on to its end.
  func end() {
    // A child that is made meanwhile sees that its parent has ended, or is seen by its parent.
    var cores = [self]
    while let core = cores.popLast() {
      // From now on readers without a lock find nothing, and a caller that takes the lock finds the end.
      if core.rundown.end() { core.store.pausePublication() }
      cores += core.children
    }
  }

  /// Throws if the container has ended, unless a build is under way in it on whose behalf something is asked.
  func refuseIfEnded(_ key: Key, for asker: Build? = nil) throws {
    if hasEnded, asker?.nearestBuild(in: self) == nil { throw released(key) }
  }

  /// True if something may be kept here.
  var mayKeepSomething: Bool { store.mayHoldSomething || hasInherited.load() != 0 }

  /// The container goes: at once, or when those who are inside have left.
  func close() {
    reference.detach()
    if rundown.close() { takeApart() }
  }

  func takeApart() {
    if TeardownQueue.queue(self) { return }
    var next: Core? = self
    TeardownQueue.run { queue in
      while let core = next {
        core.letGo(queue)
        next = queue.pointee.popLast()
      }
    }
  }

  /// Lets go of everything. Containers that go with it queue.
  func letGo(_ queue: UnsafeMutablePointer<[Core]>) {
    if mayKeepSomething { letGoOfRegistrations(queue) }
    parentCore?._withUnsafeGuaranteedRef { $0.forget(self) }
    TeardownQueue.collect(in: queue) {
      observers.removeAll()
      ifExtras { $0.dropFallback() }
      fork?.leave()
      parent = nil
      ifExtras { $0.dropCompanions() }
      given.removeAll()
    }
  }

  /// Lets go of the registrations, and of what is kept of them.
  @inline(never)
  func letGoOfRegistrations(_ queue: UnsafeMutablePointer<[Core]>) {
    var pendingReleases: [PendingRelease] = []
    var shown: [AnyObject] = []
    // Registrations and products may hold containers. They are freed where no lock is held, and where containers queue.
    var remains: Store.Remains? = TeardownQueue.collect(in: queue) {
      let remains = store.takeAll()
      var lent: [Blueprint] = []
      remains.forEachEntry { $0.letGo(&pendingReleases, &lent, &shown) }
      if !lent.isEmpty {
        for slots in takeInherited(of: lent) { slots.abandon(tellingCustom: false, into: &pendingReleases) }
      }
      for slots in takeInherited() { slots.abandon(tellingCustom: false, into: &pendingReleases) }
      return remains
    }
    // Hooks are the user's code like any other: the containers that they let go of do not queue. Nothing can be told of
    // failures, nor awaited, any more.
    var failures: [AstrojectError.Failure] = []
    for pendingRelease in pendingReleases.inOrder { _ = pendingRelease.runSynchronous(&failures) }
    TeardownQueue.collect(in: queue) {
      failures.removeAll()
      pendingReleases.removeAll()
      shown.removeAll()
      _ = remains.take()
    }
  }

  /// Has what a transaction has registered come to count, one key after the other, under a lock. No
  /// code of the user's may run in `body`, nor anything of the user's be freed.
  func whileCommitting<Result>(_ body: () -> Result) -> Result {
    withExtras { extras in
      extras.commits.withLock { _ in
        _ = extras.commitCount.add(1)
        defer { _ = extras.commitCount.add(1) }
        return body()
      }
    }
  }

  /// Looks at several keys, and once more where it does not fit together and a transaction has come to count meanwhile.
  func consistently<Result>(_ look: () -> (result: Result, isTorn: Bool)) -> Result {
    while true {
      let count = commitCount
      let (result, isTorn) = look()
      if !isTorn || count & 1 == 0 && count == commitCount { return result }
      // Until no transaction is in the midst of it.
      ifExtras { $0.commits.withLock { _ in } }
    }
  }

  /// How many transactions have begun and ended to count.
  private var commitCount: UInt { ifExtras { $0.commitCount.load() } ?? 0 }

  /// Keeps a container for as long as this one is there.
  package func keepAlive(_ companion: Container) { withExtras { $0.companions.withLock { $0.append(companion) } } }
}
