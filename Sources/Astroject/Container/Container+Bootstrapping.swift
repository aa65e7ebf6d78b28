// The forms of `bootstrap`. They report all failures together, because the remaining registrations are built anyway.

extension Container {
  /// Builds the eager registrations of this container, in order of registration.
  ///
  /// ```swift
  /// try container.register(Database.self) { try Database() }.asSingleton().eager()
  /// try container.bootstrap()
  /// ```
  /// - It runs on the caller's thread.
  /// - A registration that must be awaited fails; use the asynchronous form for it.
  /// - A registration that takes arguments always fails.
  /// - Eager registrations of parents and children are not built. Call `bootstrap` on each of these containers.
  ///
  /// - Throws: ``AstrojectError/bootstrapFailed(_:)`` with each registration that could not be built. All others were
  ///   built. ``AstrojectError/containerReleased(_:)`` if the container has ended.
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

  /// Builds the eager registrations of this container in order of registration, asynchronously.
  ///
  /// ```swift
  /// try await container.bootstrap()
  /// ```
  /// One registration is built after the other; see ``bootstrap(concurrently:)``. A registration that takes arguments
  /// always fails.
  ///
  /// - Throws: ``AstrojectError/bootstrapFailed(_:)`` with each registration that could not be built. All others were
  ///   built. ``AstrojectError/containerReleased(_:)`` if the container has ended.
  public func bootstrap() async throws {
    await CallerIsolation.enter()
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

  /// Builds the eager registrations of this container, several at once, asynchronously.
  ///
  /// ```swift
  /// try await container.bootstrap(concurrently: 8)
  /// ```
  /// The builds begin in order of registration, each in its own task. Independent builds overlap, and a build that
  /// needs another one waits for it. So the whole takes as long as the slowest chain. Each registration is built once.
  ///
  /// - Parameter limit: The largest number of builds at once, at least one.
  /// - Throws: ``AstrojectError/bootstrapFailed(_:)`` with each registration that could not be built, in order of
  ///   registration. All others were built. If the task is cancelled, the builds are cancelled, and no further one
  ///   begins. If the limit is less than one, it is thrown before anything is built.
  ///   ``AstrojectError/containerReleased(_:)`` if the container has ended.
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
        // A build that has ended may have registered another one.
        guard running > 0, let outcome = await group.next() else { return }
        running -= 1
        if let outcome { failures.append(outcome) }
      }
    }
    if failures.isEmpty { return }
    throw AstrojectError.bootstrapFailed(failures.ordered { Int(bitPattern: $0.sequence) }.map(\.failure))
  }
}

/// The order in which eager registrations of a container are built.
///
/// - A registration that a build has removed is skipped.
/// - A registration that a build has added comes last.
/// - A registration that is made again at the same source location is not built again.
/// - Each contribution is built, because it replaces nothing.
private struct EagerRound {
  /// The registrations that are yet to be built.
  private var waiting: ArraySlice<Blueprint> = []
  /// The registrations whose turn has come. They are retained, so that no identity is used again.
  private var known: [Blueprint] = []
  /// Their identities.
  private var identities: Set<Int> = []

  /// Returns the next registration to build; nil if there is none.
  mutating func next(in core: Core) -> Blueprint? {
    while true {
      if waiting.isEmpty { waiting = core.eager.filter { !isKnown($0) }[...] }
      guard let next = waiting.popFirst() else { return nil }
      if core.isLive(next) {
        known.append(next)
        identities.insert(Int(bitPattern: next.id))
        return next
      }
    }
  }

  private func isKnown(_ blueprint: Blueprint) -> Bool {
    if identities.contains(Int(bitPattern: blueprint.id)) { return true }
    // Few registrations are made during the bootstrap.
    return !blueprint.isContribution && known.contains { !$0.isContribution && $0.step == blueprint.step }
  }
}

extension Core {
  /// The eager registrations, in order.
  fileprivate var eager: [Blueprint] {
    view.all.flatMap(\.blueprints).filter { $0.flags.isEager && isLive($0) }.inSequence
  }

  /// Throws if the task is cancelled, so that no further build begins.
  fileprivate func refuseIfCancelled(_ registration: Blueprint) throws {
    guard Task.isCancelled else { return }
    throw AstrojectError.cancelled(
      AstrojectError.Failure(key: registration.key, path: [registration.step], location: registration.location))
  }

  /// Runs a build, and returns its failure; nil if it succeeds.
  fileprivate func failure(of registration: Blueprint, _ build: () throws -> Void) -> AstrojectError.Failure? {
    do { try build() } catch { return failure(of: registration, error) }
    return nil
  }

  /// Runs a build asynchronously, and returns its failure; nil if it succeeds.
  fileprivate func failure(of registration: Blueprint, _ build: () async throws -> Void) async -> AstrojectError
    .Failure?
  {
    do { try await build() } catch { return failure(of: registration, error) }
    return nil
  }

  /// Returns the failure, or nil if the registration was removed during its turn.
  private func failure(of registration: Blueprint, _ error: any Error) -> AstrojectError.Failure? {
    let depth = CurrentBuild.current()?.path.count ?? 0
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
    func bootstrap<Product>(_ type: Product.Type) throws {
      let (match, context) = try eager(in: core)
      _ = try core.resolve(match, for: context, within: Circumstances(isGivenOut: false)) as Product
    }
    do { try bootstrap(product) } catch is Again { throw removed(from: core) }
  }

  /// Builds an instance in a container that has the registration, asynchronously.
  fileprivate func bootstrap(in core: Core) async throws {
    func bootstrap<Product>(_ type: Product.Type) async throws {
      let (match, context) = try eager(in: core)
      _ = try await core.resolve(match, for: context, within: Circumstances(isGivenOut: false)) as Product
    }
    do { try await bootstrap(product) } catch is Again { throw removed(from: core) }
  }

  /// Returns the registration where it was found, and the context of its resolve.
  ///
  /// Nothing is given out. So an instance that belongs to the main actor may be built for it.
  ///
  /// - Throws: ``AstrojectError/invalidInstance(_:)`` if the registration takes arguments.
  private func eager(in core: Core) throws -> (Match, ResolutionContext) {
    let context = try ResolutionContext(root: core, key: key)
    guard isSelfContained else {
      throw AstrojectError.invalidInstance(context.failure(key, location: location, cause: .eagerWithArguments))
    }
    guard let match = core.find(self) else { throw Again() }
    return (match, context)
  }

  /// Returns the error of a registration that was removed meanwhile.
  private func removed(from core: Core) -> any Error {
    do { return AstrojectError.noRegistrationFound(try ResolutionContext(root: core, key: key).failure(key)) } catch {
      return error
    }
  }
}
