import Nexus

extension Survey {
  /// A registration and its container.
  final class Registered {
    let blueprint: Blueprint
    let summary: Summary
    let level: Int
    /// Its own dependencies, followed by the decorators that decorate it.
    private(set) var dependencies: [Dependency]
    /// The positions of the decorators among the dependencies, by the numbers of their blueprints.
    private var decorators: [UInt: Int] = [:]
    /// The number of dependencies that it receives when it is made; the others come afterwards, or into closures.
    let wired: Int

    init(_ blueprint: Blueprint, at level: Int) {
      let summary = blueprint.summary
      self.blueprint = blueprint
      self.summary = summary
      self.level = level
      // A declared dependency with a name or key may be the one that an injected property has. Then the property, whose
      // label is not known, is left out.
      var dependencies = summary.wired
      if !summary.declared.isEmpty {
        dependencies.removeAll { dependency in
          !dependency.isLabelKnown
            && summary.declared.contains { declared in
              declared.key.label != nil && declared.key.product == dependency.key.product
                && declared.kind == dependency.kind
            }
        }
      }
      dependencies += summary.afterwards
      dependencies += summary.declared
      if case .forwarding(let target) = summary.origin {
        dependencies = [Dependency(key: target.key, kind: .forwarded, site: .forwarding)]
      }
      self.dependencies = dependencies
      self.wired = dependencies.count - summary.afterwards.count - summary.declared.count
    }

    /// Returns true if a dependency, given by its position, is that of a property that is set after `init`.
    func setsAfterwards(_ position: Int) -> Bool {
      (wired..<wired + summary.afterwards.count).contains(position)
    }

    /// Returns the position of a decorator among the dependencies; adds it at first.
    func position(of decorator: Blueprint) -> Int {
      if let known = decorators[decorator.id] { return known }
      decorators[decorator.id] = dependencies.count
      dependencies.append(Dependency(key: decorator.key, kind: .decorated, site: .decorator))
      return dependencies.count - 1
    }
  }

  /// A registration as it is built for one container.
  struct Point {
    let registered: Int
    let lifetime: Lifetime
    /// The container that provides its dependencies.
    let source: Int
    /// True if its scope names a container that does not exist.
    let lacksKeeper: Bool
    var links: Range<Int>
  }

  /// The time at which an owner has its dependency.
  enum Use: Int, Comparable {
    /// Before the owner is made.
    case made
    /// After the owner is made; the dependency may lead back to it.
    case afterwards
    /// At first use, and held from then on.
    case lazy
    /// Anew at each use.
    case provider

    static func < (left: Use, right: Use) -> Bool { left.rawValue < right.rawValue }
  }

  /// The target of a dependency.
  enum End {
    case point(Int)
    /// A key that must be registered and is not.
    indirect case missing(Key)
    /// No target, which is no fault.
    case absent
    /// No target, because nothing is registered for something optional.
    case vacant
    /// A product of the container's fallback.
    case fallback
    /// The container itself, or its resolver.
    case container, resolver
  }

  /// A dependency of a point, with its target.
  struct Link {
    let point: Int
    /// The position of the dependency among those of the registration.
    let position: Int
    let dependency: Dependency
    let target: End
    var use: Use
    /// The point that the link leads to.
    ///
    /// It is stored because the optimizer of Swift 6.3.1 fails if it is computed from the target ("Found ownership
    /// error").
    let end: Int?

    init(point: Int, _ position: Int, _ dependency: Dependency, target: End, use: Use) {
      self.point = point
      self.position = position
      self.dependency = dependency
      self.target = target
      self.use = use
      end = if case .point(let end) = target { end } else { nil }
    }
  }
}
