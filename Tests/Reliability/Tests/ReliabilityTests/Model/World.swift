import AstrojectTesting

/// A visible event of a run.
enum Event: Hashable {
  case made(Int, serial: Int, argument: Int?, parts: [Int])
  case failed(Int)
  case prepared(Int, serial: Int)
  case released(Int, serial: Int)
}

/// The result of a step.
struct Observation: Hashable {
  enum Result: Hashable {
    case done
    case answer(Bool)
    case products([Int])
    case none
    case error(AstrojectError.Kind, [[Stop]])
    case otherError(String)
    /// The number of objects that are alive in the end.
    case leaked(Int)
  }

  var result = Result.done
  var events: [Event] = []
}

/// A step of an error's path: the resolved service, and the registration that was to build it.
struct Stop: Hashable {
  var service: Service
  var takesArgument: Bool
  var recipe: Int?
}

/// The error of a factory that fails.
struct Trouble: Error {}

/// The behavior of factories in the containers and in the oracle. They count their products.
///
/// Only one task uses it at a time. A task that awaits another one sees its changes.
final class World: @unchecked Sendable {
  let census = Census()
  private var events: [Event] = []
  private var serial = 0
  private var runs = 0
  private var hasFailed: Set<Int> = []

  /// The number of factories and hooks that may run in a step. It ends loops of factories that catch errors.
  private static let limit = 150

  func takeEvents() -> [Event] {
    defer { (events, runs) = ([], 0) }
    return events
  }

  /// Throws if too many factories and hooks have run.
  func begin() throws {
    runs += 1
    if runs > World.limit { throw Trouble() }
  }

  /// Creates the product of a recipe, or fails as the recipe says.
  func make(_ recipe: Recipe, argument: Int?, parts: [Thing]) throws -> Thing {
    if recipe.decoration == .identity { return parts[0] }
    try end(recipe.outcome, of: recipe.id * 2)
    serial += 1
    events.append(.made(recipe.id, serial: serial, argument: argument, parts: parts.map(\.serial)))
    return Kind.classes[recipe.makes].init(serial, of: recipe.id, parts, countedBy: census)
  }

  /// Runs a hook for a product.
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
