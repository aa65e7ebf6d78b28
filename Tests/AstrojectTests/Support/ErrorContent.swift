import Astroject

extension AstrojectError {
  /// What a case that carries one failure carries.
  var failure: Failure? { failures.count == 1 ? failures.first : nil }

  /// What each case carries, as a list.
  var failures: [Failure] {
    switch self {
    case .alreadyRegistered: []
    case .noRegistrationFound(let failure), .circularDependency(let failure), .asynchronousFactory(let failure),
      .isolationMismatch(let failure), .invalidInstance(let failure), .typeMismatch(let failure),
      .factoryFailed(let failure), .afterInitFailed(let failure), .containerReleased(let failure),
      .cancelled(let failure), .tooDeep(let failure):
      [failure]
    case .bootstrapFailed(let failures), .shutdownFailed(let failures): failures
    }
  }
}

/// An error of the user's.
struct Refusal: Error, Equatable {
  var reason = ""
}
