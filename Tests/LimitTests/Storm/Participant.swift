import TestSupport

/// One thread or task of a storm, which does random steps one after the other.
struct Participant {
  typealias Keys = Storm.Keys

  let number: Int
  let storm: Storm
  private var dice: SplitMix
  /// Its current step, shown if the storm makes no progress.
  private let doing: Guarded<String>

  init(_ number: Int, in storm: Storm, seed: UInt64, doing: Guarded<String>) {
    (self.number, self.storm, self.doing) = (number, storm, doing)
    dice = SplitMix(seed &+ UInt64(number) &* 0x2545_f491_4f6c_dd1d)
  }

  // MARK: A step

  mutating func step() throws {
    for question in try prepare() {
      say("asks for key \(question.key), \(question.form), in container \(question.world.number)")
      question.ask()
    }
  }

  mutating func step() async throws {
    let questions = try prepare()
    for question in questions {
      say("awaits key \(question.key), \(question.form), in container \(question.world.number)")
      // A task may also resolve synchronously.
      if dice.chance(25) { synchronously { question.ask() } } else { await question.ask(cancelled: dice.chance(10)) }
    }
    // A product is not cached if its container shuts down during the build, so no other participant may use the child.
    if let first = questions.first, !first.isShared, let child = first.container as? Container, child !== storm.root,
      dice.chance(20)
    {
      try await child.shutdown()
    }
  }

  private func say(_ text: String) { doing.withLock { $0 = text } }

  // MARK: The kinds of steps

  /// Does a step that needs no `await`, and returns the questions to be asked afterwards.
  private mutating func prepare() throws -> [Question] {
    let dice = dice.below(100)
    switch dice {
    case ..<40: return [question(in: storm.root, storm.world)]
    case ..<52: try register()
    case ..<60: release()
    case ..<70: return try askChild()
    case ..<72: return try askFork()
    case ..<78: try changeVolatile()
    case ..<84: return try askOwn()
    case ..<87: return try askPair()
    case ..<90: try storm.assembleInVain([self.dice.pick(Array(Keys.steady)), self.dice.pick(Array(Keys.awaited))])
    case ..<95:
      let argument = self.dice.below(50)
      return [Question(container: storm.root, world: storm.world, key: Keys.argued, argument: argument)]
    case ..<98: return askStray()
    default: try replaceProtected()
    }
    return []
  }

  private mutating func question(in container: Container, _ world: StormWorld) -> Question {
    let keys = Array(0..<Keys.volatile.upperBound) + [Keys.initialized, Keys.protected]
    let form = dice.chance(70) ? .plain : dice.pick(Question.Form.allCases)
    return Question(container: container, world: world, key: dice.pick(keys), form: form)
  }

  /// Creates a random registration for one of some keys.
  private mutating func note(for keys: [Int], in world: StormWorld, scope: AnyScope? = nil) -> Note {
    let key = dice.pick(keys)
    let scope = scope ?? dice.pick(AnyScope.allCases)
    // A synchronous factory has no dependency that has to be awaited.
    let lower = Array(0..<(Keys.awaited.contains(key) ? key : min(key, Keys.steady.upperBound)))
    let needs = Set((0..<dice.below(4)).map { _ in dice.pick(lower) }).sorted()
    return Note(key: key, scope, in: world, needs: needs, mishaps: dice.chance(20) ? 2 + dice.below(5) : nil)
  }

  private mutating func register() throws {
    say("registers")
    if dice.chance(20) {
      // Visible as soon as it is registered.
      try Storm.add(note(for: Array(Keys.steady), in: storm.world, scope: .graph), to: storm.root)
    } else if dice.chance(70) {
      let note = note(for: Array(Keys.steady), in: storm.world)
      try Storm.register(note, in: storm.root, hooked: dice.chance(30))
    } else {
      try Storm.registerAwaited(note(for: Array(Keys.awaited), in: storm.world), in: storm.root)
    }
  }

  private mutating func release() {
    say("releases")
    if dice.chance(20) {
      storm.root.releaseAll()
    } else {
      storm.root.release(StormThing.self, key: dice.below(Keys.volatile.upperBound))
    }
  }

  private mutating func changeVolatile() throws {
    say("changes a volatile key")
    let note = note(for: Array(Keys.volatile), in: storm.world)
    if dice.chance(50) {
      try Storm.register(note, in: storm.root)
    } else {
      storm.root.unregister(StormThing.self, key: note.key)
    }
  }

  /// Makes a child with its own registrations, and returns questions for it.
  private mutating func askChild() throws -> [Question] {
    say("makes a child")
    let world = StormWorld(in: storm.census, outer: storm.world)
    let notes = (0..<dice.below(3)).map { _ in note(for: Array(Keys.steady), in: world) }
    let child = try storm.root.makeChild { child in
      try child.register(instance: world)
      for note in notes { try Storm.register(note, in: child) }
    }
    let isShared = dice.chance(20)
    if isShared {
      let resolver = try child.resolve(Resolver.self)
      storm.stray.withLock { $0 = (resolver, world) }
    }
    return (0..<(1 + dice.below(3))).map { _ in
      var question = question(in: child, world)
      question.isShared = isShared
      return question
    }
  }

  /// Makes a fork, which shares no instance with the container, and returns questions for it.
  private mutating func askFork() throws -> [Question] {
    say("makes a fork")
    let world = StormWorld(in: storm.census, base: storm.world)
    let root = storm.root
    let fork = try unheld {
      try root.overriding(allowUnused: true) { overrides in try overrides.replace(StormWorld.self) { world } }
    }
    return (0..<3).map { _ in question(in: fork, world) }
  }

  /// Registers a key that no other participant registers, and expects to find it.
  private mutating func askOwn() throws -> [Question] {
    say("registers its own")
    let note = note(
      for: [Keys.own(number)], in: storm.world, scope: dice.pick([.transient, .singleton, .disposable]))
    guard note.mishaps == nil else { return [] }
    try Storm.register(note, in: storm.root)
    return [
      Question(
        container: storm.root, world: storm.world, key: note.key, earliest: note.number, latest: note.number)
    ]
  }

  /// Asks for the pair that is registered together, and expects it to be at least as new as the last complete one.
  private mutating func askPair() throws -> [Question] {
    say("asks for a pair")
    if number == 0 { try storm.replacePair() }
    let last = storm.lastPair.now
    return [Keys.pair.0, Keys.pair.1].map {
      Question(container: storm.root, world: storm.world, key: $0, earliest: last)
    }
  }

  private mutating func askStray() -> [Question] {
    guard let stray = storm.stray.now else { return [] }
    return [Question(container: stray.resolver, world: stray.world, key: dice.pick(Array(Keys.rocks)), isStray: true)]
  }

  private mutating func replaceProtected() throws {
    say("replaces a protected registration")
    let note = Note(key: Keys.protected, .singleton, in: storm.world, isDoomed: true)
    do {
      try Storm.register(note, in: dice.chance(50) ? storm.root : storm.root.makeChild())
      storm.census.complain("a protected registration was replaced")
    } catch AstrojectError.alreadyRegistered {}
  }
}
