import Astroject

/// An override that does not fit the registrations.
public enum OverrideError: Error, Sendable {
  /// An override without a registration to replace.
  public struct Miss: Sendable, Hashable {
    /// The key to replace.
    public let key: Key
    /// The location of the override.
    public let location: CodeLocation
    /// The registrations with similar keys, the nearest first: at most twelve, or ten of more than twelve.
    public let nearMatches: [AstrojectError.NearMatch]
    /// The number of further registrations with similar keys.
    public let nearMatchOmission: Int
    /// True if a decorator of a draft has nothing to decorate.
    let isDecorator: Bool

    /// Looks for similar keys.
    ///
    /// - Parameter original: The container of which `core` is a copy that has no children.
    init(
      _ key: Key, at location: CodeLocation, in core: Core, copiedFrom original: Core? = nil, isDecorator: Bool = false
    ) {
      self.key = key
      self.isDecorator = isDecorator
      self.location = location
      var ranking = NearMatches(core).like(key, forOverride: true)
      if ranking.matches.isEmpty, let original { ranking = NearMatches(original).like(key, forOverride: true) }
      (nearMatches, nearMatchOmission) = (ranking.matches, ranking.omission)
    }
  }

  /// A dependency without a stand-in.
  public struct Need: Sendable, Hashable {
    /// The key of the dependency.
    public let key: Key
    /// True if a property needs it, rather than a parameter.
    public let isForProperty: Bool
    /// True if its type does not show whether it has a name or key.
    let mayHaveLabel: Bool

    init(_ dependency: Dependency) {
      key = dependency.key
      mayHaveLabel = !dependency.isLabelKnown
      isForProperty = if case .property = dependency.site { true } else { false }
    }

    /// Creates the need of a property or of a closure that has asked.
    init(_ key: Key, isForProperty: Bool) {
      (self.key, self.isForProperty, mayHaveLabel) = (key, isForProperty, false)
    }
  }

  /// The registration to replace or wrap does not exist.
  ///
  /// For a module, an assembly or a draft, it lists all registrations that do not exist.
  case nothingToReplace([Miss])
  /// The key to add is registered already, or known to the fallback.
  ///
  /// `at` is the location of the override; `registered` is nil for a key that only the fallback knows.
  case alreadyRegistered(Key, at: CodeLocation, registered: CodeLocation?)
  /// A module, an assembly or a closure registers nothing; `at` is the location of the override.
  ///
  /// `by` is nil for a closure.
  case nothingRegistered(by: Any.Type?, at: CodeLocation)
  /// The initializer that wraps a product has no parameter for it; `at` is the location of the override.
  case noParameter(for: Key, at: CodeLocation)
  /// An override was made after `overriding` had ended.
  case tooLate(at: CodeLocation)
  /// Types that `failOnUse(except:)` names are not registered.
  case nothingToExcept([Miss])
  /// The subject of `solitary` is not registered.
  case noSubject(Miss)
  /// The subject of `solitary` takes stand-ins by type, but a closure makes it.
  case opaqueSubject(Key, at: CodeLocation)
  /// The subject of `solitary` has dependencies without a stand-in.
  case missingStandIns(for: Key, [Need], at: CodeLocation)
}
