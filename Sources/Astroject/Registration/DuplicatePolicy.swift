/// What happens where a container already has a registration under the key of a new one.
///
/// ```swift
/// try container.register(Clock.self, ifRegistered: .keep) { SystemClock() }
/// let strict = Container(ifRegistered: .fail)  // two modules cannot silently register the same key
/// ```
/// It looks at the container itself, not at its parents and children. Forwardings, contributions, discovery and the
/// overrides of tests have rules of their own.
public enum DuplicatePolicy: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// The new one takes its place, unless it is protected: the default.
  case replace
  /// The earlier one stays, protected or not. The registration that is returned is detached: its modifiers do nothing.
  case keep
  /// Registering throws ``AstrojectError/duplicateRegistration(_:)``.
  case fail

  /// The name of the case.
  public var description: String { rawValue }
}
