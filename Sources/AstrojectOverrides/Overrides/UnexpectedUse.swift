import Astroject

/// An error thrown by the resolve of a type that the test forbids.
public struct UnexpectedUse: DescribedError, Sendable, Hashable {
  /// The resolved key.
  public let key: Key

  /// The remedy, if the use of everything else is forbidden as well.
  let remedy: String?

  /// A use of a type that is forbidden by its key.
  init(of key: Key) { (self.key, remedy) = (key, nil) }

  /// A use of a type that is forbidden like all that is not excepted.
  init(ofUnexcepted key: Key) {
    self.key = key
    remedy = "replace it, or except it: `failOnUse(except: \(Spelling.expression(key.product)).self)`."
  }

  /// A sentence with the resolved key, and the remedy if there is one.
  public var description: String { text() }

  /// Reports the use to the running test, with the path on which the key was resolved, and returns it as the error.
  func reported(on build: Build?, at site: CallSite) -> UnexpectedUse {
    Host.current?.fail(text(build?.path.ends), at: site)
    return self
  }

  private func text(_ way: (shown: [AstrojectError.Step], omission: Int)? = nil) -> String {
    var lines = ["Expected \(key) not to be used, but it was resolved."]
    if let way, way.shown.count > 1 {
      let names = way.shown.map(\.key.description).noting(omission: way.omission)
      lines.append("Path: " + names.joined(separator: " → "))
    }
    if let remedy { lines.append("Remedy: " + remedy) }
    return lines.joined(separator: "\n  ")
  }
}
