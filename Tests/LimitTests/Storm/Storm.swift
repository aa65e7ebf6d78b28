import TestSupport

@testable import Astroject

/// The container of a storm, and what all participants know of it.
final class Storm: Sendable {
  /// The purposes of the keys. A registration depends on lower keys only.
  enum Keys {
    /// Registered once, and never replaced.
    static let rocks = 0..<4
    /// Replaced at any time, and never missing.
    static let steady = 4..<12
    /// Replaced at any time by asynchronous factories, and never missing.
    static let awaited = 12..<18
    /// Registered and unregistered at any time.
    static let volatile = 18..<24
    /// Registered once, with one instance for each argument.
    static let argued = 50
    /// Registered once, by an initializer.
    static let initialized = 51
    /// Protected.
    static let protected = 52
    /// Two keys that are registered together.
    static let pair = (60, 61)
    /// Registered by one participant only.
    static func own(_ number: Int) -> Int { 100 + number }
  }

  struct Mishap: Error {}

  let census = StormCensus()
  let root = Container()
  let world: StormWorld
  /// The registrations that are never replaced.
  let rocks: [Note]
  /// The number of the first registration of the latest pair.
  let lastPair = Guarded(0)
  /// A resolver of a container that may be released.
  let stray = Guarded<(resolver: Resolver, world: StormWorld)?>(nil)
  private let listener = Listener()

  init(observed isObserved: Bool) throws {
    let (census, root) = (census, root)
    let world = StormWorld(in: census)
    self.world = world
    try root.register(instance: world)
    let scopes: [AnyScope] = [.singleton, .disposable, .scoped, .weak]
    rocks = zip(Keys.rocks, scopes).map { key, scope in
      Note(key: key, scope, in: world, needs: key > 1 ? [0, 1] : [])
    }
    for note in rocks { try Storm.register(note, in: root) }
    try Storm.registerArgued(Note(key: Keys.argued, .singleton, in: world, needs: [0]), in: root)
    try Storm.registerInitialized(Note(key: Keys.initialized, .singleton, in: world, needs: [1]), in: root)
    let protected = Note(key: Keys.protected, .disposable, in: world)
    try Storm.add(protected, to: root, isOverridable: false)
    for key in Keys.steady { try Storm.register(Note(key: key, .singleton, in: world, needs: [key - 1]), in: root) }
    for key in Keys.awaited {
      try Storm.registerAwaited(Note(key: key, .singleton, in: world, needs: [key - 1]), in: root)
    }
    try replacePair()
    try root.register(Resolver.self) { resolver in resolver }
    if isObserved { root.add(listener) } else { listener.hasHeardAll.open() }
  }

  /// Receives all events. An undelivered event retains its container.
  private final class Listener: Behavior, Sendable {
    struct LastWord {}

    let hasHeardAll = Gate()

    func didRegister<Product>(
      type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
    ) {
      if type == LastWord.self { hasHeardAll.open() }
    }
  }

  // MARK: Registering

  /// Registers a note with its scope and hooks in a transaction, before any thread can see it.
  static func register(_ note: Note, in container: Container, hooked isHooked: Bool = false) throws {
    try container.transaction { try add(note, to: container, hooked: isHooked) }
  }

  /// Registers a note whose products are built by a synchronous factory.
  static func add(
    _ note: Note, to container: Container, isOverridable: Bool = true, hooked isHooked: Bool = false
  ) throws {
    let registration = try container.register(StormThing.self, key: note.key, isOverridable: isOverridable) {
      resolver in
      let world = try resolver.resolve(StormWorld.self)
      note.begin(in: world)
      return try note.ending(in: world) {
        let needs = try note.needs.map { try resolver.resolve(StormThing.self, key: $0) }
        return StormThing(note, in: world, needs: needs)
      }
    }
    // Graph scope is the default, and other threads may have seen the registration already.
    if note.scope == .graph, !isHooked { return }
    if isHooked { registration.afterInit { _, thing in note.noteHook(of: thing) } }
    note.scope.apply(to: registration.onRelease { thing in thing.noteReleased() })
  }

  /// Registers a note whose products are built by an asynchronous factory.
  static func registerAwaited(_ note: Note, in container: Container) throws {
    try container.transaction { try addAwaited(note, to: container) }
  }

  private static func addAwaited(_ note: Note, to container: Container) throws {
    let registration = try container.register(StormThing.self, key: note.key) { resolver async throws -> StormThing in
      let world = try await resolver.resolve(StormWorld.self)
      note.begin(in: world)
      do {
        if note.isMishap() { throw Mishap() }
        await Task.yield()
        var needs: [StormThing] = []
        for key in note.needs { needs.append(try await resolver.resolve(StormThing.self, key: key)) }
        try Task.checkCancellation()
        note.end(in: world, built: true)
        return StormThing(note, in: world, needs: needs)
      } catch {
        note.end(in: world, built: false)
        throw error
      }
    }
    note.scope.apply(to: registration.onRelease { thing in thing.noteReleased() })
  }

  private static func registerArgued(_ note: Note, in container: Container) throws {
    try container.register(StormThing.self, key: note.key, argument: Int.self) { resolver, argument in
      let world = try resolver.resolve(StormWorld.self)
      note.begin(in: world, argument: argument)
      return try note.ending(in: world, argument: argument) {
        let needs = try note.needs.map { try resolver.resolve(StormThing.self, key: $0) }
        return StormThing(note, in: world, argument: argument, needs: needs)
      }
    }.asSingleton().onRelease { thing in thing.noteReleased() }
  }

  private static func registerInitialized(_ note: Note, in container: Container) throws {
    let initializer = { @Sendable (world: StormWorld, need: StormThing) in
      note.begin(in: world)
      return try note.ending(in: world) { StormThing(note, in: world, needs: [need]) }
    }
    try container.register(
      StormThing.self, key: note.key, initializer: initializer, with: .auto, .keyed(note.needs[0])
    ).asSingleton().onRelease { thing in thing.noteReleased() }
  }

  // MARK: Assemblies

  private struct Pair: Assembly {
    let notes: [Note]

    init(_ notes: [Note]) { self.notes = notes }
    init() { notes = [] }

    func assemble(container: Container) throws {
      for note in notes { try Storm.add(note, to: container) }
      if notes.contains(where: \.isDoomed) { throw Mishap() }
    }
  }

  /// Replaces the pair that is registered together. Only one thread does so.
  func replacePair() throws {
    let notes = [Keys.pair.0, Keys.pair.1].map { Note(key: $0, .transient, in: world) }
    try Assembler(container: root, assemblies: [Pair(notes)])
    lastPair.withLock { $0 = notes[0].number }
  }

  /// Registers notes that are rolled back before any thread may see them.
  func assembleInVain(_ keys: [Int]) throws {
    let notes = keys.map { Note(key: $0, .disposable, in: world, isDoomed: true) }
    do {
      try Assembler(container: root, assemblies: [Pair(notes)])
      census.complain("an assembly that throws was applied")
    } catch is Mishap {}
  }

  // MARK: Afterwards

  /// Checks the container after the storm, and shuts it down.
  func settle() async throws {
    stray.withLock { $0 = nil }
    census.calmDown()
    try root.register(Listener.LastWord.self) { Listener.LastWord() }
    await listener.hasHeardAll.pass()
    var last = rocks
    for key in Array(Keys.steady) + Array(Keys.awaited) {
      do {
        let thing = try await root.resolve(StormThing.self, key: key)
        thing.check(key: key, from: world)
        last.append(thing.note)
      } catch {
        census.complain("key \(key) can no longer be resolved: \(error)")
      }
    }
    try await root.shutdown()
    for note in last { note.settle(exactly: note.scope.isCounted) }
  }
}

extension Note {
  /// Ends a build with the product or the error of a closure.
  func ending(in world: StormWorld, argument: Int = 0, _ body: () throws -> StormThing) throws -> StormThing {
    do {
      if isMishap() { throw Storm.Mishap() }
      let thing = try body()
      end(in: world, argument: argument, built: true)
      return thing
    } catch {
      end(in: world, argument: argument, built: false)
      throw error
    }
  }
}
