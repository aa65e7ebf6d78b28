import TestSupport

/// Generates sketches of valid graphs: each dependency of an item is added before it, lives long enough, and can be
/// resolved.
struct Generator {
  /// The items under one address, in one container or overridden in others, as their dependents see them.
  struct Group {
    var address: Address
    /// The first container that has an item of this address.
    var level: Int
    /// The types that its items implement.
    var forwards: [Strand] = []
    /// The shortest lifetime that is held through it.
    var floor = 9
    /// True if a container is held through it.
    var holdsContainer = false
    /// True if something scoped is resolved in the container that asks for it, now or later.
    var reachesScoped = false
    var isAsynchronous = false
    var isOnMainActor = false
    var wantsArguments = false
    var isContribution = false
  }

  var random: SplitMix
  var sketch = Sketch()
  private(set) var groups: [Group] = []
  /// The items that a later one replaces.
  private var ghosts: Set<Int> = []

  init(_ random: SplitMix) { self.random = random }

  /// Generates a valid graph.
  mutating func valid() -> Sketch {
    chooseLevels()
    // Collections and injected properties also find later registrations, so their elements and values come first.
    for _ in 0..<random.below(4) { addGroup(of: .braid(2), isElement: true) }
    if random.chance(50) {
      for tag in 4...5 where random.chance(70) {
        addGroup(of: .braid(tag), tie: .some(nil))
        addGroup(of: .bead(tag), tie: .some(nil))
        // With this one, the graph cannot know which of the two a property gets.
        if random.chance(15) { addGroup(of: .braid(tag)) }
      }
    }
    for _ in 0..<2 + random.below(9) { addGroup() }
    if random.chance(40) { addFriends() }
    addHoldersOfWeak()
    shuffle()
    return sketch
  }

  private mutating func chooseLevels() {
    let names: [String?] = [nil, "request", "page"]
    sketch.levels = Array(names.prefix(1 + random.below(3)))
    sketch.view = random.chance(70) ? sketch.levels.count - 1 : random.below(sketch.levels.count)
  }

  // MARK: Groups

  /// Adds the items of one address, perhaps in several containers.
  private mutating func addGroup(of strand: Strand? = nil, tie: Tie?? = nil, isElement: Bool = false) {
    let product = strand ?? anyStrand()
    let isAlone = product.shape == .locket || product.shape == .chest
    var group = Group(address: Address(product: product), level: random.below(sketch.levels.count))
    if isAlone || strand != nil && !isElement { group.level = strand == nil ? group.level : 0 }
    group.isContribution = isElement && random.chance(50)
    let number = groups.count + 1
    if !group.isContribution { group.address.tie = tie ?? (random.chance(50) ? .number(number) : .name("n\(number)")) }
    if !isElement, !isAlone, strand == nil, random.chance(12) { group.address.takesNumber = true }
    if !isElement, tie == nil, random.chance(20) { group.forwards = [.cord(product.tag == 0 ? 0 : 1)] }
    if product.shape == .cord { group.forwards = [] }
    let isOverridden = !group.isContribution && random.chance(25) && group.level < sketch.levels.count - 1
    let levels = isOverridden ? [group.level, sketch.levels.count - 1] : [group.level]
    let before = groups
    for level in levels {
      if random.chance(8), !group.isContribution { addGhost(of: group, at: level) }
      let item = makeItem(of: group, at: level, isElement: isElement, isOverridden: isOverridden)
      note(item, in: &group, before)
      sketch.items.append(item)
    }
    groups.append(group)
  }

  private mutating func anyStrand() -> Strand {
    if random.chance(10), let tag = random.pick([4, 5, nil]) {
      let shape: Strand.Shape = random.chance(50) ? .locket : .chest
      let isComplete = groups.contains { $0.address.product == .bead(tag) && $0.level == 0 }
      if isComplete { return Strand(shape: shape, tag: tag) }
    }
    let shape: Strand.Shape = random.pick([.braid, .braid, .braid, .bead, .cord, .number])
    return Strand(shape: shape, tag: shape == .number ? 0 : random.pick([0, 1, 3]))
  }

  /// Adds an item that is replaced later, and so may have any mistake.
  private mutating func addGhost(of group: Group, at level: Int) {
    var ghost = Item(id: sketch.newID(), level: level, product: group.address.product, tie: group.address.tie)
    ghost.takesNumber = group.address.takesNumber
    if ghost.takesNumber {
      ghost.origin = .closure
    } else {
      ghost.parameters = [Need(form: .plain, of: .braid(3), tie: .name("nobody"))]
    }
    ghost.scope = .weak
    ghost.forwards = group.forwards
    ghosts.insert(ghost.id)
    sketch.items.append(ghost)
  }

  // MARK: Items

  private mutating func makeItem(of group: Group, at level: Int, isElement: Bool, isOverridden: Bool) -> Item {
    var item = Item(id: sketch.newID(), level: level, product: group.address.product, tie: group.address.tie)
    item.takesNumber = group.address.takesNumber
    item.isContribution = group.isContribution
    item.forwards = group.forwards
    item.isEager = !item.takesNumber && random.chance(8)
    let isByInitializer = item.product.shape == .locket || item.product.shape == .chest
    if item.takesNumber {
      item.origin = .closure
    } else if !isByInitializer {
      item.origin = random.pick([.initializer, .initializer, .initializer, .closure, .instance])
      if item.origin == .instance, item.isContribution { item.origin = .initializer }
    }
    if item.origin == .instance {
      item.isEager = false
      return item
    }
    item.scope = isByInitializer ? random.pick([.unsaid, .transient]) : anyScope(for: item)
    // An item that another container overrides may have no holder left.
    if isOverridden, item.scope == .weak { item.scope = .unsaid }
    if item.isContribution, item.origin == .closure {
      item.effect = .none
    } else {
      item.effect = random.chance(75) ? .none : random.pick(Item.Effect.allCases)
    }
    // The sketches have no main-actor closure that takes an argument. An asynchronous one is like any other.
    if item.takesNumber, item.effect.isOnMainActor { item.effect = .awaited }
    if item.origin == .closure, item.effect == .mainActorAwaited { item.effect = .awaited }
    switch item.origin {
    case .initializer: fillParameters(of: &item, isElement: isElement)
    case .closure: item.declared = random.chance(85) ? needs(for: item, isDeclared: true) : nil
    case .instance: break
    }
    addWhatComesAfterwards(to: &item)
    suit(&item)
    return item
  }

  private mutating func fillParameters(of item: inout Item, isElement: Bool) {
    item.parameters = needs(for: item, isDeclared: false)
    let isShared = item.scope == .shared
    let mayTakeArguments = !isElement && !item.isEager && !isShared && item.tie != nil
    if mayTakeArguments, random.chance(12) { item.parameters.append(.argument) }
    if item.parameters.count < 4, random.chance(10) { item.parameters.append(Need(form: .value, of: .number)) }
    // An opaque item may hide a mistake from a rule, so opaque items are rare.
    guard item.parameters.count < 4, random.chance(6) else { return }
    let mayHoldContainer = [.unsaid, .graph, .transient, .weak].contains(item.scope)
    let containers: [Need] = mayHoldContainer ? [.container] : []
    item.parameters.append(random.pick(containers + [.resolver, Need(form: .closure, of: .number)]))
  }

  private mutating func addWhatComesAfterwards(to item: inout Item) {
    if item.product.shape == .braid || item.product.shape == .bead, random.chance(25) {
      let isBraid = item.product.shape == .braid
      let fitting = needs(for: item, isDeclared: false).filter { need in
        switch (need.form, need.of.shape, need.of.tag) {
        case (.plain, .braid, 0), (.plain, .braid, 1): true
        case (.plain, .bead, 0), (.plain, .cord, 0), (.lazy, .braid, 1), (.provider, .braid, 0): isBraid
        case (.collection, .braid, 2): isBraid
        default: false
        }
      }
      item.afterwards = fitting
    }
    guard random.chance(12) else { return }
    item.hook = Item.Effect.none
    if item.origin == .initializer, random.chance(80) { item.declared = needs(for: item, isDeclared: true) }
  }

  /// Gives the closures of an item the effect that their dependencies require.
  private mutating func suit(_ item: inout Item) {
    let targets = (item.declared ?? []).filter { [.plain, .optional, .collection].contains($0.form) }
      .flatMap { groups(for: $0) }
    let isAsynchronous = targets.contains(where: \.isAsynchronous)
    let isOnMainActor = targets.contains(where: \.isOnMainActor)
    guard isAsynchronous || isOnMainActor else { return }
    let isSynchronous = !isAsynchronous && !item.takesNumber && random.chance(50)
    if item.origin == .initializer {
      item.hook = isSynchronous ? .mainActor : .awaited
    } else if item.isContribution {
      item.declared = []
    } else {
      item.effect = isSynchronous ? .mainActor : .awaited
    }
  }

  private mutating func anyScope(for item: Item) -> Item.Scope {
    var scopes: [Item.Scope] = [
      .unsaid, .unsaid, .unsaid, .unsaid, .transient, .transient, .singleton, .singleton, .disposable, .scoped,
      .perContainer, .graph,
    ]
    if !item.takesNumber { scopes.append(.shared) }
    if item.product.shape == .braid || item.product.shape == .cord { scopes.append(.weak) }
    scopes += (0...item.level).compactMap { sketch.levels[$0] }.map { .named($0) }
    return random.pick(scopes)
  }

  // MARK: Needs

  /// The rank of the time for which an item holds its dependencies; nil if its holder determines it.
  private func holdingRank(_ scope: Item.Scope) -> Int? {
    switch scope {
    case .unsaid, .transient: nil
    case .graph: 1
    case .weak, .shared, .perContainer: 2
    case .scoped, .named: 3
    case .disposable: 4
    case .singleton: 5
    }
  }

  /// Generates needs that an item may have.
  mutating func needs(for item: Item, isDeclared: Bool) -> [Need] {
    var needs: [Need] = []
    var level = item.level
    if case .named(let name) = item.scope { level = sketch.levels.firstIndex(of: name) ?? 0 }
    for _ in 0..<random.below(4) {
      if random.chance(12), let need = collection(for: item) {
        if !needs.contains(need) { needs.append(need) }
        continue
      }
      let seen = groups.filter { $0.level <= level && !$0.isContribution && mayAsk($0, item.scope) }
      guard !seen.isEmpty else { break }
      let group = random.pick(seen)
      var need = Need(form: .plain, of: group.address.product, tie: group.address.tie)
      if let forward = group.forwards.first, random.chance(40) { need.of = forward }
      need.form = random.pick([
        .plain, .plain, .plain, .plain, .optional, .lazy, .lazyOptional, .optionalLazy, .provider,
      ])
      if !mayHold(group, item.scope) { need.form = .provider }
      if group.wantsArguments {
        need.form = .provider
        if isDeclared, group.address.takesNumber, mayHold(group, item.scope) {
          need.form = .plain
          need.takesNumber = true
        }
      }
      if !needs.contains(need) { needs.append(need) }
    }
    return needs
  }

  /// Returns true unless an item that its container keeps for all its children would reach something scoped.
  private func mayAsk(_ group: Group, _ scope: Item.Scope) -> Bool {
    !group.reachesScoped || ![.singleton, .disposable, .weak].contains(scope)
  }

  private func mayHold(_ group: Group, _ scope: Item.Scope) -> Bool {
    guard let rank = holdingRank(scope) else { return true }
    let keeps = scope != .weak && scope != .graph
    return group.floor >= rank && !(keeps && group.holdsContainer)
  }

  private mutating func collection(for item: Item) -> Need? {
    let elements = groups.filter { $0.address.product == .braid(2) }
    // All elements are added before any item needs them.
    guard item.product != .braid(2), elements.allSatisfy({ mayHold($0, item.scope) && mayAsk($0, item.scope) })
    else { return nil }
    return Need(form: random.chance(70) ? .collection : .lazyCollection, of: .braid(2))
  }

  /// The groups that a need may lead to.
  private func groups(for need: Need) -> [Group] {
    if need.form == .collection || need.form == .lazyCollection {
      return groups.filter { $0.address.product == need.of }
    }
    return groups.filter {
      ($0.address.product == need.of || $0.forwards.contains(need.of)) && $0.address.tie == need.tie
    }
  }

  /// Adds the lifetimes and effects of an item to its group.
  private func note(_ item: Item, in group: inout Group, _ before: [Group]) {
    if item.parameters.contains(.argument) || item.takesNumber { group.wantsArguments = true }
    group.isAsynchronous = group.isAsynchronous || item.effect.isAsynchronous || item.hook?.isAsynchronous ?? false
    group.isOnMainActor = group.isOnMainActor || item.effect.isOnMainActor || item.hook?.isOnMainActor ?? false
    var floor = holdingRank(item.scope).flatMap { item.scope == .weak ? nil : $0 }
    if item.origin == .instance { floor = 5 }
    let held = item.parameters + item.properties + item.afterwards + (item.declared ?? [])
    let isOpen = floor == nil
    switch item.scope {
    case .scoped, .named: group.reachesScoped = true
    case .unsaid where item.origin != .instance, .graph, .transient:
      if held.contains(where: { groups(for: $0).contains(where: \.reachesScoped) }) { group.reachesScoped = true }
    case .unsaid, .singleton, .disposable, .weak, .shared, .perContainer: break
    }
    for need in held where need.form != .provider {
      for target in groups(for: need) {
        if isOpen {
          floor = min(floor ?? 9, target.floor)
          group.holdsContainer = group.holdsContainer || target.holdsContainer
        }
        group.isAsynchronous = group.isAsynchronous || target.isAsynchronous
        group.isOnMainActor = group.isOnMainActor || target.isOnMainActor
      }
      if isOpen, need.form == .container { group.holdsContainer = true }
    }
    group.floor = min(group.floor, floor ?? 9)
  }

  // MARK: The whole sketch

  /// Adds two items that hold each other by property, which is valid because both are shared.
  private mutating func addFriends() {
    let level = random.below(sketch.levels.count)
    let scope = random.pick([Item.Scope.unsaid, .singleton, .disposable, .scoped])
    let (one, other) = (Tie.name("one"), Tie.name("other"))
    var first = Item(id: sketch.newID(), level: level, product: .braid(0), tie: one)
    var second = Item(id: sketch.newID(), level: level, product: .braid(1), tie: other)
    (first.scope, second.scope) = (scope, scope)
    first.parameters = needs(for: first, isDeclared: false)
    first.afterwards = [Need(form: .plain, of: .braid(1), tie: other)]
    second.afterwards = [Need(form: .plain, of: .braid(0), tie: one)]
    var group = Group(address: first.address, level: level)
    note(first, in: &group, groups)
    groups.append(group)
    group.address = second.address
    groups.append(group)
    sketch.items += [first, second]
  }

  /// Adds a holder for each weak item, in the same container.
  private mutating func addHoldersOfWeak() {
    for item in sketch.items where item.scope == .weak {
      if ghosts.contains(item.id) { continue }
      var holder = Item(id: sketch.newID(), level: item.level, product: .bead(3), tie: .name("holder \(item.id)"))
      let need = Need(form: .plain, of: item.product, tie: item.tie, takesNumber: item.wantsArguments)
      if item.isContribution {
        holder.parameters = [Need(form: .collection, of: item.product)]
      } else if item.wantsArguments {
        holder.origin = .closure
        holder.effect = .awaited
        holder.declared = [need]
      } else {
        holder.parameters = [need]
      }
      sketch.items.append(holder)
    }
  }

  /// Shuffles the items, but keeps the order of those that replace each other.
  private mutating func shuffle() {
    let order = random.shuffled(sketch.items)
    var byAddress: [String: [Item]] = [:]
    for item in sketch.items { byAddress["\(item.level) \(item.address)", default: []].append(item) }
    sketch.items = order.map { item in
      if item.isContribution { return item }
      return byAddress["\(item.level) \(item.address)", default: [item]].removeFirst()
    }
  }
}
