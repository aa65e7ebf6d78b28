#if canImport(Testing)
  import Foundation
  import Testing

  extension Trait where Self == ConditionTrait {
    /// For suites that keep all processors busy, so that parallel suites would starve. They run if the environment has
    /// `ASTROJECT_RELIABILITY`, with `--no-parallel`.
    package static var onDemand: Self {
      .enabled(
        if: ProcessInfo.processInfo.environment["ASTROJECT_RELIABILITY"] != nil, "ASTROJECT_RELIABILITY is not set")
    }
  }
#endif
