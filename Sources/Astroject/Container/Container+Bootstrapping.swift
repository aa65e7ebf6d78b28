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
    var round = try EagerRound(in: self)
    while let registration = round.next() {
      do { try core.build(registration) } catch { round.note(error, of: registration) }
    }
    try round.end()
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
    var round = try EagerRound(in: self)
    while let registration = round.next() {
      do { try await core.build(registration) } catch { round.note(error, of: registration) }
    }
    try round.end()
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
    var round = try EagerRound(in: self)
    guard limit > 0 else {
      throw AstrojectError.bootstrapFailed([.init(key: Key(Container.self), path: [], cause: .noneAtOnce(limit))])
    }
    let core = core
    await withTaskGroup(of: (registration: Blueprint, error: any Error)?.self) { group in
      var running = 0
      while true {
        while running < limit, let registration = round.next() {
          running += 1
          group.addTask {
            do {
              if Task.isCancelled { throw AstrojectError.cancelled(registration.failure()) }
              try await core.build(registration)
              return nil
            } catch { return (registration, error) }
          }
        }
        // A build that has ended may have registered another one.
        guard running > 0, let failed = await group.next() else { return }
        running -= 1
        if let failed { round.note(failed.error, of: failed.registration) }
      }
    }
    try round.end()
  }
}

/// A run of `bootstrap`: the order in which eager registrations are built, and their failures.
///
/// - A registration that a build has removed is skipped.
/// - A registration that a build has added comes last.
/// - A registration that is made again at the same source location is not built again.
/// - Each contribution is built, because it replaces nothing.
private struct EagerRound {
  private let core: Core
  /// The registrations that are yet to be built, the next one last.
  private var waiting: [Blueprint] = []
  /// The registrations whose turn has come.
  private var known: [Blueprint] = []
  private var failures: [(sequence: UInt, failure: AstrojectError.Failure)] = []

  /// Begins a run.
  ///
  /// - Throws: ``AstrojectError/containerReleased(_:)`` if the container has ended.
  init(in container: Container) throws {
    try container.refuseIfEnded()
    core = container.core
  }

  /// Returns the next registration to build; nil if there is none.
  mutating func next() -> Blueprint? {
    while true {
      if waiting.isEmpty {
        let eager = core.view.all.flatMap(\.blueprints).filter { $0.flags[.isEager] && core.isLive($0) }
        waiting = eager.without(known).inSequence.reversed().filter { !isMadeAgain($0) }
      }
      guard let next = waiting.popLast() else { return nil }
      if core.isLive(next) {
        known.append(next)
        return next
      }
    }
  }

  /// Returns true if the turn of a registration at the same source location has come.
  private func isMadeAgain(_ blueprint: Blueprint) -> Bool {
    // Few registrations are made during the bootstrap.
    !blueprint.isContribution && known.contains { !$0.isContribution && $0.step == blueprint.step }
  }

  /// Notes the failure of a registration, unless it was removed during its turn.
  mutating func note(_ error: any Error, of registration: Blueprint) {
    if !(error is Again) { failures.append((registration.sequence, registration.failure(error))) }
  }

  /// Throws the failures in the order of registration, if there are some.
  func end() throws {
    if failures.isEmpty { return }
    throw AstrojectError.bootstrapFailed(failures.ordered { Int(bitPattern: $0.sequence) }.map(\.failure))
  }
}

extension Core {
  /// Builds an instance of an eager registration.
  fileprivate func build(_ registration: Blueprint) throws {
    func build<Product>(_ type: Product.Type) throws {
      let (match, context) = try eager(registration)
      _ = try resolve(registration.key, (), nil, for: context, by: match) as Product
    }
    try build(registration.product)
  }

  /// Builds an instance of an eager registration, asynchronously.
  fileprivate func build(_ registration: Blueprint) async throws {
    func build<Product>(_ type: Product.Type) async throws {
      let (match, context) = try eager(registration)
      _ = try await resolve(registration.key, (), nil, for: context, by: match) as Product
    }
    try await build(registration.product)
  }

  /// Returns the registration where it was found, and the context of its resolve.
  ///
  /// Nothing is given out. So an instance that belongs to the main actor may be built for it.
  ///
  /// - Throws: ``AstrojectError/invalidInstance(_:)`` if the registration takes arguments, and ``Again`` if it was
  ///   removed.
  private func eager(_ registration: Blueprint) throws -> (Match, ResolutionContext) {
    let key = registration.key
    let context = try ResolutionContext(root: self, key: key)
    guard registration.isSelfContained else {
      throw AstrojectError.invalidInstance(
        context.failure(key, location: registration.location, cause: .eagerWithArguments))
    }
    guard let match = find(registration) else { throw Again() }
    return (match, context.within(Circumstances(isGivenOut: false)))
  }
}
