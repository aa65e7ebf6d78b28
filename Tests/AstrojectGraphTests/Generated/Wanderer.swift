import AstrojectGraph
import TestSupport

/// Generates sketches of random graphs with all kinds of cycles; many of them are valid.
struct Wanderer {
  private var random: SplitMix
  private var sketch = Sketch()

  /// Generates a graph that may be valid or not.
  static func graph(_ random: SplitMix) -> Sketch {
    var wanderer = Wanderer(random: random)
    return wanderer.wander()
  }

  private mutating func wander() -> Sketch {
    let names: [String?] = [nil, "request", "page"]
    sketch.levels = Array(names.prefix(1 + random.below(3)))
    sketch.view = random.chance(70) ? sketch.levels.count - 1 : random.below(sketch.levels.count)
    for _ in 0..<2 + random.below(6) { addItem() }
    if random.chance(30) { addInjected() }
    for index in sketch.items.indices {
      var item = sketch.items[index]
      fill(&item)
      sketch.items[index] = item
    }
    return sketch
  }

  /// Adds an item of a type with injected properties, and most of what they need.
  private mutating func addInjected() {
    let tag = random.pick([4, 5])
    for product in [Strand.braid(tag), .bead(tag)] where random.chance(85) {
      sketch.items.append(Item(id: sketch.newID(), product: product))
      // With this one, the graph cannot know which of the two a property gets.
      if random.chance(15) { sketch.items.append(Item(id: sketch.newID(), product: product, tie: .name("other"))) }
    }
    let shape: Strand.Shape = random.pick([.locket, .chest])
    var item = Item(
      id: sketch.newID(), level: random.below(sketch.levels.count), product: Strand(shape: shape, tag: tag),
      tie: .name("injected"))
    item.scope = random.pick([.unsaid, .transient])
    sketch.items.append(item)
  }

  private mutating func addItem() {
    let id = sketch.newID()
    let shape: Strand.Shape = random.pick([.braid, .braid, .braid, .braid, .braid, .bead, .cord, .number])
    let isNumber = shape == .number
    var item = Item(
      id: id, level: random.below(sketch.levels.count),
      product: Strand(shape: shape, tag: isNumber ? 0 : random.pick([0, 0, 1, 1, 2, 3])),
      tie: random.chance(15) && !isNumber ? nil : random.chance(50) ? .number(id) : .name("n\(id)"))
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
      item.isEager = !item.takesNumber && random.chance(8)
      if random.chance(12), !item.takesNumber { item.effect = random.pick(Item.Effect.allCases) }
    }
    sketch.items.append(item)
  }

  private mutating func anyScope(for item: Item) -> Item.Scope {
    var scopes: [Item.Scope] = [
      .unsaid, .unsaid, .unsaid, .graph, .transient, .transient, .singleton, .disposable, .scoped, .perContainer,
    ]
    if !item.takesNumber { scopes.append(.shared) }
    if ![.bead, .number].contains(item.product.shape) { scopes.append(.weak) }
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
