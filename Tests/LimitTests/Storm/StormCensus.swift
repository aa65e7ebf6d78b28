import TestSupport

/// The living objects of a storm, and its complaints.
final class StormCensus: Sendable {
  /// The number of living objects of one kind.
  final class Balance: Sendable {
    private let made = Counter()
    private let lost = Counter()

    var alive: Int { made.value - lost.value }
    func make() { made.increment() }
    func lose() { lost.increment() }
  }

  /// The living objects of all storms in the process.
  static let things = Balance()
  static let notes = Balance()
  static let worlds = Balance()

  static var alive: String { "\(things.alive) things, \(notes.alive) registrations, \(worlds.alive) containers" }

  /// Returns true if all objects are freed. An ended thread or task may hold some for a little longer.
  static func areAllGone() async -> Bool {
    for _ in 1...1000 where things.alive + notes.alive + worlds.alive != 0 {
      try? await Task.sleep(for: .milliseconds(10))
    }
    return things.alive == 0 && notes.alive == 0 && worlds.alive == 0
  }

  private let numbers = Counter()
  private let noted = Guarded<[String]>([])

  /// The first few mistakes that were seen.
  var complaints: [String] { noted.now }
  func complain(_ text: String) { noted.withLock { if $0.count < 10 { $0.append(text) } } }

  /// True if builds no longer fail on purpose.
  private let calm = Guarded(false)
  var isCalm: Bool { calm.now }
  func calmDown() { calm.withLock { $0 = true } }

  func nextNumber() -> Int { numbers.increment() }
}

/// A container of a storm, as its products know it.
final class StormWorld: Sendable {
  let number: Int
  /// The world of the parent.
  let outer: StormWorld?
  /// The world of the container from which this one was forked.
  let base: StormWorld?
  let census: StormCensus

  init(in census: StormCensus, outer: StormWorld? = nil, base: StormWorld? = nil) {
    (number, self.outer, self.base, self.census) = (census.nextNumber(), outer, base, census)
    StormCensus.worlds.make()
  }

  deinit { StormCensus.worlds.lose() }

  /// Returns the container, seen from this one, that has the registrations of `home`; nil if there is none.
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
  /// The counts of instances that a container builds and releases for one registration and argument.
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
  /// Each build whose number is a multiple of this one fails; nil if none fails.
  let mishaps: Int?
  /// True if no thread may ever see it because its registration is rolled back.
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

  /// Begins a build in a container. Cached instances are built one at a time, and a plain singleton once.
  func begin(in world: StormWorld, argument: Int = 0) {
    if isDoomed { census.complain("\(self) was built, but never registered") }
    let tally = tallies.withLock { tallies in
      tallies[Place(world: world.number, argument: argument), default: Tally()].underWay += 1
      return tallies[Place(world: world.number, argument: argument)] ?? Tally()
    }
    if scope.isBuiltByOne, tally.underWay > 1 { census.complain("\(self) was built twice at the same time") }
    if scope == .singleton, tally.built > 0 { census.complain("\(self) was built again") }
  }

  /// Returns true if the current build has to fail.
  func isMishap() -> Bool { mishaps.map { tries.increment() % $0 == 0 && !census.isCalm } ?? false }

  func end(in world: StormWorld, argument: Int = 0, built: Bool) {
    tallies.withLock { tallies in
      tallies[Place(world: world.number, argument: argument), default: Tally()].underWay -= 1
      if built { tallies[Place(world: world.number, argument: argument), default: Tally()].built += 1 }
    }
  }

  /// Expects the hook to run for a product of its own registration.
  func noteHook(of thing: StormThing) {
    if thing.note !== self { census.complain("\(self) ran its hook for an instance of \(thing.note)") }
  }

  func noteReleased(in world: StormWorld, argument: Int) {
    tallies.withLock { $0[Place(world: world.number, argument: argument), default: Tally()].released += 1 }
  }

  /// Expects that all instances were released if the registration stayed until the end, and never more than were built.
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
  /// True if each container builds one instance at a time.
  var isBuiltByOne: Bool { self != .transient && self != .graph }

  /// True if a container releases each instance with `onRelease`.
  var isCounted: Bool { self == .singleton || self == .disposable || self == .scoped }
}

/// A product of a storm, which knows its registration and its dependencies.
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
    if releases.increment() > 1 { world.census.complain("an instance of \(note) was released twice") }
    note.noteReleased(in: world, argument: argument)
  }

  /// Expects that this is the right instance for a caller in a container: built by a registration that is visible
  /// there, with dependencies from the right container. The dependencies are checked, too.
  func check(key: Int, from asker: StormWorld) {
    let census = asker.census
    if note.key != key { census.complain("key \(key) returned an instance of \(note)") }
    if note.isDoomed { census.complain("\(note) is visible, but was rolled back") }
    guard let owner = asker.owner(ofThoseOf: note.home) else {
      census.complain("container \(asker.number) returned an instance of \(note)")
      return
    }
    let isRight =
      switch note.scope {
      case .singleton, .disposable, .weak: world === owner
      // Forks share the custom scope object.
      case .shared: (world.base ?? world) === (owner.base ?? owner)
      case .transient, .graph, .scoped, .perContainer: world === asker
      }
    if !isRight {
      census.complain("container \(asker.number) returned an instance that container \(world.number) built by \(note)")
    }
    if needs.map(\.note.key) != note.needs { census.complain("an instance of \(note) has other dependencies") }
    for (need, key) in zip(needs, note.needs) { need.check(key: key, from: world) }
  }
}
