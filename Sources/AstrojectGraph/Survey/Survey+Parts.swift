import Nexus

extension Survey {
  /// A registration, and the container that has it.
  struct Registered {
    let blueprint: Blueprint
    let summary: Summary
    let level: Int
    /// What it gets; behind that, what surrounds it.
    private(set) var dependencies: [Dependency]
    /// Where among them a decorator is.
    private var decorators: [UInt: Int] = [:]
    /// How many of the dependencies go into it when it is made; the others come afterwards, or into closures.
    let wired: Int

    init(_ blueprint: Blueprint, at level: Int) {
      let summary = blueprint.summary
      self.blueprint = blueprint
      self.summary = summary
      self.level = level
      // What is declared under a name or key may be what a property gets that does not show it.
      let wired = summary.wired.filter { dependency in
        dependency.isLabelKnown
          || !summary.declared.contains { declared in
            declared.key.label != nil && declared.key.product == dependency.key.product
              && declared.kind == dependency.kind
          }
      }
      var dependencies = wired + summary.afterwards + summary.declared
      if case .forwarding(let target) = summary.origin {
        dependencies = [Dependency(key: target.key, kind: .forwarded, site: .forwarding)]
      }
      self.dependencies = dependencies
      self.wired = dependencies.count - summary.afterwards.count - summary.declared.count
    }

    /// Returns which of its dependencies a decorator is.
    mutating func dependency(on decorator: Blueprint) -> Int {
      if let known = decorators[decorator.id] { return known }
      decorators[decorator.id] = dependencies.count
      dependencies.append(Dependency(key: decorator.key, kind: .surrounded, site: .decorator))
      return dependencies.count - 1
    }
  }

  /// A registration, as it is built for a container.
  struct Point {
    let registered: Int
    /// The container that its dependencies come from.
    let source: Int
    /// Whether its scope names a container, and there is none of that name.
    let lacksKeeper: Bool
    var links: Range<Int>
  }

  /// How an owner has what it gets.
  enum Use: Int, Comparable {
    /// It has to be there before the owner is made.
    case made
    /// It comes when the owner has been made, and may lead back to it.
    case afterwards
    /// It is resolved later, and held from then on.
    case lazy
    /// It is resolved each time.
    case provider

    static func < (left: Use, right: Use) -> Bool { left.rawValue < right.rawValue }
  }

  /// Where a dependency leads.
  enum End {
    case point(Int)
    /// To nothing: what is registered for this is needed, and there is none.
    case missing(Key)
    /// To nothing, which is all right.
    case absent
    /// To something that stands behind the container.
    case fallback
    /// To the container itself, or to its resolver.
    case container, resolver
  }

  /// A dependency of a point, and where it leads.
  struct Link {
    let point: Int
    /// Which dependency of the registration it is.
    let dependency: Int
    let target: End
    let use: Use
    /// The point that it leads to. Stored, as the optimizer of Swift 6.3.1 fails where the target is looked at each
    /// time ("Found ownership error").
    let end: Int?

    init(point: Int, dependency: Int, target: End, use: Use) {
      self.point = point
      self.dependency = dependency
      self.target = target
      self.use = use
      end = if case .point(let end) = target { end } else { nil }
    }
  }
}
