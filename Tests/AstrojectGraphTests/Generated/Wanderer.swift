import TestSupport

/// Generates sketches of random graphs with all kinds of cycles; many of them are valid.
struct Wanderer {
  private var random: SplitMix
  private var sketch = Sketch()

  init(_ random: SplitMix) { self.random = random }

  /// Generates a graph that may be valid or not.
  mutating func wander() -> Sketch {
    let names: [String?] = [nil, "request", "page"]
    sketch.levels = Array(names.prefix(1 + random.below(3)))
    sketch.view = sketch.levels.count - 1
    for _ in 0..<2 + random.below(6) { addItem() }
    for index in sketch.items.indices {
      var item = sketch.items[index]
      fill(&item)
      sketch.items[index] = item
    }
    return sketch
  }

  private mutating func addItem() {
    let id = sketch.newID()
    let shape: Strand.Shape = random.pick([.braid, .braid, .braid, .braid, .bead, .cord])
    var item = Item(
      id: id, level: random.below(sketch.levels.count),
      product: Strand(shape: shape, tag: random.pick([0, 0, 1, 1, 2, 3])),
      tie: random.chance(15) ? nil : random.chance(50) ? .number(id) : .name("n\(id)"))
    // Some items override the previous one, in a child or in its own container.
    var isAlone = true
    if random.chance(15), let other = sketch.items.last, !other.isContribution, !other.takesNumber {
      (item.product, item.tie) = (other.product, other.tie)
      isAlone = false
    }
    if item.product == .braid(2), random.chance(40) {
      item.isContribution = true
      item.tie = nil
    }
    if item.product.shape == .braid, random.chance(20) { item.forwards = [.cord(random.below(2))] }
    if random.chance(6), isAlone, item.tie != nil, !item.isContribution {
      item.takesNumber = true
      item.origin = .closure
    } else if !item.isContribution {
      item.origin = random.pick([.initializer, .initializer, .initializer, .initializer, .closure, .instance])
    }
    if item.origin != .instance {
      item.scope = anyScope(for: item)
      if random.chance(12), !item.takesNumber { item.effect = random.pick(Item.Effect.allCases) }
    }
    sketch.items.append(item)
  }

  private mutating func anyScope(for item: Item) -> Item.Scope {
    var scopes: [Item.Scope] = [
      .unsaid, .unsaid, .unsaid, .graph, .transient, .transient, .singleton, .disposable, .scoped, .perContainer,
    ]
    if !item.takesNumber { scopes.append(.shared) }
    if item.product.shape != .bead { scopes.append(.weak) }
    if random.chance(5) { scopes.append(.named("nowhere")) }
    if sketch.levels.count > 1 { scopes.append(.named("request")) }
    return random.pick(scopes)
  }

  private mutating func fill(_ item: inout Item) {
    guard item.origin != .instance else { return }
    if item.origin == .initializer {
      for _ in 0..<random.below(3) { item.parameters.append(anyNeed(of: sketch.items)) }
      if random.chance(5), item.scope != .shared { item.parameters.append(.argument) }
      if random.chance(5) { item.parameters.append(Need(form: .value, of: .number)) }
    } else {
      item.declared = []
      for _ in 0..<random.below(3) {
        let need = anyNeed(of: sketch.items)
        if item.declared?.contains(need) == false { item.declared?.append(need) }
      }
      item.effect = .awaited
    }
    guard random.chance(35) else { return }
    let isBead = item.product.shape == .bead
    let fitting = sketch.items.filter { other in
      switch (other.product.shape, other.product.tag) {
      case (.braid, 0), (.braid, 1): !other.isContribution
      case (.bead, 0), (.cord, 0): !isBead
      default: false
      }
    }
    guard item.product.shape == .braid || isBead, !fitting.isEmpty else { return }
    let other = random.pick(fitting)
    var need = Need(form: .plain, of: other.product, tie: other.tie)
    if !isBead, other.product == .braid(1), random.chance(20) { need.form = .lazy }
    if !isBead, other.product == .braid(0), random.chance(20) { need.form = .provider }
    item.afterwards = [need]
  }

  private mutating func anyNeed(of items: [Item]) -> Need {
    if random.chance(10) { return Need(form: random.chance(70) ? .collection : .lazyCollection, of: .braid(2)) }
    if random.chance(3) { return Need(form: .plain, of: .braid(3), tie: .name("nobody")) }
    if random.chance(1) { return Need(form: .plain, of: .number) }
    let item = random.pick(items)
    var need = Need(form: .plain, of: item.product, tie: item.tie)
    if item.isContribution { need.form = .collection }
    if let forward = item.forwards.first, !item.isContribution, random.chance(40) { need.of = forward }
    if item.isContribution { return need }
    need.form = random.pick([.plain, .plain, .plain, .optional, .lazy, .lazyOptional, .optionalLazy, .provider])
    if item.wantsArguments { need.form = .provider }
    return need
  }
}
