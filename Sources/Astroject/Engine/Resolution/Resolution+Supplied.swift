// Arguments that are not part of a key. A registration without arguments may accept them.

extension Resolution {
  /// Returns the arguments as a registration without arguments accepts them; nil if there is no such registration.
  ///
  /// - Throws: ``AstrojectError/noRegistrationFound(_:)`` if the registration does not accept them.
  func accepted() throws -> (supplied: SuppliedArguments, match: Match)? {
    guard key.takesArguments, let match = context.core.find(key.withoutArguments),
      let acceptor = match.blueprint.acceptor
    else { return nil }
    do {
      return (try acceptor.accept(arguments?.list ?? []), match)
    } catch let cause as AstrojectError.Cause {
      throw context.refusal(key.withoutArguments, by: match.blueprint, cause)
    }
  }

  /// Returns the resolution of a registration that accepts arguments beyond its key.
  func resolution(with supplied: SuppliedArguments, for match: Match) -> Resolution {
    var resolution = Resolution(
      context, key: key.withoutArguments, arguments: nil, supplied: supplied, from: .match(match))
    if isTraced, let openStep { resolution.enter(openStep) }
    return resolution
  }
}
