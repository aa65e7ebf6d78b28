import TestSupport

/// A resolve in a storm, and the answers that are right.
struct Question: Sendable {
  enum Form: CaseIterable {
    case plain, optional, all, lazy, provider
  }

  let container: any Resolving & Sendable
  /// The world of the container.
  let world: StormWorld
  let key: Int
  var form = Form.plain
  var argument: Int?
  /// The lowest number that the answering registration may have.
  var earliest = 0
  var latest = Int.max
  /// True if other participants may use the container.
  var isShared = false
  /// True if the container may be released.
  var isStray = false

  // MARK: Asking

  private func resolve() throws -> [StormThing] {
    if let argument { return [try container.resolve(StormThing.self, key: key, argument: argument)] }
    switch form {
    case .plain: return [try container.resolve(StormThing.self, key: key)]
    case .optional: return try container.resolveOptional(StormThing.self, key: key).map { [$0] } ?? []
    case .all: return try container.resolveAll(StormThing.self)
    case .lazy:
      let lazy = try container.resolve(Lazy<StormThing>.self, key: key)
      let (first, second) = (try lazy.value, try lazy.value)
      if first !== second { world.census.complain("a Lazy returned two instances of \(first.note)") }
      return [first]
    case .provider: return [try container.resolve(Provider<StormThing>.self, key: key).get()]
    }
  }

  private func resolve() async throws -> [StormThing] {
    if let argument { return [try await container.resolve(StormThing.self, key: key, argument: argument)] }
    switch form {
    case .plain: return [try await container.resolve(StormThing.self, key: key)]
    case .optional: return try await container.resolveOptional(StormThing.self, key: key).map { [$0] } ?? []
    case .all: return try await container.resolveAll(StormThing.self)
    case .lazy:
      let lazy = try await container.resolve(Lazy<StormThing>.self, key: key)
      let (first, second) = (try await lazy.get(), try await lazy.get())
      if first !== second { world.census.complain("a Lazy returned two instances of \(first.note)") }
      return [first]
    case .provider: return [try await container.resolve(Provider<StormThing>.self, key: key).get()]
    }
  }

  /// Resolves, and expects a right answer or an error that has a reason.
  func ask() {
    do { check(try resolve()) } catch { check(error, synchronous: true) }
  }

  /// Awaits the answer, and expects it to be right or an error that has a reason.
  func ask(cancelled isCancelled: Bool) async {
    if isCancelled {
      let task = Task {
        do { check(try await resolve()) } catch { check(error, cancelled: true) }
      }
      await Task.yield()
      task.cancel()
      await task.value
    } else {
      do { check(try await resolve()) } catch { check(error) }
    }
  }

  // MARK: Checking

  private func check(_ things: [StormThing]) {
    for thing in things {
      thing.check(key: form == .all ? thing.note.key : key, from: world)
      if thing.note.number < earliest || thing.note.number > latest {
        world.census.complain("\(thing.note) answered, but should not")
      }
      if let argument, thing.argument != argument { world.census.complain("\(thing.note) has another argument") }
    }
    if things.isEmpty, form != .optional || !isVolatile(key) { world.census.complain("key \(key) is missing") }
  }

  private func isVolatile(_ key: Int) -> Bool { Storm.Keys.volatile.contains(key) || key >= Storm.Keys.own(0) }

  private func check(_ error: any Error, synchronous isSynchronous: Bool = false, cancelled isCancelled: Bool = false) {
    guard let error = error as? AstrojectError else {
      world.census.complain("key \(key): \(error)")
      return
    }
    let hasReason =
      switch error {
      case .asynchronousFactory: isSynchronous
      case .noRegistrationFound(let failure): (failure.key.tag as? Int).map { isVolatile($0) } ?? false || form == .all
      case .factoryFailed(let failure): failure.underlyingError is Storm.Mishap
      case .cancelled: isCancelled
      case .containerReleased: isStray
      default: false
      }
    if !hasReason { world.census.complain("key \(key), \(form): \(error)") }
  }
}
