// Arguments that are not part of a key: what is registered without any may take them all the same.

extension Resolution {
  /// The arguments as what is registered without any takes them; nil if there is no such registration.
  func accepted() throws -> (supplied: SuppliedArguments, match: Match)? {
    guard key.takesArguments, let match = context.core.find(key.withoutArguments),
      let acceptor = match.blueprint.acceptor
    else { return nil }
    do {
      return (try acceptor.accept(arguments?.list ?? []), match)
    } catch let cause as AstrojectError.Cause {
      throw AstrojectError.noRegistrationFound(
        context.failure(key.withoutArguments, location: match.blueprint.location, cause: cause))
    }
  }

  /// The resolution of what takes arguments that are not part of its key.
  func resolution(with supplied: SuppliedArguments, for match: Match) -> Resolution {
    var resolution = Resolution(
      context, key: key.withoutArguments, arguments: nil, supplied: supplied, from: .match(match))
    if isTraced, let openStep { resolution.enter(openStep) }
    return resolution
  }
}
