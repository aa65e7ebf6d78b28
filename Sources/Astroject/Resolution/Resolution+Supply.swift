// Arguments that are not part of a key: what is registered without any may take them all the same.

extension Resolution {
  /// The arguments as what is registered without any takes them; nil if there is no such registration.
  func accepted() throws -> (supply: Supply, match: Match)? {
    guard key.takesArguments, let match = inquiry.core.find(key.withoutArguments),
      let acceptor = match.blueprint.acceptor
    else { return nil }
    do {
      return (try acceptor.accept(arguments?.list ?? []), match)
    } catch let cause as AstrojectError.Cause {
      throw AstrojectError.noRegistrationFound(
        inquiry.failure(key.withoutArguments, place: match.blueprint.place, cause: cause))
    }
  }

  /// The resolution of what takes arguments that are not part of its key.
  func supplied(_ supply: Supply, _ match: Match) -> Resolution {
    var resolution = Resolution(
      inquiry, key: key.withoutArguments, arguments: nil, supply: supply, from: .match(match))
    if isTraced, let openStep { resolution.enter(openStep) }
    return resolution
  }
}
