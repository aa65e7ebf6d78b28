import Astroject

extension Container {
  /// Builds one subject by its registration, with stand-ins for its dependencies.
  ///
  /// ```swift
  /// let model = try container.solitary(Model.self) { standIns in
  ///   try standIns.add(Client.self) { MockClient() }
  /// }
  /// ```
  /// The subject is built in its own container, which has nothing but its registration and the stand-ins. That
  /// container lives as long as this one, because the subject may resolve later. So use a container of the test, rather
  /// than one that the whole process shares.
  ///
  /// Stand-ins that are never resolved fail the test, as overrides do. Those that only a `Lazy` or a `Provider` leads
  /// to are excepted, because the subject need not use it.
  ///
  /// - Parameters:
  ///   - type: The type that the subject is resolved by.
  ///   - name: The name of the subject.
  ///   - key: A hashable value that replaces the name.
  ///   - arguments: The arguments of the resolve.
  ///   - fileID: The file of the call, for failure reports.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - body: Adds the stand-ins.
  /// - Returns: The subject.
  /// - Throws: ``OverrideError/noSubject(_:)`` if the subject is not registered;
  ///   ``OverrideError/missingStandIns(for:_:at:)`` with all known dependencies that have no stand-in, before anything
  ///   is built, or with the one that a property or a closure has asked for; `AstrojectError.containerReleased` in a
  ///   child whose work has ended; the errors of the closure and of the resolve.
  public func solitary<Subject, each Argument>(
    _ type: Subject.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat each Argument, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ body: (Overrides) throws -> Void
  ) throws -> Subject {
    let request = ResolutionRequest(Subject.self, label: Label(name: name, key: key), arguments: repeat each arguments)
    let solitude = try solitude(for: request, at: CallSite(fileID, filePath, line, column), body)
    do { return try solitude.container.resolve(request) } catch { throw solitude.translated(error) }
  }

  /// Builds one subject by its registration, with stand-ins for its dependencies, and awaits it; see the synchronous
  /// form.
  public func solitary<Subject, each Argument>(
    _ type: Subject.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat each Argument, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ body: (Overrides) throws -> Void
  ) async throws -> Subject {
    await CallerIsolation.enter()
    let request = ResolutionRequest(Subject.self, label: Label(name: name, key: key), arguments: repeat each arguments)
    let solitude = try solitude(for: request, at: CallSite(fileID, filePath, line, column), body)
    do { return try await solitude.container.resolve(request) } catch { throw solitude.translated(error) }
  }

  /// Builds one subject by its initializer, with the given stand-ins for its parameters.
  ///
  /// ```swift
  /// let model = try container.solitary(Model.self, with: MockClient(), FixedClock())
  /// ```
  /// Stand-ins are matched by type, as arguments are: a `MockClient` fits a parameter of type `Client`, and an
  /// optional, a `Lazy` or a `Provider` of it. `Argument<Client>(…)` states the type. For injected properties
  /// (`@Inject`), use the form with a closure.
  ///
  /// - Parameters:
  ///   - type: The type that the subject is resolved by.
  ///   - name: The name of the subject.
  ///   - key: A hashable value that replaces the name.
  ///   - standIns: The stand-ins.
  ///   - fileID: The file of the call, for failure reports.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The subject.
  /// - Throws: ``OverrideError/noSubject(_:)`` if the subject is not registered; ``OverrideError/opaqueSubject(_:at:)``
  ///   if a closure makes it; ``OverrideError/missingStandIns(for:_:at:)`` with all known dependencies that have no
  ///   stand-in, before anything is built, or with the one that an injected property has asked for;
  ///   `AstrojectError.noRegistrationFound` if a stand-in fits no parameter, or several;
  ///   `AstrojectError.containerReleased` in a child whose work has ended; the errors of the resolve.
  @_disfavoredOverload
  public func solitary<Subject, each StandIn>(
    _ type: Subject.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    with standIns: repeat each StandIn, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) throws -> Subject {
    let request = ResolutionRequest(Subject.self, label: Label(name: name, key: key), arguments: repeat each standIns)
    let solitude = try solitude(for: request, at: CallSite(fileID, filePath, line, column)) { _ in }
    do { return try solitude.container.resolve(request) } catch { throw solitude.translated(error) }
  }

  /// Builds one subject by its initializer, with the given stand-ins, and awaits it; see the synchronous form.
  @_disfavoredOverload
  public func solitary<Subject, each StandIn>(
    _ type: Subject.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    with standIns: repeat each StandIn, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async throws -> Subject {
    let request = ResolutionRequest(Subject.self, label: Label(name: name, key: key), arguments: repeat each standIns)
    let solitude = try solitude(for: request, at: CallSite(fileID, filePath, line, column)) { _ in }
    do { return try await solitude.container.resolve(request) } catch { throw solitude.translated(error) }
  }

  /// Returns a container with the registration that answers a request, and with the stand-ins for its dependencies.
  private func solitude<Subject, Argument>(
    for request: ResolutionRequest<Subject, Argument>, at site: CallSite, _ body: (Overrides) throws -> Void
  ) throws -> Solitude {
    try refuseIfAbsent()
    let key = request.key
    guard
      let found = core.find(key) ?? core.find(key.withoutArguments).flatMap({ $0.blueprint.acceptor == nil ? nil : $0 })
    else {
      if isOpaque(key) { throw OverrideError.opaqueSubject(key.withoutArguments, at: site.location) }
      throw OverrideError.noSubject(OverrideError.Miss(key, at: site.location, in: core))
    }
    let overrides = Overrides(making: fork(alone: found, keepingScope: key == found.blueprint.key), of: self)
    try body(overrides)
    let given = overrides.container
    let isAsked = key == found.blueprint.key
    let needs =
      isAsked ? found.blueprint.needs(in: core, given: nil) : needs(of: found.blueprint, besides: request.arguments)
    var seen: Set<OverrideError.Need> = []
    // A property that may have a name or key may mean any stand-in of its type that has one.
    let missing = needs.filter { $0.isKnown(in: given.core) && !$0.isMet(in: given.core) }
      .map(OverrideError.Need.init).filter { seen.insert($0).inserted }
    if !missing.isEmpty, !given.isFilled {
      throw OverrideError.missingStandIns(for: found.blueprint.key, missing, at: site.location)
    }
    // From here on, the test must use its stand-ins, except those that only a `Lazy` or a `Provider` leads to.
    given.core.excuseWhatComesLater(for: found.blueprint.key)
    given.core.fork?.excuseWhatComesLater()
    let container = try overrides.finish(at: site, isSolitary: true)
    core.keepAlive(container)
    return Solitude(container: container, subject: found.blueprint.origin.key, location: site.location)
  }

  /// Returns the dependencies of a subject that the arguments do not satisfy.
  private func needs(of subject: Blueprint, besides arguments: [SuppliedArgument]) -> [Dependency] {
    // The resolve throws for arguments that do not fit.
    guard let given = try? subject.acceptor?.accept(arguments) else { return [] }
    return subject.needs(in: core, given: given)
  }

  /// Returns true if stand-ins are given for a subject whose parameters are not known.
  private func isOpaque(_ key: Key) -> Bool { key.takesArguments && core.find(key.withoutArguments) != nil }
}

/// The container of a subject.
private struct Solitude {
  let container: Container
  let subject: Key
  let location: CodeLocation

  /// Returns the error of the resolve; if a property or a closure of the subject has found nothing, as one about its
  /// stand-in.
  func translated(_ error: any Error) -> any Error {
    guard case AstrojectError.noRegistrationFound(let failure) = error, failure.location == nil,
      failure.path.dropLast().last?.key == subject
    else { return error }
    let need = OverrideError.Need(failure.key, isForProperty: failure.isOfProperty)
    return OverrideError.missingStandIns(for: subject, [need], at: location)
  }
}
