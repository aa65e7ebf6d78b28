import Astroject

extension AstrojectError {
  /// What a case that carries one failure carries.
  var failure: Failure? { failures.count == 1 ? failures.first : nil }
}

/// An error of the user's.
struct Refusal: Error, Equatable {
  var reason = ""
}
