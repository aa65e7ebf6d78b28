// Loops: a build that repeats one above it.

extension Build {
  /// Throws if this build repeats one above it, or if there are too many above it.
  ///
  /// That is looked for at depths that double, so that a long path costs little; a loop goes round until the next such
  /// depth. What is asked for by the hooks of something shared may be asked for again: the shared one answers then, and
  /// the loop ends.
  @inline(__always)
  func refuseLoop() throws { if isRefused { try refuse() } }

  /// Whether this build is to be refused for that.
  @inline(__always)
  var isRefused: Bool { depth >= 4 && depth & (depth - 1) == 0 && (repeatsOneAbove() || depth >= Build.mostAbove) }

  /// Throws the error of a build that is refused.
  @inline(never)
  func refuse() throws {
    if repeatsOneAbove() { throw loop }
    throw AstrojectError.tooDeep(
      AstrojectError.Failure(key: step.key, path: path, location: step.location, cause: .endless))
  }

  /// The most builds that may be above one. What goes on for longer is taken to go on for ever: arguments that cannot
  /// be compared do not tell a loop from a recursion, and what is awaited takes no stack.
  private static let mostAbove = 1 << 16

  @inline(never)
  private func repeatsOneAbove() -> Bool { hasTwinAbove { $0.repeats(self) } }

  /// Whether it builds the same as another build, for the same arguments and in the same container.
  private func repeats(_ other: Build) -> Bool {
    guard core === other.core, isTwin(of: other) else { return false }
    // A decorator is at work on the same where that is built for the same.
    if other.blueprint.isDecorator, let parent, let surrounded = other.parent { return parent.repeats(surrounded) }
    return hasArgument(of: other)
  }

  /// What the path says is cut where this build stands for the second time.
  private var loop: AstrojectError {
    let steps = sequence(first: self) { $0.parent }.map { build in
      (step: build.step, isRepeated: build.repeats(self))
    }
    let path = Array(steps.reversed())
    let end = path.indices.filter { path[$0].isRepeated }.dropFirst().first ?? path.endIndex - 1
    let loop = path[...end].map(\.step)
    return .circularDependency(
      AstrojectError.Failure(
        key: step.key, path: loop, location: step.location, cause: .loop(core.breakingPoint(of: loop))))
  }

  private var hasDraft: Bool { flags.load() & Flag.showsDraft != 0 }

  /// Returns true if a build below gets the product already, though hooks are still running.
  func showsDraft(to build: Build) -> Bool {
    guard hasDraft else { return false }
    // What a tree shares is found in that tree alone.
    guard let blueprint = blueprintUnderWay else { return true }
    return blueprint.flags.lifetime != .graph || knownTree === build.knownTree
  }

  /// Notes that others get the product from now on, while the hooks run.
  func noteDraft() { flags.update { $0 | Flag.showsDraft } }

  /// Whether it belongs to the same tree as another one.
  private func isInTree(of other: Build) -> Bool {
    guard let tree = knownTree else { return false }
    return other.knownTree === tree
  }

  /// Whether a property of what it has made gets its value.
  private var isInjecting: Bool { flags.load() & Flag.isInjecting != 0 }

  /// Notes that a property of the product gets its value, or no longer.
  func note(injecting isInjecting: Bool) {
    flags.update { isInjecting ? $0 | Flag.isInjecting : $0 & ~Flag.isInjecting }
  }

  /// Returns true if a build above is of the same registration and passes a test; those are looked at that are beneath
  /// the nearest one that shows this one its product.
  func hasTwinAbove(_ isIt: (Build) -> Bool) -> Bool {
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
    switch blueprintUnderWay?.flags.lifetime {
    case nil, .transient, .forwarded, .shared, .perContainer: false
    case .graph: isInTree(of: other)
    case .singleton, .disposable, .weak, .scoped: true
    }
  }

  private func hasArgument(of other: Build) -> Bool {
    let (own, others) = (supplied, other.supplied)
    if own != nil || others != nil {
      guard let value = own?.value else { return false }
      return value == others?.value
    }
    switch (extras?.contents.withLock { $0.argument }, other.extras?.contents.withLock { $0.argument }) {
    case (nil, nil): return true
    case (let left?, let right?):
      // This build may be another thread's, and end; the other one is of the same registration.
      let blueprint = other.blueprint
      guard let value = blueprint.value(ofAny: left) else { return false }
      return value == blueprint.value(ofAny: right)
    default: return false
    }
  }
}
