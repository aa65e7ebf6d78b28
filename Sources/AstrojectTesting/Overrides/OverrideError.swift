import Astroject

/// Thrown where an override does not fit what is registered.
public enum OverrideError: Error, Sendable {
  /// An override for which there is nothing to replace.
  public struct Miss: Sendable, Hashable {
    /// What was to be replaced.
    public let key: Key
    /// Where the override was made.
    public let location: CodeLocation
    /// The registrations that look like it, the nearest first: at most twelve, ten where there are more.
    public let nearMatches: [AstrojectError.NearMatch]
    /// The number of further registrations that look like it.
    public let nearMatchOmission: Int

    init(_ key: Key, at location: CodeLocation, in core: Core) {
      self.key = key
      self.location = location
      let ranking = NearMatches(core).like(key, forOverride: true)
      (nearMatches, nearMatchOmission) = (ranking.matches, ranking.omission)
    }
  }

  /// Something that is needed, and not given.
  public struct Need: Sendable, Hashable {
    /// What is needed.
    public let key: Key
    /// Whether it is for a property, rather than for a parameter.
    public let isForProperty: Bool

    init(_ dependency: Dependency) {
      key = dependency.key
      isForProperty = if case .property = dependency.site { true } else { false }
    }
  }

  /// What was to be replaced or wrapped is not registered; of a module or an assembly, all that is not.
  case nothingToReplace([Miss])
  /// What was to be added is registered, or known to the fallback; `at` says where the override was made.
  case alreadyRegistered(Key, at: CodeLocation, registered: CodeLocation?)
  /// A module or an assembly has registered nothing; `at` says where the override was made.
  case nothingRegistered(by: Any.Type, at: CodeLocation)
  /// The initializer that was to wrap something has no parameter for it; `at` says where the override was made.
  case noParameter(for: Key, at: CodeLocation)
  /// Something was overridden when `overriding` had ended.
  case tooLate(at: CodeLocation)
  /// What was to be built by itself is not registered; `at` says where it was asked for.
  case noSubject(Miss)
  /// What was to be built by itself, of stand-ins by their types, is registered by a closure.
  case opaqueSubject(Key, at: CodeLocation)
  /// What was to be built by itself needs more than the test has given.
  case missingStandIns(for: Key, [Need], at: CodeLocation)
}
