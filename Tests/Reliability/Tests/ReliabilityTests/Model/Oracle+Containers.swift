// What the oracle's containers are made of: lists, and nothing that makes them fast.

extension Oracle {
  /// A registration of a container's, or what forwards to one.
  final class Entry {
    let recipe: Recipe
    let service: Service
    let target: Entry?
    /// Where it stands in the order of registration.
    let sequence: Int
    let isProtected: Bool
    var scope = Scope.graph
    var hooks: [Hook] = []
    /// Those that fail are `true`.
    var releaseHooks: [Bool] = []
    var hasKept = false
    var isSpoiled = false
    /// Whether it stands in for an initializer, and takes what arguments that would.
    var acceptsArguments = false

    init(_ recipe: Recipe, service: Service, target: Entry? = nil, sequence: Int) {
      self.recipe = recipe
      self.service = service
      self.target = target
      self.sequence = sequence
      isProtected = target == nil && recipe.isProtected
    }

    var takesArgument: Bool { recipe.takesArgument }
    var isContribution: Bool { recipe.manner == .contribute }
    /// Whether a key finds it: all do but what was contributed itself.
    var isKeyed: Bool { target != nil || !isContribution }
    var stop: Stop { Stop(service: service, takesArgument: takesArgument, recipe: recipe.id) }

    func answers(to service: Service, takingArgument: Bool) -> Bool {
      isKeyed && self.service == service && takesArgument == takingArgument
    }

    func choose(_ scope: Scope) {
      if hasKept, self.scope.keeps, scope.isCustom || scope != self.scope { isSpoiled = true }
      self.scope = scope
    }
  }

  /// Where an instance is kept within a container.
  struct Place: Hashable {
    let entry: ObjectIdentifier
    let argument: Int?
  }

  /// What a container keeps, or is building.
  final class Kept {
    let entry: Entry
    /// The scope when it was built.
    var scope: Scope
    var strong: Thing?
    weak var weak: Thing?
    var order = 0
    var isBeingBuilt = false
    var draft: Thing?

    init(of entry: Entry) {
      self.entry = entry
      scope = (entry.target ?? entry).scope
    }

    var thing: Thing? { strong ?? weak }
  }

  /// A container.
  final class Home {
    let name: String?
    let parent: Home?
    var entries: [Entry] = []
    var kept: [Place: Kept] = [:]
    /// Plain singletons that were let go of: the container may keep them in memory.
    var retired: [Thing] = []
    /// What surrounds what is built here and below, in order.
    var decorators: [Entry] = []
    /// The entries of parents of which something was kept here before a decorator came.
    var spoiled: Set<ObjectIdentifier> = []
    var isOpen = true
    var isDropped = false
    var children = 0

    init(name: String?, parent: Home?) {
      self.name = name
      self.parent = parent
      parent?.children += 1
    }

    /// This one and its parents, nearest first.
    var lineage: [Home] { [self] + (parent?.lineage ?? []) }

    /// What surrounds a product of a service that takes its dependencies from here, the outermost last.
    func decorators(of service: Service) -> [Entry] {
      lineage.reversed().flatMap { $0.decorators.filter { $0.service == service } }
    }

    /// Whether something is kept here of an entry.
    func mayKeep(_ entry: Entry) -> Bool {
      kept.contains { location, kept in
        location.entry == ObjectIdentifier(entry)
          && (kept.scope == .perContainer ? entry.hasKept : kept.thing != nil)
      }
    }

    /// The entry that a single resolve finds here alone.
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

    /// Whether this one or a parent protects a key.
    func isProtected(_ service: Service, takingArgument: Bool) -> Bool {
      lineage.contains { $0.protects(service, takingArgument: takingArgument) }
    }

    func find(_ service: Service, takingArgument: Bool) -> (entry: Entry, owner: Home)? {
      for home in lineage {
        guard let entry = home.findHere(service, takingArgument: takingArgument) else { continue }
        // What a parent protects stays before what is forwarded here.
        if entry.target != nil, home.parent?.isProtected(service, takingArgument: takingArgument) == true { continue }
        return (entry, home)
      }
      return nil
    }

    /// What `resolveAll` has.
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
