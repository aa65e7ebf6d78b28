import Astroject

extension AstrojectError {
  /// Which case an error is, without what it carries.
  public enum Kind: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// A protected registration would have been replaced.
    case alreadyRegistered
    /// Something is registered under the key of a new registration already, and the policy is to fail.
    case duplicateRegistration
    /// Something was to be added to a container that is sealed.
    case sealed
    /// Nothing is registered for what was asked.
    case noRegistrationFound
    /// What was asked needs itself.
    case circularDependency
    /// A synchronous call met something that has to be awaited.
    case asynchronousFactory
    /// A synchronous call off the main actor met something of the main actor.
    case isolationMismatch
    /// A scope cannot keep the product, or an instance is not what it should be.
    case invalidInstance
    /// A scope names a container, and there is none of that name.
    case containerNotFound
    /// An instance is not of the type that its registration was said to implement.
    case typeMismatch
    /// A factory threw.
    case factoryFailed
    /// An `afterInit` threw.
    case afterInitFailed
    /// The container is gone.
    case containerReleased
    /// Some of the eager registrations could not be built.
    case bootstrapFailed
    /// Some `onRelease` hooks threw while the container shut down.
    case shutdownFailed
    /// The task that was to get the product was cancelled.
    case cancelled
    /// The chain of dependencies is too long for the stack.
    case tooDeep

    /// The name of the case.
    public var description: String { rawValue }
  }

  /// Which case this is.
  public var kind: Kind {
    switch self {
    case .alreadyRegistered: .alreadyRegistered
    case .duplicateRegistration: .duplicateRegistration
    case .sealed: .sealed
    case .noRegistrationFound: .noRegistrationFound
    case .circularDependency: .circularDependency
    case .asynchronousFactory: .asynchronousFactory
    case .isolationMismatch: .isolationMismatch
    case .invalidInstance: .invalidInstance
    case .containerNotFound: .containerNotFound
    case .typeMismatch: .typeMismatch
    case .factoryFailed: .factoryFailed
    case .afterInitFailed: .afterInitFailed
    case .containerReleased: .containerReleased
    case .bootstrapFailed: .bootstrapFailed
    case .shutdownFailed: .shutdownFailed
    case .cancelled: .cancelled
    case .tooDeep: .tooDeep
    }
  }
}
