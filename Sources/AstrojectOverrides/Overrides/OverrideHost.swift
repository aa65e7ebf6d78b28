import Astroject
import Nexus

/// The surroundings in which containers are overridden, such as a test kit.
///
/// A module that is one declares a class that conforms to this protocol. It is found by discovery, because this module
/// links no test library and code that overrides need not name the module.
package protocol OverrideHost: SendableMetatype {
  /// Receives a container that was made with overrides.
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - site: The call that has made it.
  ///   - allowUnused: The argument of that call; nil if it had none.
  ///   - isKept: True if something retains the container already.
  static func didOverride(_ container: Container, at site: CallSite, allowUnused: Bool?, isKept: Bool)

  /// Reports a mistake that cannot be thrown, or that has to be noticed even if its error is caught.
  static func fail(_ text: String, at site: CallSite)
}

/// The host of this process.
enum Host {
  private static let known = Lock<(any OverrideHost.Type)?>(nil)

  /// The host, if there is one. It may be loaded later than code that overrides, as tests are into an app.
  static var current: (any OverrideHost.Type)? {
    if let host = known.withLock({ $0 }) { return host }
    let existential: Any.Type = (any OverrideHost).self
    let records = try? ConformanceRecords.all(of: [existential])[ObjectIdentifier(existential)]
    guard let host = records?.lazy.compactMap({ $0.type as? any OverrideHost.Type }).first else { return nil }
    known.withLock { $0 = host }
    return host
  }
}
