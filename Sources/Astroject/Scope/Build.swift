/// A build in progress: a frame of the path, and a node of the graph of who waits for whom.
///
/// It does not count what it refers to while it is under way: the build above it lasts longer, and holds the container
/// and its registrations as long. Whoever ends a build makes it an owner if somebody may look at it afterwards.
@usableFromInline
package class Build: @unchecked Sendable {
  private final var above: Unmanaged<Build>?
  private final var registration: Unmanaged<Blueprint>
  /// How many builds there are above.
  final private(set) var depth: Int
  /// Where what a path says of it lies when it has ended, if somebody may look at it then: an ``Epitaph``, which is
  /// counted. It counts the build above, too, from then on; the registration it does not, which may keep what looks at
  /// it.
  private let epitaph = AtomicWord(0)
  private final var countsAbove = false

  private final class Epitaph {
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
  /// The step of a path. Any thread may ask that holds this build, or one beneath it.
  final var step: AstrojectError.Step {
    switch Build.ending.withLock({ _ in witness }) {
    case .registration(let blueprint): blueprint.step
    case .epitaph(let epitaph): epitaph.step
    }
  }

  /// The registration of a build that another thread may run; nil when the build has ended.
  final var blueprintUnderWay: Blueprint? {
    guard case .registration(let blueprint) = Build.ending.withLock({ _ in witness }) else { return nil }
    return blueprint
  }

  /// Held while a build comes to own what it refers to: until then its registration is there, and after that another
  /// thread may free it. Builds that only their own threads know of end without it.
  private static let ending = Lock(())

  /// Tells the step of a path: the registration, as long as it is sure to be there.
  private enum Witness {
    case registration(Blueprint)
    case epitaph(Epitaph)
  }

  /// The witness, retained while `ending` is held.
  private final var witness: Witness {
    if let epitaph = epitaph.object(Epitaph.self) { return .epitaph(epitaph.takeUnretainedValue()) }
    return .registration(registration.takeUnretainedValue())
  }

  /// The dependencies of its initializer, while it is under way.
  final var dependencies: [Dependency] { blueprintUnderWay?.wiring?.dependencies ?? [] }

  /// Whether it builds the same as another one that is under way.
  final func isTwin(of other: Build) -> Bool { registration.toOpaque() == other.registration.toOpaque() }

  /// Returns true if a build below gets the product already, though hooks are still running.
  func showsDraft(to build: Build) -> Bool { false }

  /// What others get of it then.
  var draft: AnyProduct? { nil }

  /// Returns true if a build above is of the same registration and passes a test; those are looked at that are beneath
  /// the nearest one that shows this one its product.
  final func hasTwinAbove(_ isIt: (Build) -> Bool) -> Bool {
    // The way may be long, and nothing on it is counted.
    var next = above
    while let reference = next {
      let isFound = reference._withUnsafeGuaranteedRef { build -> Bool? in
        next = build.above
        // The registration of one that has ended may be gone, and another one lie at its address.
        return build.showsDraft(to: self) ? false : build.isTwin(of: self) && !build.isOwner && isIt(build) ? true : nil
      }
      if let isFound { return isFound }
    }
    return false
  }

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
      let blueprint = build.blueprint
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
  /// thread that ends it.
  func own() {
    guard !isOwner else { return }
    _ = above?.retain()
    countsAbove = true
    let step = Unmanaged.passRetained(Epitaph(registration.takeUnretainedValue().step))
    Build.ending.withLock { _ in epitaph.store(UInt(bitPattern: step.toOpaque())) }
  }

  final var isOwner: Bool { epitaph.load() != 0 }

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
    epitaph.object(Epitaph.self)?.release()
    var next = takeParent()
    while isKnownUniquelyReferenced(&next) { next = next?.takeParent() }
  }

  /// The build above, which this one no longer counts; nil if it never did.
  private func takeParent() -> Build? {
    guard countsAbove else { return nil }
    countsAbove = false
    return above?.takeRetainedValue()
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
