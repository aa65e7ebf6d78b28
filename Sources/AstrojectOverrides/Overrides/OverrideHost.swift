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
  ///   - owner: The container that was forked, if its end would run the hooks of an instance that both share.
  ///   - site: The call that has made it.
  ///   - allowUnused: The argument of that call; nil if it had none.
  ///   - isSolitary: True if `solitary` has made it, which retains it.
  static func didOverride(
    _ container: Container, sharingWith owner: Container?, at site: CallSite, allowUnused: Bool?, isSolitary: Bool)

  /// Reports a mistake that cannot be thrown, or that has to be noticed even if its error is caught.
  static func fail(_ text: String, at site: CallSite)
}

/// The host of this process.
enum Host {
  private struct Search {
    var host: (any OverrideHost.Type)?
    /// The images that were searched.
    var images = (ever: 0, now: 0)
  }

  private static let last = Lock(Search())

  /// The host, if there is one. It may be loaded later than code that overrides, as tests are into an app.
  static var current: (any OverrideHost.Type)? {
    let known = last.withLock { $0 }
    if let host = known.host { return host }
    let images = ConformanceRecords.imageCounts
    if images == known.images { return nil }
    let existential: Any.Type = (any OverrideHost).self
    let records = try? ConformanceRecords.all(of: [existential])[ObjectIdentifier(existential)]
    let host = records?.lazy.compactMap { $0.type as? any OverrideHost.Type }.first
    // The runtime may not know the types of an image yet that is being loaded.
    let isWhole = records?.allSatisfy { $0.isGeneric || $0.type != nil } ?? true
    if host != nil || isWhole { last.withLock { $0 = Search(host: host, images: images) } }
    return host
  }
}
