// The builds above a build.

extension Build {
  /// Returns true if this build or one above it passes a test, which asks the nearest one first.
  func isAnyAbove(_ isIt: (Build) -> Bool) -> Bool {
    if isIt(self) { return true }
    // No build on the path is retained, because releasing a build runs user code and the caller may hold a lock.
    var next = above
    while let reference = next {
      let isFound = reference.with { build in
        next = build.above
        return isIt(build)
      }
      if isFound { return true }
    }
    return false
  }

  /// The key of the nearest registration, from here upwards, that takes its dependencies from one container, whichever
  /// container asks for it.
  ///
  /// Only the thread that runs the build may read it.
  var nearestSingleton: Key? {
    var key: Key?
    _ = isAnyAbove { build in
      // A `Lazy` is built like a singleton, but has no registration.
      guard let blueprint = build.blueprintUnderWay, blueprint.location.isKnown,
        blueprint.flags.lifetime.isKeptByOwner || blueprint.flags.lifetime == .scoped && blueprint.containerName != nil
      else { return false }
      key = blueprint.key
      return true
    }
    return key
  }

  /// The identity of the topmost build, which may be this one.
  var top: ObjectIdentifier {
    var top = ObjectIdentifier(self)
    _ = isAnyAbove { build in
      top = ObjectIdentifier(build)
      return false
    }
    return top
  }

  /// The builds from the root to this one.
  ///
  /// Any thread that holds this build, or one below it, may read them.
  var way: [Build] {
    let way: [Build] = sequence(first: self) { $0.parent }.reversed()
    for build in way { build.noteSeen() }
    return way
  }

  /// The path from the root to this build.
  package var path: [AstrojectError.Step] { way.map(\.step) }

  /// Returns true if this is `other`, or was started on its behalf, directly or not.
  func isWithin(_ other: Build) -> Bool {
    guard depth >= other.depth else { return false }
    var build: Build? = self
    while let current = build, current.depth > other.depth { build = current.parent }
    return build === other
  }
}
