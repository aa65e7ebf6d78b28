extension Container {
  /// Builds what was registered as eager in this container, in order of registration.
  ///
  /// - Throws: ``AstrojectError/bootstrapFailed(_:)`` with everything that could not be built; the rest was.
  public func bootstrap() throws {
    try refuseIfEnded()
    var round = EagerRound()
    var failures: [AstrojectError.Failure] = []
    while let registration = round.next(in: core) {
      let failure = core.failure(of: registration) { try registration.bootstrap(in: core) }
      if let failure { failures.append(failure) }
    }
    if !failures.isEmpty { throw AstrojectError.bootstrapFailed(failures) }
  }

  /// Builds what was registered as eager in this container, in order of registration, and awaits what has to be
  /// awaited.
  ///
  /// - Throws: ``AstrojectError/bootstrapFailed(_:)`` with everything that could not be built; the rest was.
  public func bootstrap() async throws {
    try refuseIfEnded()
    var round = EagerRound()
    var failures: [AstrojectError.Failure] = []
    while let registration = round.next(in: core) {
      let failure = await core.failure(of: registration) {
        try await registration.bootstrap(in: core)
      }
      if let failure { failures.append(failure) }
    }
    if !failures.isEmpty { throw AstrojectError.bootstrapFailed(failures) }
  }
}

/// The eager registrations of a container: what one of them takes out has no turn any more, and what one of them
/// registers has its turn in the end. What is registered again at the same place in the source has had its turn; a
/// contribution takes the place of nothing, and so each has its own.
private struct EagerRound {
  private enum Turn: Hashable {
    case registration(AstrojectError.Step)
    case contribution(UInt)

    init(of blueprint: Blueprint) {
      self = blueprint.isContribution ? .contribution(blueprint.id) : .registration(blueprint.step)
    }
  }

  private var waiting: ArraySlice<Blueprint> = []
  private var known: Set<Turn> = []

  mutating func next(in core: Core) -> Blueprint? {
    while true {
      if waiting.isEmpty { waiting = core.eager.filter { !known.contains(Turn(of: $0)) }[...] }
      guard let next = waiting.popFirst() else { return nil }
      if core.isLive(next) {
        known.insert(Turn(of: next))
        return next
      }
    }
  }
}

extension Core {
  /// The eager registrations, in order.
  fileprivate var eager: [Blueprint] {
    layers.flatMap(\.all).flatMap(\.blueprints).filter { $0.flags.isEager && isLive($0) }
      .sorted { $0.sequence < $1.sequence }
  }

  fileprivate func failure(of registration: Blueprint, _ build: () throws -> Void) -> AstrojectError.Failure? {
    do { try build() } catch { return failure(of: registration, error) }
    return nil
  }

  fileprivate func failure(of registration: Blueprint, _ build: () async throws -> Void) async -> AstrojectError
    .Failure?
  {
    do { try await build() } catch { return failure(of: registration, error) }
    return nil
  }

  /// Nil if it was taken out while it had its turn.
  private func failure(of registration: Blueprint, _ error: any Error) -> AstrojectError.Failure? {
    let depth = (try? CurrentBuild.current())?.path.count ?? 0
    if case .noRegistrationFound(let failure)? = error as? AstrojectError, failure.path.count == depth + 1,
      failure.key == registration.key, !isLive(registration)
    {
      return nil
    }
    let step = registration.step
    return AstrojectError.Failure(key: step.key, path: [step], location: step.location, underlyingError: error)
  }
}

extension Blueprint {
  /// Builds an instance in a container that has the registration.
  fileprivate func bootstrap(in core: Core) throws {
    var resolution = try resolution(in: core)
    _ = try resolution.run()
  }

  /// Builds an instance in a container that has the registration, and awaits what has to be awaited.
  fileprivate func bootstrap(in core: Core) async throws {
    var resolution = try resolution(in: core)
    _ = try await resolution.run()
  }

  private func resolution(in core: Core) throws -> Resolution {
    let context = try ResolutionContext(root: core, key: key)
    guard isSelfContained else {
      throw AstrojectError.invalidInstance(context.failure(key, location: location, cause: .eagerWithArguments))
    }
    return try Resolution(context, of: self, in: core)
  }
}
