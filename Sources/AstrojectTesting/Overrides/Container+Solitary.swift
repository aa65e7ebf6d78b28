import Astroject

extension Container {
  /// Builds one subject by its registration, with stand-ins for all that it needs.
  ///
  /// ```swift
  /// let model = try container.solitary(Model.self) { standIns in
  ///   try standIns.add(Client.self) { MockClient() }
  /// }
  /// ```
  /// The subject is built in a container of its own, in which there is nothing else; that lives as long as this one,
  /// for what the subject resolves later; ask a container of the test's own, rather than one that the whole process
  /// shares. Stand-ins that are never resolved fail the test, as overrides do, but for those that only a `Lazy` or a
  /// `Provider` leads to: the subject need not call it.
  ///
  /// - Parameters:
  ///   - type: What the subject is resolved by.
  ///   - name: The name of the subject.
  ///   - key: Takes the place of the name.
  ///   - arguments: What the subject is resolved with.
  ///   - fileID: Where it is built, for errors.
  ///   - filePath: Where it is built, for errors.
  ///   - line: Where it is built, for errors.
  ///   - column: Where it is built, for errors.
  ///   - body: Gives the stand-ins.
  /// - Throws: ``OverrideError/noSubject(_:)``; ``OverrideError/missingStandIns(for:_:at:)`` with all that is missing,
  ///   before anything is built, as far as it is known what the subject needs; and what building it throws.
  public func solitary<Subject, each Argument>(
    _ type: Subject.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat each Argument, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ body: (Overrides) throws -> Void
  ) throws -> Subject {
    let request = ResolutionRequest(Subject.self, label: Label(name: name, key: key), arguments: repeat each arguments)
    let container = try solitude(for: request, at: CallSite(fileID, filePath, line, column), body)
    return try container.resolve(request)
  }

  /// Builds one subject by its registration, with stand-ins for all that it needs, and awaits what has to be awaited.
  ///
  /// - Throws: ``OverrideError/noSubject(_:)``; ``OverrideError/missingStandIns(for:_:at:)`` with all that is missing,
  ///   before anything is built, as far as it is known what the subject needs; and what building it throws.
  public func solitary<Subject, each Argument>(
    _ type: Subject.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat each Argument, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ body: (Overrides) throws -> Void
  ) async throws -> Subject {
    let request = ResolutionRequest(Subject.self, label: Label(name: name, key: key), arguments: repeat each arguments)
    let container = try solitude(for: request, at: CallSite(fileID, filePath, line, column), body)
    return try await container.resolve(request)
  }

  /// Builds one subject by its initializer, with these stand-ins for what it takes.
  ///
  /// ```swift
  /// let model = try container.solitary(Model.self, with: MockClient(), FixedClock())
  /// ```
  /// A stand-in goes where its type says, as an argument does: `MockClient` fits a parameter that is a `Client`, an
  /// optional, a `Lazy` or a `Provider` of it; `Argument<Client>(…)` says what it is to be.
  ///
  /// What a property needs (`@Inject`) is given in the form with a closure.
  ///
  /// - Throws: ``OverrideError/noSubject(_:)``; ``OverrideError/opaqueSubject(_:at:)`` for what is registered by a
  ///   closure; ``OverrideError/missingStandIns(for:_:at:)`` with all that is missing, before anything is built;
  ///   `AstrojectError.noRegistrationFound` where a stand-in fits nowhere, or in several places; and what building it
  ///   throws.
  public func solitary<Subject, each StandIn>(
    _ type: Subject.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    with standIns: repeat each StandIn, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) throws -> Subject {
    let request = ResolutionRequest(Subject.self, label: Label(name: name, key: key), arguments: repeat each standIns)
    return try solitude(for: request, at: CallSite(fileID, filePath, line, column)) { _ in }.resolve(request)
  }

  /// Builds one subject by its initializer, with these stand-ins for what it takes, and awaits what has to be awaited.
  ///
  /// - Throws: ``OverrideError/noSubject(_:)``; ``OverrideError/missingStandIns(for:_:at:)`` with all that is missing,
  ///   before anything is built; `AstrojectError.noRegistrationFound` where a stand-in fits nowhere, or in several
  ///   places; and what building it throws.
  public func solitary<Subject, each StandIn>(
    _ type: Subject.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    with standIns: repeat each StandIn, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async throws -> Subject {
    let request = ResolutionRequest(Subject.self, label: Label(name: name, key: key), arguments: repeat each standIns)
    return try await solitude(for: request, at: CallSite(fileID, filePath, line, column)) { _ in }.resolve(request)
  }

  /// A container with the registration that answers a request and with what stands in for what that needs.
  private func solitude<Subject, Argument>(
    for request: ResolutionRequest<Subject, Argument>, at site: CallSite, _ body: (Overrides) throws -> Void
  ) throws -> Container {
    try refuseIfEnded()
    let key = request.key
    guard
      let found = core.find(key) ?? core.find(key.withoutArguments).flatMap({ $0.blueprint.acceptor == nil ? nil : $0 })
    else {
      if isOpaque(key) { throw OverrideError.opaqueSubject(key.withoutArguments, at: site.location) }
      throw OverrideError.noSubject(OverrideError.Miss(key, at: site.location, in: core))
    }
    let overrides = Overrides(making: fork(alone: found, keepingScope: key == found.blueprint.key))
    try body(overrides)
    let given = overrides.container
    let isAsked = key == found.blueprint.key
    let needs =
      isAsked ? found.blueprint.needs(in: core, given: nil) : needs(of: found.blueprint, besides: request.arguments)
    let missing = needs.filter { need in !need.keys.contains { given.core.find($0) != nil } }
    if !missing.isEmpty, !given.isFilled {
      throw OverrideError.missingStandIns(
        for: found.blueprint.key, missing.map(OverrideError.Need.init), at: site.location)
    }
    // From here on the test has to use what it has given; but nobody has to call a `Lazy` or a `Provider`.
    given.core.excuseWhatComesLater(for: found.blueprint.key)
    given.core.fork?.excuseWhatComesLater()
    let container = try overrides.finish(allowUnused: nil, at: site)
    core.keepAlive(container)
    return container
  }

  /// What a subject needs besides what it is given.
  private func needs(of subject: Blueprint, besides arguments: [SuppliedArgument]) -> [Dependency] {
    // What does not fit is what the resolve fails for.
    guard let given = try? subject.acceptor?.accept(arguments) else { return [] }
    return subject.needs(in: core, given: given)
  }

  /// Whether what is given are stand-ins for what nobody knows.
  private func isOpaque(_ key: Key) -> Bool { key.takesArguments && core.find(key.withoutArguments) != nil }
}

extension Dependency {
  /// What it can be had by: its key, and where a form is made of that, the form itself.
  fileprivate var keys: [Key] { [key] + (form.map { [key.asking(for: $0)] } ?? []) }
}
