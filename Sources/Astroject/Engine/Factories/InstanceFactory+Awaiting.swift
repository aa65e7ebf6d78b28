// Entering and leaving a build that is awaited.

extension InstanceFactory {
  /// Begins a build that is awaited: for another build, or for a caller that holds the container and may release it
  /// meanwhile.
  @inline(never)
  final func enter(_ core: Core, for parent: Build?) throws -> Unmanaged<Build> {
    let build = enterUnchecked(core, for: parent)
    do { try build._withUnsafeGuaranteedRef { try $0.refuseLoop() } } catch {
      leave(core, for: parent, build)
      throw translate(error, in: core, for: parent)
    }
    return build
  }

  /// Begins such a build without a check for loops.
  @inline(never)
  final func enterUnchecked(_ core: Core, for parent: Build?) -> Unmanaged<Build> {
    if parent == nil { core.enter() }
    return ThreadContext.current.beginUnchecked(
      of: registration, in: .passUnretained(core), for: parent.map { .passUnretained($0) }, staysHere: false)
  }

  /// Ends a build that `enter` has begun.
  @inline(never)
  final func leave(_ core: Core, for parent: Build?, _ build: Unmanaged<Build>) {
    ThreadContext.current.giveBack(build)
    if parent == nil { core.leave() }
  }

  /// Finishes the properties of an object that was made.
  @inline(__always)
  final func finish(_ build: Unmanaged<Build>) throws {
    try build._withUnsafeGuaranteedRef { try $0.finishProperties() }
  }

  @inline(never)
  final func translate(_ error: any Error, in core: Core, for parent: Build?) -> AstrojectError {
    ResolutionContext(core: core, for: parent).translate(error, of: blueprint, at: .factory)
  }
}
