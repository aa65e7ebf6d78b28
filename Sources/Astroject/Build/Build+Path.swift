// The builds above a build.

extension Build {
  /// Goes through this build and those above it, nearest first, until a test says yes; false if it never does.
  func isAnyAbove(_ isIt: (Build) -> Bool) -> Bool {
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
  var nearestSingleton: Key? {
    var key: Key?
    _ = isAnyAbove { build in
      guard let blueprint = build.blueprintUnderWay, blueprint.flags.lifetime.isKeptByOwner else { return false }
      key = blueprint.key
      return true
    }
    return key
  }

  /// The build above all others, be it this one.
  var top: ObjectIdentifier {
    var top = ObjectIdentifier(self)
    _ = isAnyAbove { build in
      top = ObjectIdentifier(build)
      return false
    }
    return top
  }

  /// The builds from the root to this one. Any thread may ask that holds this build, or one beneath it.
  var way: [Build] { sequence(first: self) { $0.parent }.reversed() }

  /// The path from the root to this build.
  package var path: [AstrojectError.Step] { way.map(\.step) }

  /// Whether this is `other` or was started, directly or not, on its behalf.
  func isWithin(_ other: Build) -> Bool {
    guard depth >= other.depth else { return false }
    var build: Build? = self
    while let current = build, current.depth > other.depth { build = current.parent }
    return build === other
  }
}
