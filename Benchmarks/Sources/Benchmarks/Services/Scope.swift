import Astroject

/// The scopes in which the same workload is timed.
enum Scope {
  case transient
  case graph
}

extension Registrable {
  @discardableResult
  func kept(in scope: Scope) -> Self {
    switch scope {
    case .transient: asTransient()
    case .graph: asGraph()
    }
  }
}
