import TestSupport

/// A mistake that was put into a sketch on purpose.
struct Planted {
  let rule: GraphRule
  /// The item that the finding has to name; nil for a root.
  let item: Int?
}

/// Puts mistakes into a sketch.
struct Planter {
  var random: SplitMix
  var sketch: Sketch
  private(set) var planted: [Planted] = []

  init(_ sketch: Sketch, _ random: SplitMix) {
    self.sketch = sketch
    self.random = random
  }

  mutating func plant(_ rule: GraphRule) {
    switch rule {
    case .missingDependency: plantMissing()
    case .cycle: plantCycle()
    case .captiveDependency: plantCaptive()
    case .asyncDependency: plantClosure(rule, needing: random.pick([.awaited, .mainActorAwaited]))
    case .isolation: plantClosure(rule, needing: .mainActor)
    case .argument: plantArgument()
    case .ambiguousArgument: plantAmbiguous()
    case .weakUnowned:
      let shape: Strand = random.pick([.braid(3), .cord(3)])
      add(rule, .weak) { $0.product = shape }
    case .weakValue:
      addUser(of: add(rule, .weak) { $0.product = .bead(3) })
    case .containerKept: plantKept()
    case .missingContainer:
      let id = add(rule, .named("nowhere"))
      if random.chance(50) { addUser(of: id) }
    case .sharedWithArguments:
      let isClosure = random.chance(50)
      add(rule, .shared) { isClosure ? $0.becomeClosureWithNumber() : $0.parameters.append(.argument) }
    case .eagerWithArguments:
      let isClosure = random.chance(50)
      add(rule) {
        $0.isEager = true
        isClosure ? $0.becomeClosureWithNumber() : $0.parameters.append(.argument)
      }
    // A duplicate is a finding only on request.
    case .duplicate: break
    // The sketches have no decorators, no release hooks, and only types that fit.
    case .idleDecorator, .idleReleaseHook, .mismatchedForwarding, .incomparableArguments: break
    // The oracle knows no hints, and no number of opaque registrations.
    case .opaque, .splitInstance, .unprovidedOptional, .doubtfulForwarding: break
    }
  }

  /// Adds allowances for some of the planted mistakes, and some that silence nothing.
  mutating func permit() {
    for plant in planted {
      guard let id = plant.item, random.chance(25) else { continue }
      let isTyped = random.chance(50) && (plant.rule == .missingDependency || plant.rule == .ambiguousArgument)
      let need = sketch.item(id).parameters.last { $0.tie == .name("nobody") }
      let type = plant.rule == .ambiguousArgument ? Strand.number : need?.of
      sketch.change(id) { $0.permits.append(Item.Permit(rule: plant.rule, type: isTyped ? type : nil)) }
    }
    guard random.chance(30) else { return }
    // The oracle knows no hints.
    let hints: [GraphRule] = [.splitInstance, .unprovidedOptional, .doubtfulForwarding]
    let item = random.pick(sketch.items)
    guard item.origin != .instance else { return }
    let permit = random.pick([
      // No finding is about this type.
      Item.Permit(rule: random.pick(GraphRule.allCases), type: .bead(2)),
      Item.Permit(rule: random.pick(GraphRule.allCases.filter { !hints.contains($0) }), type: nil),
    ])
    sketch.change(item.id) { $0.permits.append(permit) }
  }

  // MARK: Items

  /// Adds an item that the inspected container sees, at any level if none is given.
  @discardableResult
  private mutating func add(
    _ rule: GraphRule?, at level: Int? = nil, _ scope: Item.Scope = .unsaid, needing needs: [Need] = [],
    _ body: (inout Item) -> Void = { _ in }
  ) -> Int {
    let id = sketch.newID()
    var item = Item(id: id, level: random.below(sketch.view + 1), product: .braid(3), tie: .name("planted \(id)"))
    item.level = level ?? item.level
    (item.scope, item.parameters) = (scope, needs)
    body(&item)
    sketch.items.insert(item, at: random.below(sketch.items.count + 1))
    if let rule { planted.append(Planted(rule: rule, item: id)) }
    return id
  }

  /// Returns a need of a planted item.
  private func need(of id: Int, _ form: Need.Form = .plain) -> Need {
    let item = sketch.item(id)
    return Need(form: form, of: item.product, tie: item.tie)
  }

  private mutating func addUser(of id: Int) {
    let form: Need.Form = random.pick([.plain, .lazy, .optional])
    add(nil, at: sketch.item(id).level, needing: [need(of: id, form)]) { $0.product = .bead(3) }
  }

  /// Picks an item that may be changed and that the inspected container sees.
  private mutating func anyItem(where isMeant: (Item) -> Bool) -> Item? {
    let level = sketch.view
    let candidates = sketch.items.filter { item in
      let isAlone = sketch.items.count { $0.address == item.address } == 1
      guard item.level <= level, isAlone, item.tie != nil, item.origin == .initializer else { return false }
      return item.parameters.count < 4 && item.tie != .name("nobody") && isMeant(item)
    }
    return candidates.isEmpty ? nil : random.pick(candidates)
  }

  // MARK: Rules

  private mutating func plantMissing() {
    let none = Tie.name("nobody")
    let form: Need.Form = random.pick([.plain, .lazy, .provider])
    let type: Strand = random.pick([.braid(0), .bead(1), .cord(0), sketch.externals.isEmpty ? .number : .bead(1)])
    if random.chance(12), !sketch.roots.contains(.braid(5)), !sketch.items.contains(where: { $0.product == .braid(5) })
    {
      sketch.roots.append(.braid(5))
      planted.append(Planted(rule: .missingDependency, item: nil))
      return
    }
    switch random.below(4) {
    case 0:
      add(.missingDependency) {
        $0.origin = .closure
        $0.declared = [Need(form: form, of: type, tie: none)]
      }
    case 1:
      add(.missingDependency) { $0.afterwards = [Need(form: .plain, of: .braid(0), tie: none)] }
    default:
      guard let item = anyItem(where: { _ in true }) else { return }
      sketch.change(item.id) { $0.parameters.append(Need(form: form, of: type, tie: none)) }
      planted.append(Planted(rule: .missingDependency, item: item.id))
    }
  }

  private mutating func plantCycle() {
    if random.chance(25) { return plantLoose() }
    guard let one = anyItem(where: { !$0.wantsArguments && $0.mayBeOnLoop }) else { return }
    let other = anyItem { item in
      item.level == one.level && !item.wantsArguments && item.mayBeOnLoop && item.id != one.id
    }
    let form: Need.Form = random.pick([.plain, .plain, .optional])
    let last = other ?? one
    sketch.change(one.id) { $0.parameters.append(Need(form: form, of: last.product, tie: last.tie)) }
    if let other {
      sketch.change(other.id) { $0.parameters.append(Need(form: .plain, of: one.product, tie: one.tie)) }
    }
    planted.append(Planted(rule: .cycle, item: one.id))
  }

  /// Plants an item between two that need each other, one of them by a property that is filled afterwards.
  ///
  /// If the item in between is requested first, it is requested again before it is built.
  private mutating func plantLoose() {
    let level = random.below(sketch.view + 1)
    let scope = random.pick([Item.Scope.unsaid, .singleton, .scoped])
    let one = add(nil, at: level, scope) { $0.product = .braid(0) }
    let needOfOne = need(of: one)
    let other = add(nil, at: level, scope) { $0.afterwards = [needOfOne] }
    let between = add(.cycle, at: level, scope, needing: [need(of: other)])
    let needOfBetween = need(of: between)
    sketch.change(one) { $0.parameters = [needOfBetween] }
  }

  private mutating func plantCaptive() {
    let held: Item.Scope = random.pick([.scoped, .graph, .perContainer, .shared, .disposable])
    let level = random.below(sketch.view + 1)
    var last = add(nil, at: level, held)
    // The path may lead through items that live as long as their holder.
    for _ in 0..<random.below(3) {
      let scope: Item.Scope = random.pick([.unsaid, .transient])
      let form: Need.Form = random.pick([.plain, .lazy, .optional])
      last = add(nil, at: level, scope, needing: [need(of: last, form)])
    }
    let form: Need.Form = random.pick([.plain, .lazy, .optional, .lazyOptional])
    let scope: Item.Scope = held == .graph ? random.pick([.singleton, .disposable, .scoped, .shared]) : .singleton
    add(.captiveDependency, at: level, scope, needing: [need(of: last, form)])
  }

  private mutating func plantClosure(_ rule: GraphRule, needing effect: Item.Effect) {
    let level = random.below(sketch.view + 1)
    var last = add(nil, at: level) { $0.effect = effect }
    if random.chance(50) { last = add(nil, at: level, needing: [need(of: last)]) }
    let form: Need.Form = random.pick([.plain, .optional])
    let isHook = random.chance(40)
    // The effects of an initializer and its properties do not excuse a hook.
    let own = random.pick(Item.Effect.allCases)
    let leaf = isHook && random.chance(50) ? add(nil, at: level) { $0.product = .braid(0) } : nil
    let (declared, afterwards) = ([need(of: last, form)], leaf.map { [need(of: $0)] } ?? [])
    add(rule, at: level) {
      $0.declared = declared
      guard isHook else { return $0.origin = .closure }
      $0.hook = Item.Effect.none
      ($0.effect, $0.afterwards) = (own, afterwards)
    }
  }

  private mutating func plantArgument() {
    if random.chance(50), !sketch.externals.contains(.number) {
      guard let item = anyItem(where: { !$0.parameters.contains(Need(form: .plain, of: .number)) }) else { return }
      let form: Need.Form = random.pick([.plain, .lazy, .provider])
      sketch.change(item.id) { $0.parameters.append(Need(form: form, of: .number)) }
      planted.append(Planted(rule: .argument, item: item.id))
      return
    }
    let level = random.below(sketch.view + 1)
    let id = add(nil, at: level, needing: [.argument])
    let form: Need.Form = random.pick([.plain, .lazy, .optional])
    add(.argument, at: level, needing: [need(of: id, form)])
  }

  private mutating func plantAmbiguous() {
    // As an external, a planted missing number would no longer be missing.
    guard !planted.contains(where: { $0.rule == .argument || $0.rule == .missingDependency }) else { return }
    if !sketch.externals.contains(.number) { sketch.externals.append(.number) }
    // The type itself takes precedence over its derived forms, which are not ambiguous beside it.
    let forms: [Need.Form] = random.pick([
      [.plain, .plain], [.optional, .lazy], [.provider, .optional], [.lazy, .lazy],
    ])
    let lesser: [Need.Form] = forms[0] == .plain ? [.lazy] : []
    add(.ambiguousArgument, needing: (forms + [.value] + lesser).map { Need(form: $0, of: .number) })
    add(nil, needing: [Need(form: .plain, of: .number), Need(form: .optional, of: .number)])
  }

  private mutating func plantKept() {
    let level = random.below(sketch.view + 1)
    let form: Need.Form = random.pick([.container, .container, .lazyContainer])
    let keeper: Item.Scope = random.pick([.singleton, .disposable, .scoped, .perContainer, .shared])
    let isDeclared = random.chance(40)
    // The keeper may take the container itself, or something that takes it.
    let isDirect = random.chance(50)
    let taker = add(
      isDirect ? .containerKept : nil, at: level, isDirect ? keeper : .transient,
      needing: [Need(form: form, of: .number)]
    ) { if isDeclared { $0.declared = [] } }
    if !isDirect { add(.containerKept, at: level, keeper, needing: [need(of: taker)]) }
  }
}

extension Item {
  fileprivate mutating func becomeClosureWithNumber() {
    origin = .closure
    takesNumber = true
    declared = []
  }

  fileprivate var mayBeOnLoop: Bool {
    if case .named = scope { return false }
    return afterwards.isEmpty && scope != .weak
  }
}
