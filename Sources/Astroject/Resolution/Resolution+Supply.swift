// Arguments that are not part of a key: what is registered without any may take them all the same.

extension Resolution {
  /// The arguments as what is registered without any takes them; nil if there is no such registration.
  func accepted() throws -> Supply? {
    guard let found = inquiry.core.find(key.withoutArguments), let acceptor = found.blueprint.acceptor else {
      return nil
    }
    do {
      return try acceptor.accept(arguments?.list ?? [])
    } catch let cause as AstrojectError.Cause {
      throw AstrojectError.noRegistrationFound(
        inquiry.failure(key.withoutArguments, place: found.blueprint.place, cause: cause))
    }
  }

  /// The resolution of what takes arguments that are not part of its key.
  func supplied(_ supply: Supply) -> Resolution {
    var resolution = Resolution(inquiry, key: key.withoutArguments, arguments: nil, supply: supply)
    if isTraced, let openStep { resolution.enter(openStep) }
    return resolution
  }
}
