import AstrojectTesting

/// A container that is obviously right: lists, recursion, one thread. It is written from the contract, and predicts the
/// result of each step of a program.
final class Oracle {
  /// The contract does not decide the result of the next step.
  struct Undecided: Error {}

  let world = World()
  private var homes: [Home?] = [Home(name: nil, parent: nil)]
  private var everyHome: [Home]
  private var handles: [Int: [(entry: Entry, owner: Home)]] = [:]
  private var hands: [Thing] = []
  /// The instances of shared custom scopes, which may outlive their container.
  private var limbo: [Thing] = []
  private var sequence = 0

  init() { everyHome = homes.compactMap { $0 } }

  /// Returns the results of the steps, up to the first undecided one.
  func run(_ program: Program) -> [Observation] {
    var observations: [Observation] = []
    for step in program.steps {
      do {
        let result = try perform(step)
        observations.append(Observation(result: result, events: world.takeEvents()))
      } catch let refusal as Refusal {
        observations.append(Observation(result: .error(refusal.kind, refusal.paths), events: world.takeEvents()))
      } catch let error as OverrideRefusal {
        observations.append(Observation(result: .otherError("\(error)"), events: world.takeEvents()))
      } catch is Trouble {
        observations.append(Observation(result: .otherError("Trouble"), events: world.takeEvents()))
      } catch {
        return observations
      }
    }
    return observations
  }

  func next() -> Int {
    sequence += 1
    return sequence
  }

  // MARK: The steps

  private func perform(_ step: Program.Step) throws -> Observation.Result {
    switch step {
    case .register(let number, let recipe):
      guard let home = home(number) else { break }
      try register(recipe, in: home)
    case .modify(let id, let change):
      for (entry, owner) in handles[id] ?? [] where owner.isOpen { try modify(entry, of: owner, change) }
    case .resolve(let number, let ask, let way):
      guard let home = home(number) else { break }
      let things = try resolve(ask, in: home, way)
      hands += things ?? []
      return things.map { .products($0.map(\.serial)) } ?? .none
    case .isRegistered(let number, let ask):
      guard let home = home(number) else { break }
      return .answer(home.find(ask.service, takingArgument: ask.argument != nil) != nil)
    case .forget: hands = []
    case .release(let number, let service):
      guard let home = home(number) else { break }
      try release(home.kept.filter { $0.value.isDisposable && isKnown($0.value.entry, as: service) }, of: home)
    case .releaseAll(let number):
      guard let home = home(number) else { break }
      try release(home.kept.filter(\.value.isDisposable), of: home)
    case .unregister(let number, let service):
      guard let home = home(number) else { break }
      try remove(home.entries.filter { $0.isKeyed && $0.service == service }, from: home)
    case .clear(let number):
      guard let home = home(number) else { break }
      home.decorators = []
      try remove(home.entries, from: home)
    case .shutdown(let number):
      guard let home = home(number) else { break }
      let failures = try release(home.kept, of: home)
      if !failures.isEmpty { throw Refusal(kind: .shutdownFailed, paths: failures) }
    case .makeChild(let number, let name, let recipes, let fails):
      homes.append(nil)
      guard let parent = home(number) else { break }
      let child = Home(name: name, parent: parent)
      everyHome.append(child)
      do {
        for recipe in recipes { try register(recipe, in: child) }
        if fails { throw Trouble() }
      } catch {
        try drop(child)
        throw error
      }
      homes[homes.count - 1] = child
    case .drop(let number):
      guard let home = home(number) else { break }
      homes[number] = nil
      try drop(home)
    case .fork(let number, let recipes):
      homes.append(nil)
      guard let original = home(number) else { break }
      let fork = fork(original)
      do {
        for recipe in recipes { try replace(recipe, in: fork) }
      } catch {
        try drop(fork)
        throw error
      }
      homes[homes.count - 1] = fork
    case .assemble(let number, let recipes, let fails):
      guard let home = home(number) else { break }
      try assemble(recipes, fails: fails, in: home)
    }
    return .done
  }

  private func home(_ number: Int) -> Home? { homes.indices.contains(number) ? homes[number] : nil }

  // MARK: Registering

  private func register(_ recipe: Recipe, in home: Home) throws {
    try release(all: put(recipe, in: home))
  }

  /// Registers, and returns the entries whose instances have to be released.
  private func put(_ recipe: Recipe, in home: Home) throws -> [Entry] {
    if recipe.manner == .keeping, home.findHere(recipe.service, takingArgument: recipe.requiresArgument) != nil {
      return []
    }
    if recipe.decoration != nil {
      try refuseLate(recipe, in: home, amid: home.entries)
      home.decorators.append(Entry(recipe, service: recipe.service, sequence: next()))
      return []
    }
    var replaced: [Entry] = []
    if recipe.manner != .contribute {
      try refuseProtected(recipe, in: home)
      replaced = home.entries.filter {
        $0.target == nil && $0.answers(to: recipe.service, takingArgument: recipe.requiresArgument)
      }
      removeEntries(replaced, of: home)
    }
    let entry = add(recipe, to: home)
    for change in recipe.changes { try modify(entry, of: home, change) }
    return replaced
  }

  /// Refuses a decorator if an instance is cached that it would surround.
  ///
  /// - Parameter entries: The entries of the container that gets the decorator.
  private func refuseLate(_ recipe: Recipe, in home: Home, amid entries: [Entry]) throws {
    let below = everyHome.filter { other in other.lineage.contains { $0 === home } }
    for owner in home.lineage.dropFirst() + below {
      let isAbove = !below.contains { $0 === owner }
      for entry in owner === home ? entries : owner.entries where entry.service == recipe.service {
        let target = entry.target ?? entry
        // An instance of a custom scope is decorated anew behind a forwarding.
        if target.scope.isCustom, target !== entry { continue }
        var keepers = below
        switch target.scope {
        case .scoped, .named, .perContainer, .transient, .graph: break
        // An instance that a parent caches belongs to the parent.
        case .singleton, .disposable, .weak, .shared: keepers = isAbove ? [] : [owner]
        }
        for keeper in keepers where try keeper.keeps(entry) || keeper.keeps(target) {
          throw Refusal(kind: .invalidInstance, paths: [[]])
        }
      }
    }
  }

  private func refuseProtected(_ recipe: Recipe, in home: Home) throws {
    guard home.isProtected(recipe.service, takingArgument: recipe.requiresArgument) else { return }
    throw Refusal(kind: .alreadyRegistered, paths: [])
  }

  private func add(_ recipe: Recipe, to home: Home) -> Entry {
    let entry = Entry(recipe, service: recipe.service, sequence: next())
    home.entries.append(entry)
    handles[recipe.id, default: []].append((entry, home))
    return entry
  }

  /// Forgets that an instance of an entry was cached, if all of them are gone.
  func forgetReleased(_ entry: Entry) throws {
    let all = everyHome.flatMap { $0.kept }.filter { $0.key.entry == ObjectIdentifier(entry) }.map(\.value)
    if all.contains(where: { $0.scope.keeps && $0.scope != .weak && $0.thing != nil }) { return }
    if all.contains(where: { $0.thing?.isTainted ?? false }) { throw Undecided() }
    if all.contains(where: { $0.thing != nil }) { return }
    (entry.hasKept, entry.keptIn, entry.isHookedLate) = (false, nil, false)
  }

  private func modify(_ entry: Entry, of home: Home, _ change: Change) throws {
    switch change {
    case .scope(let scope):
      if entry.hasKept { try forgetReleased(entry) }
      entry.choose(scope)
    case .afterInit(let hook):
      entry.hooks.append(hook)
      if entry.hasKept { try forgetReleased(entry) }
      if entry.hasKept { entry.isHookedLate = true }
    case .onRelease(let fails): entry.releaseHooks.append(fails)
    case .implements(let kind):
      guard home.entries.contains(where: { $0 === entry }) else { return }
      let service = Service(kind: kind, name: entry.service.name)
      home.entries.append(Entry(entry.recipe, service: service, target: entry, sequence: next()))
    }
  }

  /// Registers all recipes or none, after a trial in a copy.
  private func assemble(_ recipes: [Recipe], fails: Bool, in home: Home) throws {
    let trial = Home(name: home.name, parent: home.parent)
    home.parent?.children -= 1
    trial.entries = home.entries
    for recipe in recipes {
      guard recipe.manner != .contribute else { continue }
      if recipe.decoration != nil {
        try refuseLate(recipe, in: home, amid: trial.entries)
        continue
      }
      if recipe.manner == .keeping, trial.findHere(recipe.service, takingArgument: recipe.requiresArgument) != nil {
        continue
      }
      try refuseProtected(recipe, in: trial)
      let replaced = trial.entries.filter {
        $0.target == nil && $0.answers(to: recipe.service, takingArgument: recipe.requiresArgument)
      }
      trial.entries.removeAll { entry in replaced.contains { $0 === entry || $0 === entry.target } }
      let entry = Entry(recipe, service: recipe.service, sequence: next())
      trial.entries.append(entry)
      for case .implements(let kind) in recipe.changes {
        let service = Service(kind: kind, name: recipe.service.name)
        trial.entries.append(Entry(recipe, service: service, target: entry, sequence: next()))
      }
    }
    if fails { throw Trouble() }
    try release(all: recipes.flatMap { try put($0, in: home) })
  }

  // MARK: Removing

  private func remove(_ entries: [Entry], from home: Home) throws {
    removeEntries(entries, of: home)
    try release(all: entries)
  }

  /// Removes entries and their forwardings.
  private func removeEntries(_ gone: [Entry], of home: Home) {
    home.entries.removeAll { entry in gone.contains { $0 === entry || $0 === entry.target } }
  }

  /// Releases the instances of registrations in all containers.
  @discardableResult
  private func release(all entries: [Entry]) throws -> [[Stop]] {
    if entries.isEmpty { return [] }
    let gone = Set(entries.map { ObjectIdentifier($0) })
    var all: [Kept] = []
    for home in everyHome where home.isOpen {
      let kept = home.kept.filter { location, kept in
        gone.contains(location.entry) || kept.entry.target.map { gone.contains(ObjectIdentifier($0)) } ?? false
      }
      take(kept, of: home)
      all += kept.values
    }
    return try runHooks(of: all)
  }

  @discardableResult
  private func release(_ kept: [Place: Kept], of home: Home) throws -> [[Stop]] {
    take(kept, of: home)
    return try runHooks(of: Array(kept.values))
  }

  private func take(_ kept: [Place: Kept], of home: Home) {
    for (location, kept) in kept {
      home.kept[location] = nil
      if kept.scope == .singleton, let thing = kept.strong {
        thing.taint()
        home.retired.append(thing)
      }
    }
  }

  /// Runs `onRelease` for cached instances, in reverse order of building; returns the failures.
  private func runHooks(of all: [Kept]) throws -> [[Stop]] {
    var failures: [[Stop]] = []
    for kept in all.sorted(by: { $0.order > $1.order }) {
      guard !kept.scope.isCustom, let thing = kept.thing else { continue }
      // A weak instance without another reference may be freed before its hook can run.
      if kept.scope == .weak, !kept.entry.releaseHooks.isEmpty {
        if thing.isTainted || all.contains(where: { $0.strong?.holds(thing) ?? false }) { throw Undecided() }
      }
      for fails in kept.entry.releaseHooks {
        do {
          try world.release(thing, of: kept.entry.recipe.id, fails: fails)
        } catch {
          failures.append([kept.entry.stop])
        }
      }
    }
    return failures
  }

  /// Returns true if a service finds an entry, directly or by a type that it implements.
  private func isKnown(_ entry: Entry, as service: Service) -> Bool {
    entry.service == service || entry.target.map { isKnown($0, as: service) } ?? false
      || everyHome.contains { $0.isOpen && $0.entries.contains { $0.target === entry && $0.service == service } }
  }

  /// Drops a container, which is freed with its last child.
  private func drop(_ home: Home) throws {
    home.isDropped = true
    try close(home)
  }

  private func close(_ home: Home) throws {
    guard home.isDropped, home.children == 0, home.isOpen else { return }
    try empty(home)
    guard let parent = home.parent else { return }
    parent.children -= 1
    try close(parent)
  }

  /// Releases the instances in a container, and those of its registrations in other containers.
  private func empty(_ home: Home) throws {
    let lent = Set(home.entries.map { ObjectIdentifier($0) })
    var all: [Kept] = Array(home.kept.values)
    home.kept = [:]
    for other in home.lineage.dropFirst() {
      for (location, kept) in other.kept where lent.contains(location.entry) {
        other.kept[location] = nil
        all.append(kept)
      }
    }
    for kept in all where kept.scope == .shared {
      guard let thing = kept.strong else { continue }
      thing.taint()
      limbo.append(thing)
    }
    home.isOpen = false
    home.entries = []
    home.retired = []
    everyHome.removeAll { $0 === home }
    _ = try runHooks(of: all)
  }

  // MARK: Forks

  /// Returns a copy with the same registrations and parents, and without instances.
  private func fork(_ original: Home) -> Home {
    let parent = original.parent.map { fork($0) }
    parent?.isDropped = true
    let copy = Home(name: original.name, parent: parent)
    copy.decorators = original.decorators
    var copies: [ObjectIdentifier: Entry] = [:]
    for entry in original.entries where entry.target == nil {
      let new = Entry(entry.recipe, service: entry.service, sequence: entry.sequence)
      new.scope = entry.scope
      new.replaced = entry.replaced
      new.hooks = entry.hooks
      new.releaseHooks = entry.releaseHooks
      copies[ObjectIdentifier(entry)] = new
      copy.entries.append(new)
    }
    for entry in original.entries {
      guard let target = entry.target, let new = copies[ObjectIdentifier(target)] else { continue }
      copy.entries.append(Entry(entry.recipe, service: entry.service, target: new, sequence: entry.sequence))
    }
    everyHome.append(copy)
    return copy
  }

  /// Replaces the registration of a recipe's key. Scope and forwardings are those of the original.
  private func replace(_ recipe: Recipe, in home: Home) throws {
    guard let (old, owner) = home.find(recipe.service, takingArgument: recipe.requiresArgument) else {
      throw OverrideRefusal.nothingToReplace
    }
    if old.target != nil { throw Undecided() }
    var standIn = recipe
    standIn.form = .closure
    standIn.manner = .register
    standIn.isProtected = old.isProtected
    let new = Entry(standIn, service: old.service, sequence: old.sequence)
    new.scope = old.scope
    new.replaced = old.replaced ?? (old.recipe.form == .initializer ? old.recipe : nil)
    owner.entries = owner.entries.map { entry in
      if entry === old { return new }
      guard entry.target === old else { return entry }
      return Entry(standIn, service: entry.service, target: new, sequence: entry.sequence)
    }
  }
}

/// An error of the oracle: its kind, and its paths.
struct Refusal: Error {
  typealias Kind = AstrojectError.Kind

  let kind: AstrojectError.Kind
  let paths: [[Stop]]
}

enum OverrideRefusal: Error { case nothingToReplace }

extension Thing {
  func holds(_ thing: Thing) -> Bool { parts.contains { $0 === thing || $0.holds(thing) } }

  /// Notes that the lifetime of this object is unknown.
  func taint() {
    if isTainted { return }
    isTainted = true
    for part in parts { part.taint() }
  }
}
