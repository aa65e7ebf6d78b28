/// The treatment of a registration under a key that its container has a registration for already.
///
/// ```swift
/// try container.register(Clock.self, ifRegistered: .keep) { SystemClock() }
/// let strict = Container(ifRegistered: .fail)  // two modules cannot silently register the same key
/// ```
/// Registrations of parents and children do not matter. Forwardings, contributions, discovery and overrides have
/// rules of their own.
public enum DuplicatePolicy: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// The new registration replaces the earlier one, unless that is protected. This is the default.
  case replace
  /// The earlier registration stays, protected or not. The returned registration is detached: its modifiers do nothing.
  case keep
  /// Registering throws ``AstrojectError/duplicateRegistration(_:)``.
  case fail

  /// The name of the case.
  public var description: String { rawValue }
}
