extension AstrojectError {
  /// Returns the error as one of an injected property that a build has asked for.
  ///
  /// - Parameters:
  ///   - property: The name of the property, if it is known.
  ///   - build: The build of the object that has the property.
  package func about(property: String?, of build: Build) -> AstrojectError {
    about(property: property, below: build.path)
  }
}
