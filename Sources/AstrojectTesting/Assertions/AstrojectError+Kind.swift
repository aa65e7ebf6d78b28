import Astroject

extension AstrojectError {
  /// The case of an error, without its associated values.
  public enum Kind: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// A registration would replace a protected one.
    case alreadyRegistered
    /// A key is registered already, and the policy is to fail.
    case duplicateRegistration
    /// A registration would be added to a sealed container.
    case sealed
    /// The requested key is not registered.
    case noRegistrationFound
    /// The requested product needs itself.
    case circularDependency
    /// A synchronous call reached a product that must be awaited.
    case asynchronousFactory
    /// A synchronous call off the main actor reached a main-actor product.
    case isolationMismatch
    /// A scope cannot cache the product, or an instance is not valid.
    case invalidInstance
    /// A scope names a container that does not exist.
    case containerNotFound
    /// An instance is not of a type that its registration claims to implement.
    case typeMismatch
    /// A factory threw.
    case factoryFailed
    /// An `afterInit` hook threw.
    case afterInitFailed
    /// The container has been released.
    case containerReleased
    /// Some eager registrations could not be built.
    case bootstrapFailed
    /// Some `onRelease` hooks threw during a shutdown.
    case shutdownFailed
    /// The task that waited for the product was cancelled.
    case cancelled
    /// The chain of dependencies is too long for the stack.
    case tooDeep

    /// The name of the case.
    public var description: String { rawValue }
  }

  /// The case of this error.
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
