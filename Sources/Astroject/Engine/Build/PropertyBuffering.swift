/// Fills the injected properties of the object that a build makes.
package protocol PropertyBuffering: AnyObject, Sendable {
  /// Throws if a property of an object that was made could not be filled.
  func finish(for build: Build) throws
}
