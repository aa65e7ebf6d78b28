/// An error that a container throws.
///
/// Functions of a container throw no other type. An error of a factory or hook of yours arrives inside a
/// ``factoryFailed(_:)`` or ``afterInitFailed(_:)`` of the innermost factory. An `AstrojectError` passes through outer
/// factories unchanged.
///
/// ```swift
/// do {
///   try container.resolve(Service.self)
/// } catch AstrojectError.noRegistrationFound(let failure) {
///   print(failure.path.map(\.key))
/// }
/// ```
public indirect enum AstrojectError: Error, Sendable {
  /// A registration would have replaced a protected one (`isOverridable: false`).
  ///
  /// The associated values are the type and the name, or the text of the key.
  case alreadyRegistered(type: Any.Type, name: String?)
  /// A registration of the same key exists, and the policy is ``DuplicatePolicy/fail``.
  ///
  /// The failure's ``Failure/location`` is that of the new registration, and ``Failure/earlierLocation`` that of the
  /// other.
  case duplicateRegistration(Failure)
  /// Something was to be added to a container after ``Container/seal()``, or to one that stands for a missing one.
  ///
  /// The failure's ``Failure/location`` is that of the call.
  case sealed(Failure)
  /// Nothing is registered for the key that was asked for.
  case noRegistrationFound(Failure)
  /// The product needs itself, in one resolve or across several that wait for each other.
  case circularDependency(Failure)
  /// A synchronous call met a product that has to be awaited.
  case asynchronousFactory(Failure)
  /// A synchronous call off the main actor met a main-actor factory, hook or decorator.
  case isolationMismatch(Failure)
  /// A scope cannot cache the product, or an instance is not valid.
  case invalidInstance(Failure)
  /// A scope names a container, and no container has that name; see ``Failure/containerNames``.
  case containerNotFound(Failure)
  /// An instance is not of the type that its registration was said to implement.
  case typeMismatch(Failure)
  /// A factory threw an error, which is the failure's ``Failure/underlyingError``.
  case factoryFailed(Failure)
  /// An `afterInit` hook threw an error, which is the failure's ``Failure/underlyingError``.
  case afterInitFailed(Failure)
  /// The container is gone, or has ended with its work.
  case containerReleased(Failure)
  /// Some of the eager registrations could not be built.
  case bootstrapFailed([Failure])
  /// Some `onRelease` hooks threw while the container shut down.
  case shutdownFailed([Failure])
  /// The task that resolved the product was cancelled, or a composition root was torn down while it was set up.
  case cancelled(Failure)
  /// The chain of dependencies is too long for the stack of this thread.
  ///
  /// Or it is longer than 65,536 builds, and is taken to be endless. A chain of fallbacks may be too long, too, above
  /// all one that leads back to its beginning.
  case tooDeep(Failure)

  /// The facts about a failed request: the key, the path, and the cause.
  public struct Failure: Sendable {
    /// The key of the product that could not be built or found.
    public let key: Key
    /// The path from the first request to the product that failed: `A → B → C`.
    ///
    /// A loop ends with the key that it begins with.
    public fileprivate(set) var path: [Step]
    /// The location at which the product was registered, if it was.
    public let location: CodeLocation?
    /// The error of your code, if there is one.
    public let underlyingError: (any Error)?
    /// The cause, which tells apart the failures of one case.
    let cause: Cause?
    /// The dependencies of the initializer that asked for the product, or that got the wrong arguments.
    ///
    /// Empty if none did.
    let siblings: [Dependency]
    /// The injected property that the product was for, if the property asked when its object was made.
    fileprivate(set) var property: Property?
    /// Searches the near matches, or returns those that it found before.
    private let suggestions: Suggestions?

    package typealias Suggestions = @Sendable () -> Ranking

    /// An injected property, as far as it is known.
    package struct Property: Sendable {
      let name: String?
      /// The index in the path of the step that the property asked for.
      fileprivate(set) var index: Int
      /// True if the object was made on a thread that runs no code of its build.
      var isElsewhere = false
    }

    /// The names of the existing containers, if a container was not found by name.
    ///
    /// These are the container that was asked, its parents and children, and the children that types are registered to
    /// be given to.
    public var containerNames: [String] { missingContainer?.existing ?? [] }

    /// The name of the container that was not found, and those of the existing containers.
    var missingContainer: (name: String, existing: [String])? {
      switch cause {
      case .noContainer(let name, let names, _, _), .notExpected(let name, let names): (name, names)
      default: nil
      }
    }

    /// The location of the earlier registration, for ``AstrojectError/duplicateRegistration(_:)``.
    public var earlierLocation: CodeLocation? { if case .duplicate(let location) = cause { location } else { nil } }

    @inline(never)
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

    /// Creates a failure whose path is the request alone.
    init(asking key: Key, cause: Cause? = nil) {
      self.init(key: key, path: [Step(key: key, location: nil)], cause: cause)
    }

    /// The registrations that resemble the key, the nearest first.
    ///
    /// At most twelve, or ten if there are more.
    ///
    /// They are searched when they are first read, and then cached. An error retains no container. If its container
    /// is gone by then, the list is empty.
    public var nearMatches: [NearMatch] { suggestions?().matches ?? [] }

    /// The number of further registrations that resemble the key.
    public var nearMatchOmission: Int { suggestions?().omission ?? 0 }
  }

  /// A step of a path.
  public struct Step: Sendable, Hashable {
    /// The key of the product that was being built.
    public let key: Key
    /// The location of its registration.
    public let location: CodeLocation?
    /// The place of the rules of its initializer's parameters; nil if these are not known.
    private(set) var rulePlace: RulePlace?
    /// True if the parameters of its initializer are known.
    ///
    /// One of them may become a `Lazy`.
    package var hasParameterPlan: Bool { rulePlace != nil }
    /// The collection that was asked for, if the product is an element of one.
    fileprivate(set) var collection: Key?
    /// The part that the step has in a registration, if it is not one by itself.
    private(set) var part: Part?

    enum Part {
      /// It is a forwarding, which gets its target as its caller can.
      case forwarding
      /// It is a decorator of the step above.
      case decorator
      /// It is an element of a collection and nothing else.
      case contribution
      /// It belongs to an object that resolves later, such as a `Lazy`.
      case deferred
      /// It is an instance that was made elsewhere.
      case instance
      /// Its `afterInit` has asked.
      case hook
    }

    /// The key, with a word if it is that of a decorator.
    var name: String { "\(key)\(part == .decorator ? " (decorator)" : "")" }

    /// True if its closure takes more than a resolver, as far as it is not one of a rule.
    var takesMore: Bool { part == .hook || !hasParameterPlan && (part == .decorator || key.takesArguments) }

    /// Returns the step with another part.
    func asking(as part: Part) -> Step {
      var step = self
      step.part = part
      return step
    }
  }

  /// The place where an initializer is given rules for its parameters.
  package enum RulePlace: Sendable {
    /// Beside the initializer.
    case registration
    /// In an `Injection`, because the initializer is asynchronous or on the main actor.
    case injection
    /// In an `Injection` for a decorator or a contribution, to which no caller gives arguments.
    case part
    /// In an `Injection` for a composite.
    case composite
    /// In the type, in the `Injection` that it declares.
    case type
    /// In a resource file.
    case file
  }

  /// A registration that may have been meant.
  public struct NearMatch: Sendable, Hashable {
    /// The difference between a registration and the key that was asked for.
    public indirect enum Difference: Sendable, Hashable {
      /// The registration has another name or key.
      case label
      /// The registration takes other arguments.
      case arguments
      /// The registration is a contribution, which only `resolveAll` finds.
      case contribution
      /// The registration is in a child container of this name.
      case child(String?)
      /// The type is another one of the same name, in most cases of another module.
      case module
      /// The type is the same one of another copy of its module, which is linked twice.
      case copy
      /// The registration is for the optional of the type.
      case optional
      /// The type differs in an attribute such as `@Sendable`, in labels, in an optional, or in one protocol.
      case form
      /// The registration is for `T` and `any T` was asked for, or the reverse.
      case existential
      /// The type conforms to the protocol that was asked for, or inherits from the class.
      ///
      /// `implements` would forward it.
      case implementation
      /// The registration is for a protocol that the requested type conforms to, or for its superclass.
      case service
    }

    /// The key of the registration.
    public let key: Key
    /// The location of the registration.
    public let location: CodeLocation
    /// The difference from the key that was asked for.
    public let difference: Difference
    /// True if it cannot answer for further types: an instance that children are given, or a value of a resource file.
    let isClosed: Bool
    /// True if it needs the missing key itself, so that it cannot answer for that.
    let needsKey: Bool
  }

  /// The nearest matches, and the number of those that are left out.
  package struct Ranking: Sendable {
    package let matches: [NearMatch]
    package let omission: Int

    /// Without a match.
    package static let empty = Ranking(matches: [], omission: 0)
  }

  /// The causes that share a case.
  ///
  /// ``AstrojectError/description`` has a sentence for each.
  package indirect enum Cause: Error {
    // asynchronousFactory, isolationMismatch
    case factory, hook, decorator(CodeLocation)
    // asynchronousFactory
    case asynchronousParameter(Any.Type), beingBuiltAsynchronously
    // isolationMismatch
    case isolatedConformance(IsolatedConformance)
    // factoryFailed
    case fallback, conversion
    // circularDependency
    /// A loop, which a wait of several threads or tasks may close, and the remedy if one is known.
    case loop(byWaiting: Bool, remedy: String?)
    // tooDeep, and also `fallback`
    case endless
    // invalidInstance
    case notAnObject, incomparableArguments, gone, notOwnable, eagerWithArguments
    /// Changed after an instance was cached.
    case scopeChanged(WaysOn), hookedTooLate(WaysOn), decoratedTooLate(WaysOn)
    case unwrapping(Any.Type), collectingNothing(Any.Type)
    case mixedUp(Any.Type), resolving, hasResolved, sharedWithArguments
    /// A child of the name was not given an instance, got two of one type, or got one that is not registered for it.
    case notGiven(toChild: String), givenTwice(toChild: String), notExpected(byChild: String, among: [String])
    // containerNotFound
    /// No container of the name exists.
    ///
    /// A singleton above the product, if there is one, took it from a container outside. The product is one that the
    /// container keeps, or that it is given.
    case noContainer(named: String, among: [String], keptBy: Step?, isGiven: Bool)
    // sealed
    case setUpBefore(Any.Type)
    // duplicateRegistration
    case duplicate(of: CodeLocation)
    // bootstrapFailed
    case noneAtOnce(Int)
    // containerReleased
    case ended(childNamed: String?), outlived(rule: String), foreignContainer
    // cancelled
    case tornDown(Any.Type)
    // noRegistrationFound
    case noCurrentContainer, notSetUp(Any.Type), beingSetUp(Any.Type)
    case unfitArgument(Any.Type), surplusArgument(Any.Type), mismatchedArgument(Any.Type, wanted: Any.Type)
    case ambiguousArgument(Any.Type), missingArgument(Any.Type), ambiguousProperty(Any.Type)
    // typeMismatch
    case produces(Any.Type), supplied(Any.Type)
  }

  /// The ways to go on with a registration that was changed after an instance was cached.
  package struct WaysOn: Sendable {
    var canBeSetBack = false
    /// True if `release` releases the instance.
    let isDisposable: Bool
    /// True if the container of the registration has cached the instance, and none of its children.
    let isKeptByOwner: Bool
    /// True if the registration would stay if it were made anew.
    let isContribution: Bool
  }

  /// The error that your code threw, if this error reports one.
  public var underlyingError: (any Error)? {
    for case let underlying? in failures.map(\.underlyingError) {
      guard let own = underlying as? AstrojectError else { return underlying }
      if let foreign = own.underlyingError { return foreign }
    }
    return nil
  }

  /// Returns the error as one of an injected property.
  ///
  /// - Parameters:
  ///   - property: The name of the property, if it is known.
  ///   - path: The path to the object that has the property.
  package func about(property: String?, below path: [Step]) -> AstrojectError {
    changingFailure { failure in
      guard failure.property == nil, path.count < failure.path.count else { return }
      failure.property = Failure.Property(name: property, index: path.count)
    }
  }

  /// Returns the error as one of an injected property whose object was made on a thread that runs no code of its build.
  ///
  /// - Parameter path: The path to the object.
  func of(property name: String, madeElsewhereFor path: [Step]) -> AstrojectError {
    changingFailure { failure in
      failure.path = path + failure.path
      failure.property = Failure.Property(name: name, index: path.count, isElsewhere: true)
    }
  }

  /// Returns the error as a waiter sees it, which has come to the failed build on another path.
  ///
  /// It stays as it is if that step has another key.
  ///
  /// - Parameters:
  ///   - path: The waiter's path to the build.
  ///   - key: The key that it waited for.
  ///   - depth: The index of that step in the path of the error.
  func seen(from path: [Step], asking key: Key?, at depth: Int) -> AstrojectError {
    changingFailure { failure in
      guard depth < failure.path.count, failure.path[depth].key == key else { return }
      failure.path = path + failure.path.dropFirst(depth)
      failure.property?.index += path.count - depth
    }
  }

  /// Returns the error of an element, or of what is below it, as that of a collection that was asked for.
  ///
  /// - Parameter depth: The index of the element's step in the path.
  func about(collection key: Key, at depth: Int) -> AstrojectError {
    changingFailure { if depth < $0.path.count { $0.path[depth].collection = key } }
  }

  /// Returns the error with a change of the failure, if its case is about one product.
  ///
  /// A loop stays as it is, because it does not depend on the caller.
  @inline(never)
  private func changingFailure(_ change: (inout Failure) -> Void) -> AstrojectError {
    if case .circularDependency = self { return self }
    guard let single else { return self }
    var failure = single.failure
    change(&failure)
    return single.make(failure)
  }

  /// The failure of a case about one product, and the function that makes the case of a failure.
  @inline(never)
  private var single: (failure: Failure, make: (Failure) -> AstrojectError)? {
    switch self {
    case .duplicateRegistration(let failure): (failure, AstrojectError.duplicateRegistration)
    case .sealed(let failure): (failure, AstrojectError.sealed)
    case .noRegistrationFound(let failure): (failure, AstrojectError.noRegistrationFound)
    case .circularDependency(let failure): (failure, AstrojectError.circularDependency)
    case .asynchronousFactory(let failure): (failure, AstrojectError.asynchronousFactory)
    case .isolationMismatch(let failure): (failure, AstrojectError.isolationMismatch)
    case .invalidInstance(let failure): (failure, AstrojectError.invalidInstance)
    case .containerNotFound(let failure): (failure, AstrojectError.containerNotFound)
    case .typeMismatch(let failure): (failure, AstrojectError.typeMismatch)
    case .factoryFailed(let failure): (failure, AstrojectError.factoryFailed)
    case .afterInitFailed(let failure): (failure, AstrojectError.afterInitFailed)
    case .containerReleased(let failure): (failure, AstrojectError.containerReleased)
    case .cancelled(let failure): (failure, AstrojectError.cancelled)
    case .tooDeep(let failure): (failure, AstrojectError.tooDeep)
    case .alreadyRegistered, .bootstrapFailed, .shutdownFailed: nil
    }
  }

  /// The failures that the case carries: one, several or none.
  @inline(never)
  package var failures: [Failure] {
    switch self {
    case .bootstrapFailed(let failures), .shutdownFailed(let failures): failures
    default: single.map { [$0.failure] } ?? []
    }
  }
}
