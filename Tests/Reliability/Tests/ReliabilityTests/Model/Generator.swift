import TestSupport

/// Generates random programs, which are the same for the same seed.
struct Generator {
  private var dice: SplitMix
  /// The number of the next recipe. It begins at 1 because there is no line 0.
  private var recipes = 1
  private var containers = 1
  /// The containers that exist, as far as the generator knows.
  private var open = [0]
  /// The services that may have been registered.
  private var known: [(service: Service, takesArgument: Bool)] = []
  /// Forks share custom scope objects, so a program has either forks or these objects.
  private let forks: Bool
  /// True if a coin decides for each registration whether it is also named, forwarded, decorated by an identity, given
  /// an argument, and overridden in a fork.
  private let tossesCoins: Bool
  private let names: [String?]

  init(seed: UInt64) {
    dice = SplitMix(seed)
    forks = dice.chance(50)
    tossesCoins = dice.chance(50)
    names = tossesCoins ? [nil, "a"] : dice.chance(50) ? [nil, nil, "a"] : [nil]
  }

  static func program(seed: UInt64, steps: Int) -> Program {
    var generator = Generator(seed: seed)
    var program = Program()
    // Registrations to resolve.
    for kind in 0..<8 {
      for recipe in generator.adorned(generator.recipe(of: kind)) {
        program.steps += generator.overridden([recipe], in: 0, by: .register(in: 0, recipe))
      }
    }
    for _ in 0..<(generator.dice.chance(50) ? generator.dice.below(4) : 0) {
      program.steps.append(.register(in: 0, generator.decorator()))
    }
    while program.steps.count < steps { program.steps += generator.nextSteps() }
    return program
  }

  private mutating func nextSteps() -> [Program.Step] {
    let container = anyContainer()
    switch dice.below(1000) {
    case 0..<180:
      return adorned(recipe()).flatMap { overridden([$0], in: container, by: .register(in: container, $0)) }
    case 935..<955:
      let (child, recipes, fails) = (containers, several(), dice.chance(10))
      if !fails { open.append(child) }
      containers += 1
      let name = dice.chance(50) ? dice.pick(["x", "y"]) : nil
      return overridden(recipes, in: child, by: .makeChild(of: container, name: name, recipes, fails: fails))
    case 975..<1000:
      let recipes = several()
      return overridden(recipes, in: container, by: .assemble(in: container, recipes, fails: dice.chance(40)))
    case let number: return [step(number, in: container)]
    }
  }

  private mutating func step(_ number: Int, in container: Int) -> Program.Step {
    switch number {
    case 180..<190: return .register(in: container, decorator())
    case 190..<250: return .modify(1 + dice.below(recipes - 1), change(above: dice.below(10)))
    case 250..<800: return .resolve(in: container, ask(above: -1), way())
    case 800..<820: return .isRegistered(in: container, ask(above: -1))
    case 820..<850: return .forget
    case 850..<890: return .release(in: container, service(above: -1))
    case 890..<900: return .releaseAll(in: container)
    case 900..<925: return .unregister(in: container, service(above: -1))
    case 925..<929: return .clear(in: container)
    case 929..<935: return .shutdown(in: container)
    case 955..<965:
      guard open.count > 1 || dice.chance(5) else { return .forget }
      open.removeAll { $0 == container }
      return .drop(container)
    case 965..<975 where forks:
      open.append(containers)
      containers += 1
      // Most replaced services exist.
      return .fork(container, replacing: (0..<dice.below(3)).map { _ in standIn() })
    default: return .assemble(in: container, several(), fails: dice.chance(40))
    }
  }

  /// Returns a recipe, and an identity that decorates its service if the coin says so.
  private mutating func adorned(_ recipe: Recipe) -> [Recipe] {
    guard also(0) else { return [recipe] }
    defer { recipes += 1 }
    return [recipe, Recipe(id: recipes, service: recipe.service, makes: recipe.makes, decoration: .identity)]
  }

  /// Returns a step that registers recipes, and forks with stand-ins for those of them that the coin chooses.
  private mutating func overridden(
    _ recipes: [Recipe], in container: Int, by step: Program.Step
  ) -> [Program.Step] {
    var steps = [step]
    for recipe in recipes where recipe.decoration == nil && recipe.manner == .register && forks && also(0) {
      let standIn = standIn(for: recipe.service, takesArgument: recipe.requiresArgument)
      let ask = Ask(service: recipe.service, argument: recipe.takesArgument ? dice.below(3) : nil)
      steps += [.fork(container, replacing: [standIn]), .resolve(in: containers, ask, way())]
      if dice.chance(50) { open.append(containers) } else { steps.append(.drop(containers)) }
      containers += 1
    }
    return steps
  }

  /// Returns true by a coin if this program tosses one for each registration, or else in some percent of all cases.
  private mutating func also(_ percent: Int) -> Bool { dice.chance(tossesCoins ? 50 : percent) }

  private mutating func anyContainer() -> Int {
    if open.isEmpty { return 0 }
    // Later containers are more interesting, and earlier ones still exist.
    return open[dice.chance(50) ? open.count - 1 - dice.below(min(open.count, 3)) : dice.below(open.count)]
  }

  private mutating func way() -> Way {
    let number = dice.below(100)
    return number < 60 ? .synchronous : number < 95 ? .asynchronous : .inCancelledTask
  }

  private mutating func several() -> [Recipe] { (0..<dice.below(4)).flatMap { _ in adorned(recipe()) } }

  /// Chooses mostly a later kind, so that loops are rare.
  private mutating func service(above kind: Int) -> Service {
    let limit = kind < 0 ? 10 : 8
    let next = kind < 0 || kind >= 7 || dice.chance(4) ? dice.below(limit) : kind + 1 + dice.below(7 - kind)
    return Service(kind: next, name: dice.pick(names))
  }

  private mutating func ask(above kind: Int) -> Ask {
    // Mostly a service that may be registered.
    let candidates = known.suffix(24).filter { $0.service.kind > kind }
    if !candidates.isEmpty, dice.chance(tossesCoins ? 90 : 70) {
      let (service, takesArgument) = dice.pick(candidates)
      return Ask(service: service, argument: takesArgument ? dice.below(3) : nil)
    }
    var ask = Ask(service: service(above: kind))
    switch dice.below(100) {
    case 0..<15: ask.form = .optional
    case 15..<35:
      ask.form = .all
      if kind < 0, dice.chance(50) { ask.service.kind = Kind.common + dice.below(2) }
      ask.service.name = nil
    case 35..<40: ask.argument = dice.below(3)
    default: break
    }
    return ask
  }

  private mutating func asks(above kind: Int, tolerated: Bool) -> [Ask] {
    let count = dice.pick([0, 0, 1, 1, 2, 3])
    return (0..<count).map { _ in
      var ask = ask(above: kind)
      ask.isTolerated = tolerated && dice.chance(15)
      return ask
    }
  }

  private mutating func recipe(of kind: Int? = nil) -> Recipe {
    var service = Service(kind: kind ?? dice.below(10), name: kind == nil || tossesCoins ? dice.pick(names) : nil)
    let manner: Recipe.Manner =
      kind != nil ? .register : dice.chance(10) ? .contribute : dice.chance(10) ? .keeping : .register
    if manner == .contribute { service.name = nil }
    let makes =
      service.kind < 8 ? service.kind : service.kind == Kind.common ? dice.below(8) : dice.below(4) * 2
    var recipe = Recipe(id: recipes, service: service, makes: makes, manner: manner)
    recipe.outcome = outcome()
    recipe.isAwaited = dice.chance(12)
    recipe.isProtected = manner != .contribute && dice.chance(3)
    recipe.takesArgument = manner != .contribute && also(15)
    if manner == .register, dice.chance(35) {
      recipe.form = .initializer
      let most = recipe.takesArgument ? 1 : 2
      recipe.needs = Array(asks(above: makes, tolerated: false).filter { $0.argument == nil }.prefix(most))
      if recipe.needs.count == 2 { for index in 0..<2 { recipe.needs[index].form = .one } }
      for index in recipe.needs.indices where recipe.needs[index].form != .one {
        recipe.needs[index].service.name = nil
      }
    } else {
      recipe.needs = asks(above: makes, tolerated: true)
    }
    if dice.chance(80) { recipe.changes.append(.scope(scope())) }
    if also(15) { recipe.changes.append(.implements(implemented(by: makes))) }
    if dice.chance(12) { recipe.changes.append(.afterInit(hook(above: makes))) }
    if dice.chance(30) { recipe.changes.append(.onRelease(fails: dice.chance(10))) }
    recipes += 1
    if manner != .contribute { known.append((service, recipe.takesArgument)) }
    return recipe
  }

  /// Returns a recipe that decorates a registered service in most cases.
  private mutating func decorator() -> Recipe {
    let service = known.isEmpty ? service(above: -1) : dice.pick(known).service
    var recipe = recipe(of: service.kind)
    known.removeLast()
    recipe.service.name = dice.chance(90) ? service.name : dice.pick(names)
    recipe.takesArgument = false
    if recipe.form == .initializer { recipe.needs = [] }
    recipe.form = .closure
    recipe.decoration = .made
    recipe.changes = []
    return recipe
  }

  /// Returns a recipe that replaces a registered service in most cases.
  private mutating func standIn() -> Recipe {
    let (service, takesArgument) = dice.pick(known)
    return standIn(for: service, takesArgument: takesArgument)
  }

  private mutating func standIn(for service: Service, takesArgument: Bool) -> Recipe {
    var recipe = recipe(of: service.kind)
    recipe.service.name = service.name
    recipe.takesArgument = takesArgument
    recipe.form = .closure
    return recipe
  }

  private mutating func implemented(by made: Int) -> Int {
    dice.chance(20) ? dice.below(10) : made % 2 == 0 && dice.chance(50) ? Kind.even : Kind.common
  }

  private mutating func outcome() -> Outcome {
    switch dice.below(100) {
    case 0..<4: .failure
    case 4..<8: .failureAtFirst
    case 8..<10: .cancellation
    default: .success
    }
  }

  private mutating func scope() -> Scope {
    switch dice.below(10) {
    case 0: .transient
    case 1: .graph
    case 2, 3: .singleton
    case 4: .disposable
    case 5: .weak
    case 6: .scoped
    case 7: .named(dice.pick(["x", "y"]))
    case 8: forks ? .disposable : .shared
    default: .perContainer
    }
  }

  private mutating func hook(above kind: Int) -> Hook {
    // A hook may resolve the product that it prepares.
    let needs = asks(above: dice.chance(50) ? kind : kind - 1, tolerated: true)
    return Hook(needs: needs, outcome: outcome(), isAwaited: dice.chance(15))
  }

  private mutating func change(above kind: Int) -> Change {
    switch dice.below(10) {
    case 0..<3: .scope(scope())
    case 3..<8: .implements(implemented(by: dice.below(8)))
    case 8: .afterInit(hook(above: kind))
    default: .onRelease(fails: dice.chance(20))
    }
  }
}
