extension Container {
  /// The error if there is nothing to look at, because the container has ended or stands for one that is missing.
  ///
  /// In a file of its own, so that an app that does not ask for it does not contain it.
  package var absence: AstrojectError? {
    do { try refuseIfEnded() } catch { return error as? AstrojectError }
    return core.absence.map { .noRegistrationFound(.init(key: Key(Container.self), path: [], cause: $0)) }
  }
}
