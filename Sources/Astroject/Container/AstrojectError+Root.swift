extension AstrojectError {
  /// Returns the error of a composition root that was set up before.
  package static func isSetUp(_ root: Any.Type, at location: CodeLocation) -> AstrojectError {
    .sealed(Failure(key: Key(Container.self), path: [], location: location, cause: .setUpBefore(root)))
  }

  /// Returns the error of a composition root that was torn down while it was set up.
  package static func isTornDown(_ root: Any.Type, at location: CodeLocation) -> AstrojectError {
    .cancelled(Failure(key: Key(Container.self), path: [], location: location, cause: .tornDown(root)))
  }
}
