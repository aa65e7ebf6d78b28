/// Everything that the container throws.
///
/// Functions of the container throw nothing else: what a factory or a hook of yours throws arrives inside a
/// ``factoryFailed(_:)`` or ``afterInitFailed(_:)``, at the innermost factory; an `AstrojectError` passes through outer
/// factories as it is.
///
/// ```swift
/// do {
///   try container.resolve(Service.self)
/// } catch AstrojectError.noRegistrationFound(let failure) {
///   print(failure.path.map(\.key))
/// }
/// ```
public enum AstrojectError: Error, Sendable {
  /// A protected registration (`isOverridable: false`) would have been replaced; `name` is its name or, as text, its
  /// key.
  case alreadyRegistered(type: Any.Type, name: String?)
  /// Something is registered under the key of a new registration already, and `ifRegistered` is
  /// ``DuplicatePolicy/fail``. The failure's ``Failure/location`` is that of the new one, and
  /// ``Failure/earlierLocation`` that of the other.
  case duplicateRegistration(Failure)
  /// Something was to be added to a container after ``Container/seal()``; the failure's ``Failure/location`` is that of
  /// the call.
  case sealed(Failure)
  /// Nothing is registered for what was asked.
  case noRegistrationFound(Failure)
  /// What was asked needs itself, in one resolution or across several that wait for each other.
  case circularDependency(Failure)
  /// A synchronous call met something that has to be awaited.
  case asynchronousFactory(Failure)
  /// A synchronous call off the main actor met a factory or hook of the main actor.
  case isolationMismatch(Failure)
  /// A scope cannot keep the product, or an instance is not what it should be.
  case invalidInstance(Failure)
  /// A scope names a container, and there is none of that name; see ``Failure/containerNames``.
  case containerNotFound(Failure)
  /// An instance is not of the type that its registration was said to implement.
  case typeMismatch(Failure)
  /// A factory threw.
  case factoryFailed(Failure)
  /// An `afterInit` threw.
  case afterInitFailed(Failure)
  /// The container is gone.
  case containerReleased(Failure)
  /// Some of the eager registrations could not be built.
  case bootstrapFailed([Failure])
  /// Some `onRelease` hooks threw while the container shut down.
  case shutdownFailed([Failure])
  /// The task that was to get the product was cancelled.
  case cancelled(Failure)
  /// The chain of dependencies is too long for the stack of this thread; or it is of so many builds, 65 536, that it is
  /// taken to have no end.
  case tooDeep(Failure)
}

extension AstrojectError {
  /// What was asked, on which way, and what stood against it.
  public struct Failure: Sendable {
    /// What could not be had.
    public let key: Key
    /// The way from what was asked first to what could not be had: `A → B → C`; a loop ends with what it began with.
    public let path: [Step]
    /// Where what could not be had was registered, if it was.
    public let location: CodeLocation?
    /// The error that is not one of the container's, where there is one.
    public let underlyingError: (any Error)?
    /// Which of the causes of its case this is.
    let cause: Cause?
    /// The dependencies of the initializer that it was for; empty if it was for none.
    let siblings: [Dependency]
    /// The injected property that it was for, if it was got when that was made.
    private(set) var property: Property?
    private let suggestions: Suggestions?

    /// An injected property, as far as it is known.
    package struct Property: Sendable {
      let name: String?
      /// Where in the path what it asked for stands.
      let index: Int
    }

    /// The names of the containers that there are, where one was not found: of the container that was asked, its
    /// parents, its children, and the children that something is registered to be given to.
    public var containerNames: [String] {
      switch cause {
      case .noContainer(_, let names, _), .notExpected(_, let names): names
      default: []
      }
    }

    /// Where the earlier registration was made, for ``AstrojectError/duplicateRegistration(_:)``.
    public var earlierLocation: CodeLocation? {
      if case .duplicate(let location) = cause { location } else { nil }
    }

    package init(
      key: Key, path: [Step], location: CodeLocation? = nil, cause: Cause? = nil, underlyingError: (any Error)? = nil,
      siblings: [Dependency] = [], suggestions: Suggestions? = nil
    ) {
      self.key = key
      self.path = path
      self.location = location
      self.cause = cause
      self.underlyingError = underlyingError
      self.siblings = siblings
      self.suggestions = suggestions
    }

    /// The registrations that look like what was asked, the nearest first: at most twelve, ten where there are more.
    ///
    /// They are looked for when they are asked for the first time, and remembered. An error keeps no container alive;
    /// if its container has gone by then, there are none.
    public var nearMatches: [NearMatch] { suggestions?.ranking.matches ?? [] }

    /// The number of further registrations that look like what was asked.
    public var nearMatchOmission: Int { suggestions?.ranking.omission ?? 0 }

    /// A line for each near match, and one for those that are left out.
    var nearLines: [String] { suggestions?.ranking.lines ?? [] }

    /// The same on another way to the step at a depth, if that is the one that was asked for.
    fileprivate func seen(from path: [Step], asking key: Key?, at depth: Int) -> Failure {
      guard depth < self.path.count, self.path[depth].key == key else { return self }
      var seen = Failure(
        key: self.key, path: path + self.path.dropFirst(depth), location: location, cause: cause,
        underlyingError: underlyingError, siblings: siblings, suggestions: suggestions)
      seen.property = property.map { Property(name: $0.name, index: $0.index + path.count - depth) }
      return seen
    }

    fileprivate func about(_ property: Property) -> Failure {
      guard self.property == nil, property.index < path.count else { return self }
      var failure = self
      failure.property = property
      return failure
    }
  }

  /// One step of a path.
  public struct Step: Sendable, Hashable {
    /// What was being built.
    public let key: Key
    /// Where it was registered.
    public let location: CodeLocation?
    /// Whether it is known what it gets: a parameter of its initializer may become lazy.
    package let hasParameterPlan: Bool
    /// Whether it is resolved by somebody who was to do so later.
    let isDeferred: Bool

    init(key: Key, location: CodeLocation?, hasParameterPlan: Bool = false, isDeferred: Bool = false) {
      self.key = key
      self.location = location
      self.hasParameterPlan = hasParameterPlan
      self.isDeferred = isDeferred
    }
  }

  /// A registration that may be the one that was meant.
  public struct NearMatch: Sendable, Hashable {
    /// How it differs from what was asked.
    public enum Difference: Sendable, Hashable {
      /// It has another name or key.
      case label
      /// It takes other arguments.
      case arguments
      /// It was contributed, and is found by `resolveAll` alone.
      case contribution
      /// It is in a child container, which has this name.
      case child(String?)
      /// Its type is another one of the same name, mostly of another module.
      case module
      /// It is for the optional of the type.
      case optional
      /// It is for `T` where `any T` was asked, or the reverse.
      case existential
      /// Its type adopts the protocol that was asked for, or inherits from the class: `implements` would forward it.
      case implementation
      /// It is for a protocol that the type adopts which was asked for, or for its superclass.
      case service
    }

    /// The registration's key.
    public let key: Key
    /// Where it was registered.
    public let location: CodeLocation
    /// How it differs from what was asked.
    public let difference: Difference
  }

  /// The causes that share a case; ``AstrojectError/description`` has a sentence for each.
  package enum Cause: Error {
    // asynchronousFactory
    case asynchronousProduct, asynchronousHook, asynchronousParameter(Any.Type), beingBuiltAsynchronously
    case asynchronousDecorator(CodeLocation)
    // isolationMismatch
    case mainActorFactory, mainActorHook, mainActorDecorator(CodeLocation)
    // factoryFailed
    case fallback, conversion
    // circularDependency
    case loop(BreakingPoint?), wait(BreakingPoint?)
    // tooDeep
    case endless
    // invalidInstance
    case notAnObject, incomparableArguments, scopeChanged, gone, notOwnable, eagerWithArguments
    case decoratedTooLate, unwrapping(Any.Type), collectingNothing(Any.Type)
    case mixedUp(Any.Type), resolving, hasResolved, sharedWithArguments
    /// What the children of a name are given: one of them was not, or twice, or got what none is to get.
    case notGiven(toChild: String), givenTwice(toChild: String), notExpected(byChild: String, among: [String])
    // containerNotFound
    /// A singleton above it, if there is one, takes it from a container that is in none of that name.
    case noContainer(named: String, among: [String], keptBy: Key?)
    // sealed
    case setUpBefore(Any.Type)
    // duplicateRegistration
    case duplicate(of: CodeLocation)
    // bootstrapFailed
    case noneAtOnce(Int)
    // containerReleased
    case ended(childNamed: String?)
    // noRegistrationFound
    case noCurrentContainer, notSetUp(Any.Type)
    case unfitArgument(Any.Type), surplusArgument(Any.Type), mismatchedArgument(Any.Type, wanted: Any.Type)
    case ambiguousArgument(Any.Type), missingArgument(Any.Type), ambiguousProperty(Any.Type)
    // typeMismatch
    case produces(Any.Type), supplied(Any.Type)

    /// Whether what is registered got arguments that it cannot take, or none.
    var isAboutArguments: Bool {
      switch self {
      case .unfitArgument, .surplusArgument, .mismatchedArgument, .ambiguousArgument, .missingArgument,
        .ambiguousProperty:
        true
      default: false
      }
    }
  }

  /// The error that your code threw, where this one reports one.
  public var underlyingError: (any Error)? {
    for case let underlying? in failures.map(\.underlyingError) {
      guard let own = underlying as? AstrojectError else { return underlying }
      if let foreign = own.underlyingError { return foreign }
    }
    return nil
  }

  /// Returns the error as one of an injected property that a build has asked for.
  ///
  /// - Parameters:
  ///   - property: Its name, where that is known.
  ///   - build: The build of the object that has the property.
  /// The error of a composition root that was set up before.
  package static func isSetUp(_ root: Any.Type, at location: CodeLocation) -> AstrojectError {
    .sealed(Failure(key: Key(Container.self), path: [], location: location, cause: .setUpBefore(root)))
  }

  package func about(property: String?, of build: Build) -> AstrojectError {
    let property = Failure.Property(name: property, index: build.path.count)
    return mapFailure { $0.about(property) }
  }

  /// The same for somebody who has waited for what stands at a depth of the way, and has come to it on another one.
  func seen(from path: [Step], asking key: Key?, at depth: Int) -> AstrojectError {
    mapFailure { $0.seen(from: path, asking: key, at: depth) }
  }

  /// Changes what the case carries, if that is about one product; a loop goes through whoever built it, and stays.
  private func mapFailure(_ change: (Failure) -> Failure) -> AstrojectError {
    switch self {
    case .duplicateRegistration(let failure): .duplicateRegistration(change(failure))
    case .sealed(let failure): .sealed(change(failure))
    case .noRegistrationFound(let failure): .noRegistrationFound(change(failure))
    case .asynchronousFactory(let failure): .asynchronousFactory(change(failure))
    case .isolationMismatch(let failure): .isolationMismatch(change(failure))
    case .invalidInstance(let failure): .invalidInstance(change(failure))
    case .containerNotFound(let failure): .containerNotFound(change(failure))
    case .typeMismatch(let failure): .typeMismatch(change(failure))
    case .factoryFailed(let failure): .factoryFailed(change(failure))
    case .afterInitFailed(let failure): .afterInitFailed(change(failure))
    case .containerReleased(let failure): .containerReleased(change(failure))
    case .cancelled(let failure): .cancelled(change(failure))
    case .tooDeep(let failure): .tooDeep(change(failure))
    case .circularDependency, .alreadyRegistered, .bootstrapFailed, .shutdownFailed: self
    }
  }

  /// What the case carries: one failure, several, or none.
  package var failures: [Failure] {
    switch self {
    case .alreadyRegistered: []
    case .duplicateRegistration(let failure), .sealed(let failure), .noRegistrationFound(let failure),
      .circularDependency(let failure), .asynchronousFactory(let failure),
      .isolationMismatch(let failure), .invalidInstance(let failure), .containerNotFound(let failure),
      .typeMismatch(let failure), .factoryFailed(let failure), .afterInitFailed(let failure),
      .containerReleased(let failure), .cancelled(let failure), .tooDeep(let failure):
      [failure]
    case .bootstrapFailed(let failures), .shutdownFailed(let failures): failures
    }
  }
}
