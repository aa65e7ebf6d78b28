import Astroject

extension AstrojectError {
  /// Which case an error is, without what it carries.
  enum Kind: Equatable {
    case alreadyRegistered
    case noRegistrationFound
    case circularDependency
    case asynchronousFactory
    case isolationMismatch
    case invalidInstance
    case typeMismatch
    case factoryFailed
    case afterInitFailed
    case containerReleased
    case bootstrapFailed
    case shutdownFailed
    case cancelled
    case tooDeep
  }

  var kind: Kind { content.kind }

  /// What a case that carries one failure carries.
  var failure: Failure? { content.failures.count == 1 ? content.failures.first : nil }

  /// What each case carries, as a list.
  var content: (kind: Kind, failures: [Failure]) {
    switch self {
    case .alreadyRegistered: (.alreadyRegistered, [])
    case .noRegistrationFound(let failure): (.noRegistrationFound, [failure])
    case .circularDependency(let failure): (.circularDependency, [failure])
    case .asynchronousFactory(let failure): (.asynchronousFactory, [failure])
    case .isolationMismatch(let failure): (.isolationMismatch, [failure])
    case .invalidInstance(let failure): (.invalidInstance, [failure])
    case .typeMismatch(let failure): (.typeMismatch, [failure])
    case .factoryFailed(let failure): (.factoryFailed, [failure])
    case .afterInitFailed(let failure): (.afterInitFailed, [failure])
    case .containerReleased(let failure): (.containerReleased, [failure])
    case .bootstrapFailed(let failures): (.bootstrapFailed, failures)
    case .shutdownFailed(let failures): (.shutdownFailed, failures)
    case .cancelled(let failure): (.cancelled, [failure])
    case .tooDeep(let failure): (.tooDeep, [failure])
    }
  }
}

/// An error of the user's.
struct Refusal: Error, Equatable {
  var reason = ""
}
