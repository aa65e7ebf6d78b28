/// A build in progress: a frame of the path, and a node of the graph of who waits for whom.
///
/// While it is under way, it counts neither registration nor container nor the build above: the code that runs it holds
/// the registration, and the build above holds the container and lasts longer. When it ends and somebody else still
/// refers to it, it counts the build above, and keeps its step of the path. It never counts the registration, which may
/// itself keep whoever refers to the build.
@usableFromInline
package class Build: @unchecked Sendable {
  private final var above: Unmanaged<Build>?
  /// Retired when the build ends: a thread that finds no `lastStep` within a hold may use it until the hold ends.
  private final var registration: Unmanaged<Blueprint>
  /// How many builds there are above.
  final private(set) var depth: Int
  /// The address of the ``LastStep``, which is counted; zero until the build ends while others refer to it.
  private let lastStepWord = AtomicWord(0)

  private final class LastStep: Sendable {
    let step: AstrojectError.Step
    init(_ step: AstrojectError.Step) { self.step = step }
  }

  init(parent: Unmanaged<Build>?, of registration: Unmanaged<Blueprint>) {
    above = parent
    self.registration = registration
    depth = parent.map { $0._withUnsafeGuaranteedRef { $0.depth + 1 } } ?? 0
  }

  /// Becomes another build, where nobody knows of this one any more.
  final func become(_ registration: Unmanaged<Blueprint>, for parent: Unmanaged<Build>?) {
    above = parent
    self.registration = registration
    depth = parent.map { $0._withUnsafeGuaranteedRef { $0.depth + 1 } } ?? 0
  }

  /// The build on whose behalf this one was started.
  final var parent: Build? { above?.takeUnretainedValue() }
  /// The registration, for the thread that runs the build; see ``blueprintUnderWay``.
  final var blueprint: Blueprint { registration.takeUnretainedValue() }

  /// The registration of a build that another thread may run; nil when it has been left.
  final var blueprintUnderWay: Blueprint? { ReadHold.during { _ in isOwner ? nil : blueprint } }

  /// The step of a path. Any thread may ask that holds this build, or one beneath it.
  final var step: AstrojectError.Step { ReadHold.during { _ in lastStep?.step ?? blueprint.step } }

  private final var lastStep: LastStep? { lastStepWord.object()?.takeUnretainedValue() }

  /// The dependencies of its initializer, while it is under way.
  final var dependencies: [Dependency] { blueprintUnderWay?.wiring?.dependencies ?? [] }

  /// Whether it builds the same as another one that is under way.
  final func isTwin(of other: Build) -> Bool { registration.toOpaque() == other.registration.toOpaque() }

  /// Returns true if a build below gets the product already, though hooks are still running.
  func showsDraft(to build: Build) -> Bool { false }

  /// Whether a property of what it has made gets its value.
  var isInjecting: Bool { false }

  /// Returns true if a build above is of the same registration and passes a test; those are looked at that are beneath
  /// the nearest one that shows this one its product.
  final func hasTwinAbove(_ isIt: (Build) -> Bool) -> Bool {
    // The way may be long, and nothing on it is counted.
    var next = above
    // Whether something lies between that is shared: what a property gets. If that is asked for again for a property,
    // that gets it later.
    var isSharedBetween = false
    while let reference = next {
      let isFound = reference._withUnsafeGuaranteedRef { build -> Bool? in
        next = build.above
        // One that has ended is no loop.
        if build.showsDraft(to: self) { return false }
        let isLoop = build.isTwin(of: self) && !build.isOwner && !(isSharedBetween && build.isInjecting)
        if isLoop, isIt(build) { return true }
        isSharedBetween = isSharedBetween || build.isShared(with: self)
        return nil
      }
      if let isFound { return isFound }
    }
    return false
  }

  /// Whether another build gets what this one makes, and no other instance of it.
  private func isShared(with other: Build) -> Bool {
    switch blueprintUnderWay?.traits.lifetime {
    case nil, .transient, .forwarded, .shared, .perContainer: false
    case .graph: isInTree(of: other)
    case .singleton, .disposable, .weak, .container: true
    }
  }

  /// Whether it belongs to the same tree as another one.
  func isInTree(of other: Build) -> Bool { false }

  /// Goes through this build and those above it, nearest first, until a test says yes; false if it never does.
  final func isAnyAbove(_ isIt: (Build) -> Bool) -> Bool {
    if isIt(self) { return true }
    // Nothing on the way is counted: to let go of a build is to run code of the user's, and a lock may be held.
    var next = above
    while let reference = next {
      let isFound = reference._withUnsafeGuaranteedRef { build in
        next = build.above
        return isIt(build)
      }
      if isFound { return true }
    }
    return false
  }

  /// The key of the nearest registration, here or above, that takes its dependencies from the container that has it,
  /// whoever asks; for the thread that runs the build.
  final var nearestSingleton: Key? {
    var key: Key?
    _ = isAnyAbove { build in
      guard let blueprint = build.blueprintUnderWay else { return false }
      switch blueprint.traits.lifetime {
      case .singleton, .disposable, .weak, .shared:
        key = blueprint.key
        return true
      case .graph, .transient, .container, .perContainer, .forwarded: return false
      }
    }
    return key
  }

  /// The build above all others, be it this one.
  final var top: ObjectIdentifier {
    var top = ObjectIdentifier(self)
    _ = isAnyAbove { build in
      top = ObjectIdentifier(build)
      return false
    }
    return top
  }

  /// Has what this build refers to live as long as it does, as somebody may look at it when it has ended. Called by the
  /// thread that ends it, which holds all of that.
  func own() {
    guard !isOwner else { return }
    _ = above?.retain()
    let blueprint = blueprint
    lastStepWord.store(UInt(bitPattern: Unmanaged.passRetained(LastStep(blueprint.step)).toOpaque()))
    Retired.add(blueprint)
  }

  final var isOwner: Bool { lastStepWord.load() != 0 }

  /// Turns away those who would block a thread until this build has ended, as it is about to suspend; false if that was
  /// done before.
  func refuseBlockedWaiters() -> Bool { true }

  /// Notes that this build is about to suspend, and with it those that wait for it.
  package final func suspend() {
    var next: Build? = self
    while let build = next, build.refuseBlockedWaiters() { next = build.parent }
  }

  // A long path is freed one by one: left to itself, each build would free its parent inside its own deinit, and the
  // stack might not be deep enough for that.
  deinit {
    guard let step = lastStepWord.object(LastStep.self) else { return }
    step.release()
    var next = takeParent()
    while isKnownUniquelyReferenced(&next) { next = next?.takeParent() }
  }

  /// The build above, which this one no longer counts; nil if it never did.
  private func takeParent() -> Build? {
    guard isOwner else { return nil }
    return above.take()?.takeRetainedValue()
  }

  /// The builds from the root to this one. Any thread may ask that holds this build, or one beneath it.
  final var way: [Build] { sequence(first: self) { $0.parent }.reversed() }

  /// The path from the root to this build.
  package final var path: [AstrojectError.Step] { way.map(\.step) }

  /// Whether this is `other` or was started, directly or not, on its behalf.
  final func isWithin(_ other: Build) -> Bool {
    guard depth >= other.depth else { return false }
    var build: Build? = self
    while let current = build, current.depth > other.depth { build = current.parent }
    return build === other
  }
}
