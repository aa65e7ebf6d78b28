import Nexus

/// Requires an `onRelease` hook to be on a registration whose instances the container caches, because no other hook
/// runs.
enum IdleReleaseHook: Rule {
  static let code = GraphRule.idleReleaseHook

  static func faults(in analysis: Analysis) -> [Fault] {
    analysis.faults(code) { point in
      let registered = analysis.survey.registered(at: point)
      return registered.blueprint.hasReleaseHooks && !registered.summary.lifetime.isReleasedByContainer
    }
  }
}

extension Lifetime {
  /// True if a container caches the instance itself and so runs the hooks when it releases one.
  fileprivate var isReleasedByContainer: Bool {
    switch self {
    case .singleton, .disposable, .weak, .scoped: true
    // A forwarding or decorator has no hook of its own.
    case .graph, .transient, .shared, .perContainer, .forwarded: false
    }
  }
}
