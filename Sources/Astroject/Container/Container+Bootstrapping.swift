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

  /// Builds what was registered as eager in this container, several at once, and awaits what has to be awaited.
  ///
  /// ```swift
  /// try await container.bootstrap(concurrently: 8)
  /// ```
  /// They begin in order of registration, in tasks of their own. Those that do not need each other overlap, and one that
  /// needs another waits for it: the whole takes as long as the slowest chain. Each is built once, as always.
  ///
  /// - Parameter limit: How many are built at once.
  /// - Throws: ``AstrojectError/bootstrapFailed(_:)`` with everything that could not be built, in order of registration;
  ///   the rest was. If the task is cancelled, so are the builds, and no further one begins. With a limit of less than
  ///   one it is thrown before anything is built.
  public func bootstrap(concurrently limit: Int) async throws {
    try refuseIfEnded()
    guard limit > 0 else {
      throw AstrojectError.bootstrapFailed([
        AstrojectError.Failure(key: Key(Container.self), path: [], cause: .noneAtOnce(limit))
      ])
    }
    var round = EagerRound()
    var failures: [(sequence: UInt, failure: AstrojectError.Failure)] = []
    let core = core
    await withTaskGroup { group in
      var running = 0
      while true {
        while running < limit, let registration = round.next(in: core) {
          running += 1
          group.addTask {
            let failure = await core.failure(of: registration) {
              try core.refuseIfCancelled(registration)
              try await registration.bootstrap(in: core)
            }
            return failure.map { (registration.sequence, $0) }
          }
        }
        // One that has ended may have registered another one.
        guard running > 0, let outcome = await group.next() else { return }
        running -= 1
        if let outcome { failures.append(outcome) }
      }
    }
    if failures.isEmpty { return }
    throw AstrojectError.bootstrapFailed(failures.sorted { $0.sequence < $1.sequence }.map(\.failure))
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

  fileprivate func refuseIfCancelled(_ registration: Blueprint) throws {
    guard Task.isCancelled else { return }
    throw AstrojectError.cancelled(
      AstrojectError.Failure(key: registration.key, path: [registration.step], location: registration.location))
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
