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
  /// counted. It counts the build above, too, from then on; the registration it does not, which may keep what looks at it.
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
  /// The registration of a build that is under way.
  final var blueprint: Blueprint { registration.takeUnretainedValue() }
  /// What a path says of it.
  final var step: AstrojectError.Step {
    epitaph.object(Epitaph.self)?.takeUnretainedValue().step ?? registration.takeUnretainedValue().step
  }
  /// Whether it builds the same as another one that is under way.
  final func isTwin(of other: Build) -> Bool { registration.toOpaque() == other.registration.toOpaque() }

  /// Whether others get the product already, though hooks are still running.
  var showsDraft: Bool { false }

  /// What others get of it then.
  var draft: AnyProduct? { nil }

  /// Whether a build above is of the same registration and passes a test; those are looked at that are beneath the nearest
  /// one that shows its product.
  final func hasTwinAbove(_ isIt: (Build) -> Bool) -> Bool {
    // The way may be long, and nothing on it is counted.
    var next = above
    while let reference = next {
      let isFound = reference._withUnsafeGuaranteedRef { build -> Bool? in
        next = build.above
        // The registration of one that has ended may be gone, and another one lie at its address.
        return build.showsDraft ? false : build.isTwin(of: self) && !build.isOwner && isIt(build) ? true : nil
      }
      if let isFound { return isFound }
    }
    return false
  }

  /// Has what this build refers to live as long as it does, as somebody may look at it when it has ended. Called by the
  /// thread that ends it.
  func own() {
    guard !isOwner else { return }
    _ = above?.retain()
    countsAbove = true
    let step = Epitaph(registration.takeUnretainedValue().step)
    epitaph.store(UInt(bitPattern: Unmanaged.passRetained(step).toOpaque()))
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

  /// The path from the root to this build.
  package final var path: [AstrojectError.Step] {
    sequence(first: self) { $0.parent }.map(\.step).reversed()
  }

  /// Whether this is `other` or was started, directly or not, on its behalf.
  final func isWithin(_ other: Build) -> Bool {
    guard depth >= other.depth else { return false }
    var build: Build? = self
    while let current = build, current.depth > other.depth { build = current.parent }
    return build === other
  }
}
