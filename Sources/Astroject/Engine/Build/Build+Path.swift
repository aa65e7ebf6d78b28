// The builds above a build.

extension Build {
  /// Returns the first result of a closure that looks at this build and those above it, the nearest one first.
  func search<Result>(_ look: (Build) -> Result?) -> Result? {
    // No build on the path is retained, because releasing a build runs user code and the caller may hold a lock.
    var next: Borrowed<Build>? = Borrowed(self)
    while let reference = next {
      let result = reference.with { build in
        next = build.above
        return look(build)
      }
      if let result { return result }
    }
    return nil
  }

  /// The step of the nearest registration, from here upwards, that takes its dependencies from one container, whichever
  /// container asks for it.
  ///
  /// Only the thread that runs the build may read it.
  var nearestSingleton: AstrojectError.Step? {
    search { build in
      // A `Lazy` is built like a singleton, but has no registration.
      // What decorates a forwarding takes them where its target does.
      guard let blueprint = build.blueprintUnderWay?.origin, blueprint.location.isKnown,
        blueprint.flags.lifetime.isKeptByOwner || blueprint.flags.lifetime == .scoped && blueprint.containerName != nil
      else { return nil }
      return blueprint.step
    }
  }

  /// The identity of the topmost build, which may be this one.
  var top: ObjectIdentifier {
    search { $0.above == nil ? ObjectIdentifier($0) : nil } ?? ObjectIdentifier(self)
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
  package var path: [AstrojectError.Step] { way.map { $0.isInHook ? $0.step.asking(as: .hook) : $0.step } }

  /// Returns the contents of an error about the product of this build.
  package func failure(_ cause: AstrojectError.Cause) -> AstrojectError.Failure {
    AstrojectError.Failure(key: step.key, path: path, location: step.location, cause: cause)
  }

  /// Returns true if this is `other`, or was started on its behalf, directly or not.
  func isWithin(_ other: Build) -> Bool {
    guard depth >= other.depth else { return false }
    return search { $0.depth > other.depth ? nil : $0 === other } ?? false
  }
}
