import AstrojectTesting

/// What a run of a program does that can be seen from outside.
enum Event: Hashable {
  case made(Int, serial: Int, argument: Int?, parts: [Int])
  case failed(Int)
  case prepared(Int, serial: Int)
  case released(Int, serial: Int)
}

/// What a step comes to.
struct Observation: Hashable {
  enum Result: Hashable {
    case done
    case answer(Bool)
    case products([Int])
    case none
    case error(AstrojectError.Kind, [[Stop]])
    case otherError(String)
    /// So many objects are alive in the end.
    case leaked(Int)
  }

  var result = Result.done
  var events: [Event] = []
}

/// A step of an error's path: what was asked, and by which registration it was to be made.
struct Stop: Hashable {
  var service: Service
  var takesArgument: Bool
  var recipe: Int?
}

/// What a factory throws that fails.
struct Trouble: Error {}

/// What factories do, in the containers as in the oracle: they count what they make.
///
/// One task uses it at a time, and whoever awaits another one has what that has written.
final class World: @unchecked Sendable {
  let census = Census()
  private var events: [Event] = []
  private var serial = 0
  private var runs = 0
  private var hasFailed: Set<Int> = []

  /// How many factories and hooks may run in a step; loops of things that catch errors would go on for too long.
  private static let limit = 150

  func takeEvents() -> [Event] {
    defer { (events, runs) = ([], 0) }
    return events
  }

  /// Throws where too many have run.
  func begin() throws {
    runs += 1
    if runs > World.limit { throw Trouble() }
  }

  /// Makes the product of a recipe, or fails as it says.
  func make(_ recipe: Recipe, argument: Int?, parts: [Thing]) throws -> Thing {
    try end(recipe.outcome, of: recipe.id * 2)
    serial += 1
    events.append(.made(recipe.id, serial: serial, argument: argument, parts: parts.map(\.serial)))
    return Kind.classes[recipe.makes].init(serial, of: recipe.id, parts, countedBy: census)
  }

  /// What a hook does with a product.
  func prepare(_ thing: Thing, by hook: Hook, of recipe: Int) throws {
    try end(hook.outcome, of: recipe * 2 + 1)
    events.append(.prepared(recipe, serial: thing.serial))
  }

  func release(_ thing: Thing, of recipe: Int, fails: Bool) throws {
    events.append(.released(recipe, serial: thing.serial))
    if fails { throw Trouble() }
  }

  private func end(_ outcome: Outcome, of location: Int) throws {
    switch outcome {
    case .success: return
    case .failureAtFirst: if !hasFailed.insert(location).inserted { return }
    case .failure: break
    case .cancellation:
      events.append(.failed(location))
      throw CancellationError()
    }
    events.append(.failed(location))
    throw Trouble()
  }
}
