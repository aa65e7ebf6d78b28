// The oracle's containers are made of lists, without anything that makes them fast.

extension Oracle {
  /// A registration of a container, or a forwarding to one.
  final class Entry {
    let recipe: Recipe
    let service: Service
    let target: Entry?
    /// The position in the order of registration.
    let sequence: Int
    let isProtected: Bool
    var scope = Scope.graph
    var hooks: [Hook] = []
    /// `true` for a hook that fails.
    var releaseHooks: [Bool] = []
    var hasKept = false
    /// The scope in which an instance was cached, if it is another one by now.
    var keptIn: Scope?
    /// True if a hook was added after an instance was cached.
    var isHookedLate = false
    /// The initializer that it replaces, and whose arguments it takes.
    var replaced: Recipe?

    init(_ recipe: Recipe, service: Service, target: Entry? = nil, sequence: Int) {
      self.recipe = recipe
      self.service = service
      self.target = target
      self.sequence = sequence
      isProtected = target == nil && recipe.isProtected
    }

    var takesArgument: Bool { recipe.requiresArgument }
    var isContribution: Bool { recipe.manner == .contribute }
    /// True if a key finds it: for all entries except contributions.
    var isKeyed: Bool { target != nil || !isContribution }
    var stop: Stop { Stop(service: service, takesArgument: takesArgument, recipe: recipe.id) }

    func answers(to service: Service, takingArgument: Bool) -> Bool {
      isKeyed && self.service == service && takesArgument == takingArgument
    }

    func choose(_ scope: Scope) {
      if hasKept {
        let kept = keptIn ?? self.scope
        keptIn = kept == scope && !scope.isCustom ? nil : kept
      }
      self.scope = scope
    }

    /// True if no instance is given, because one that was cached lacks a change.
    var isRefused: Bool { keptIn != nil || isHookedLate }
  }

  /// The place of a cached instance within a container.
  struct Place: Hashable {
    let entry: ObjectIdentifier
    let argument: Int?
  }

  /// A cached instance, or one that is being built.
  final class Kept {
    let entry: Entry
    /// The scope at the time of the build.
    var scope: Scope
    var strong: Thing?
    weak var weak: Thing?
    var order = 0
    var isBeingBuilt = false
    var draft: Thing?
    /// True if what is built within this build is dropped if it fails, because of a decorated forwarding.
    var isFollowed = false
    /// The instances that are dropped if this build fails.
    var followers: [Kept] = []
    /// The builds under way whose failure drops this.
    var leaders: [Kept] = []

    init(of entry: Entry) {
      self.entry = entry
      scope = (entry.target ?? entry).scope
    }

    var thing: Thing? { strong ?? weak }

    /// Has what is being built from a frame up to this build's follow this one.
    func lead(_ frame: Frame?) {
      isFollowed = true
      var next = frame
      while let frame = next, frame.kept !== self {
        if let kept = frame.kept, !followers.contains(where: { $0 === kept }) {
          kept.isFollowed = true
          kept.leaders.append(self)
          followers.append(kept)
        }
        next = frame.parent
      }
    }

    /// Ends the build. What follows it is dropped if it has failed, and follows its leaders if it has any.
    func end(_ thing: Thing?, order: () -> Int) {
      (isBeingBuilt, draft, isFollowed, strong) = (false, nil, false, thing)
      if thing == nil {
        for leader in leaders { leader.followers.removeAll { $0 === self } }
        leaders = []
      } else if leaders.isEmpty {
        self.order = order()
        if scope == .weak { (strong, weak) = (nil, thing) }
        if scope.keeps { entry.hasKept = true }
      }
      defer { followers = [] }
      for follower in followers {
        follower.leaders.removeAll { $0 === self }
        for leader in leaders where !follower.leaders.contains(where: { $0 === leader }) {
          leader.followers.append(follower)
          follower.leaders.append(leader)
        }
        if follower.leaders.isEmpty { follower.end(thing == nil ? nil : follower.strong, order: order) }
      }
    }

    /// True if `release` releases it: the scope of its build is disposable, or the present one.
    var isDisposable: Bool { scope.isDisposable || (entry.target ?? entry).scope.isDisposable }
  }

  final class Home {
    let name: String?
    let parent: Home?
    var entries: [Entry] = []
    var kept: [Place: Kept] = [:]
    /// Released plain singletons, which the container may still retain.
    var retired: [Thing] = []
    /// The decorators of products that are built here and below, in order.
    var decorators: [Entry] = []
    var isOpen = true
    var isDropped = false
    var children = 0

    init(name: String?, parent: Home?) {
      self.name = name
      self.parent = parent
      parent?.children += 1
    }

    /// The container and its parents, nearest first.
    var lineage: [Home] { [self] + (parent?.lineage ?? []) }

    /// Returns the decorators of a product that takes its dependencies from here, the outermost last.
    func decorators(of service: Service) -> [Entry] {
      lineage.reversed().flatMap { $0.decorators.filter { $0.service == service } }
    }

    /// Returns true if an instance of an entry is cached here.
    func keeps(_ entry: Entry) throws -> Bool {
      let all = kept.filter { $0.key.entry == ObjectIdentifier(entry) }.map(\.value)
      if all.contains(where: { $0.strong != nil }) { return true }
      if all.contains(where: { $0.thing?.isTainted ?? false }) { throw Undecided() }
      return all.contains { $0.thing != nil }
    }

    /// Returns the entry that a single resolve finds here, without the parents.
    func findHere(_ service: Service, takingArgument: Bool) -> Entry? {
      let all = entries.filter { $0.answers(to: service, takingArgument: takingArgument) }
      return all.first(where: \.isProtected) ?? all.max { $0.sequence < $1.sequence }
    }

    func protects(_ service: Service, takingArgument: Bool) -> Bool {
      guard
        let own = entries.first(where: { $0.target == nil && $0.answers(to: service, takingArgument: takingArgument) })
      else { return false }
      return own.isProtected
    }

    /// Returns true if the container or a parent protects a key.
    func isProtected(_ service: Service, takingArgument: Bool) -> Bool {
      lineage.contains { $0.protects(service, takingArgument: takingArgument) }
    }

    func find(_ service: Service, takingArgument: Bool) -> (entry: Entry, owner: Home)? {
      for home in lineage {
        guard let entry = home.findHere(service, takingArgument: takingArgument) else { continue }
        // A parent's protected registration takes precedence over a forwarding here.
        if entry.target != nil, home.parent?.isProtected(service, takingArgument: takingArgument) == true { continue }
        return (entry, home)
      }
      return nil
    }

    /// Returns the entries that `resolveAll` resolves.
    func collection(of kind: Int) -> [(entry: Entry, owner: Home)] {
      var result: [(Entry, Home)] = []
      var seen: Set<Service> = []
      for home in lineage {
        let here = home.entries.filter { $0.service.kind == kind && !$0.takesArgument }
        let visible = here.filter { !$0.isKeyed || $0.isProtected || !seen.contains($0.service) }
        result += visible.sorted { $0.sequence < $1.sequence }.map { ($0, home) }
        seen.formUnion(here.filter(\.isKeyed).map(\.service))
      }
      return result
    }
  }
}
