import Astroject
import TestSupport

/// What a storm has made and not yet lost, and what it has seen go wrong.
final class StormCensus: Sendable {
  /// How many objects of one kind there are.
  final class Balance: Sendable {
    private let made = Counter()
    private let lost = Counter()

    var alive: Int { made.value - lost.value }
    func make() { made.increment() }
    func lose() { lost.increment() }
  }

  /// What there is of all storms in the process.
  static let things = Balance()
  static let notes = Balance()
  static let worlds = Balance()

  static var alive: String { "\(things.alive) things, \(notes.alive) registrations, \(worlds.alive) containers" }

  /// Whether all are gone. What a thread or task that has ended still holds goes a little later.
  static func areAllGone() async -> Bool {
    for _ in 1...1000 where things.alive + notes.alive + worlds.alive != 0 {
      try? await Task.sleep(for: .milliseconds(10))
    }
    return things.alive == 0 && notes.alive == 0 && worlds.alive == 0
  }

  private let numbers = Counter()
  private let noted = Guarded<[String]>([])

  /// What went wrong: the first few.
  var complaints: [String] { noted.now }
  func complain(_ text: String) { noted.withLock { if $0.count < 10 { $0.append(text) } } }

  /// Whether builds fail no more by themselves.
  private let calm = Guarded(false)
  var isCalm: Bool { calm.now }
  func calmDown() { calm.withLock { $0 = true } }

  func nextNumber() -> Int { numbers.increment() }
}

/// A container of a storm, as its products know it.
final class StormWorld: Sendable {
  let number: Int
  /// That of the container that it is a child of.
  let outer: StormWorld?
  /// That of the container that it was forked from.
  let base: StormWorld?
  let census: StormCensus

  init(in census: StormCensus, outer: StormWorld? = nil, base: StormWorld? = nil) {
    (number, self.outer, self.base, self.census) = (census.nextNumber(), outer, base, census)
    StormCensus.worlds.make()
  }

  deinit { StormCensus.worlds.lose() }

  /// The container, seen from this one, that has the registrations of `home`; nil if none has.
  func owner(ofThoseOf home: StormWorld) -> StormWorld? {
    var next: StormWorld? = self
    while let world = next {
      if world === home || world.base === home { return world }
      next = world.outer
    }
    return nil
  }
}

/// A registration of a storm, as its products know it.
final class Note: Sendable {
  /// What a container makes and lets go of, for one registration and argument.
  private struct Tally {
    var underWay = 0
    var built = 0
    var released = 0
  }

  private struct Place: Hashable {
    let world: Int
    let argument: Int
  }

  let number: Int
  let key: Int
  let scope: AnyScope
  let home: StormWorld
  let needs: [Int]
  /// How often a build fails, if it does: each time after so many.
  let mishaps: Int?
  /// Whether nobody may ever see it, as what it was registered in has failed.
  let isDoomed: Bool
  private let tries = Counter()
  private let tallies = Guarded<[Place: Tally]>([:])

  private var census: StormCensus { home.census }

  init(
    key: Int, _ scope: AnyScope, in home: StormWorld, needs: [Int] = [], mishaps: Int? = nil, isDoomed: Bool = false
  ) {
    number = home.census.nextNumber()
    (self.key, self.scope, self.home, self.needs) = (key, scope, home, needs)
    (self.mishaps, self.isDoomed) = (mishaps, isDoomed)
    StormCensus.notes.make()
  }

  deinit { StormCensus.notes.lose() }

  // MARK: Building

  /// Begins a build in a container. What is kept is built by one at a time, and a plain singleton once.
  func begin(in world: StormWorld, argument: Int = 0) {
    if isDoomed { census.complain("\(self) is built, and was never registered") }
    let tally = tallies.withLock { tallies in
      tallies[Place(world: world.number, argument: argument), default: Tally()].underWay += 1
      return tallies[Place(world: world.number, argument: argument)] ?? Tally()
    }
    if scope.isBuiltByOne, tally.underWay > 1 { census.complain("\(self) is built by two at once") }
    if scope == .singleton, tally.built > 0 { census.complain("\(self) is built again") }
  }

  /// Whether the build that has begun is to fail.
  func isMishap() -> Bool { mishaps.map { tries.increment() % $0 == 0 && !census.isCalm } ?? false }

  func end(in world: StormWorld, argument: Int = 0, built: Bool) {
    tallies.withLock { tallies in
      tallies[Place(world: world.number, argument: argument), default: Tally()].underWay -= 1
      if built { tallies[Place(world: world.number, argument: argument), default: Tally()].built += 1 }
    }
  }

  /// A hook runs in the build of its own product.
  func noteHook(of thing: StormThing) {
    if thing.note !== self { census.complain("\(self) has its hook run for an instance of \(thing.note)") }
  }

  func noteReleased(in world: StormWorld, argument: Int) {
    tallies.withLock { $0[Place(world: world.number, argument: argument), default: Tally()].released += 1 }
  }

  /// Expects that all that was built was let go of, where nobody took the registration away meanwhile; and in any case
  /// not more than that.
  func settle(exactly isExact: Bool) {
    for (location, tally) in tallies.now {
      let isRight = isExact ? tally.released == tally.built : tally.released <= tally.built
      if !isRight || tally.underWay != 0 {
        census.complain("\(self) in container \(location.world), argument \(location.argument): \(tally)")
      }
    }
  }
}

extension Note: CustomStringConvertible {
  var description: String { "registration \(number) of key \(key), \(scope), in container \(home.number)" }
}

extension AnyScope {
  /// Whether an instance is built by one at a time in each container.
  var isBuiltByOne: Bool { self != .transient && self != .graph }

  /// Whether a container lets go of each instance with `onRelease`.
  var isCounted: Bool { self == .singleton || self == .disposable || self == .scoped }
}

/// A product of a storm: it knows who made it, and of what.
final class StormThing: Sendable {
  let note: Note
  /// The container that its dependencies came from.
  let world: StormWorld
  let argument: Int
  let needs: [StormThing]
  private let releases = Counter()

  init(_ note: Note, in world: StormWorld, argument: Int = 0, needs: [StormThing]) {
    (self.note, self.world, self.argument, self.needs) = (note, world, argument, needs)
    StormCensus.things.make()
  }

  deinit { StormCensus.things.lose() }

  func noteReleased() {
    if releases.increment() > 1 { world.census.complain("an instance of \(note) is let go of twice") }
    note.noteReleased(in: world, argument: argument)
  }

  /// Expects that it is what whoever asks in a container should get: made by a registration that can be seen from
  /// there, with dependencies from the right container; and so everything that it is made of.
  func check(key: Int, from asker: StormWorld) {
    let census = asker.census
    if note.key != key { census.complain("key \(key) gives an instance of \(note)") }
    if note.isDoomed { census.complain("\(note) is seen") }
    guard let owner = asker.owner(ofThoseOf: note.home) else {
      census.complain("container \(asker.number) gives an instance of \(note)")
      return
    }
    let isRight =
      switch note.scope {
      case .singleton, .disposable, .weak: world === owner
      // Forks ask the same custom instance.
      case .shared: (world.base ?? world) === (owner.base ?? owner)
      case .transient, .graph, .scoped, .perContainer: world === asker
      }
    if !isRight {
      census.complain("container \(asker.number) gives what container \(world.number) has made by \(note)")
    }
    if needs.map(\.note.key) != note.needs { census.complain("an instance of \(note) has other dependencies") }
    for (need, key) in zip(needs, note.needs) { need.check(key: key, from: world) }
  }
}
