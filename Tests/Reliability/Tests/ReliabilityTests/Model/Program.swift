/// What is done to a few containers, step by step: a value, so that it can be run, cut down and printed.
///
/// Containers are numbered as they are made; 0 is there from the beginning. A step at a container that has gone does
/// nothing.
struct Program {
  var steps: [Step] = []

  indirect enum Step {
    case register(in: Int, Recipe)
    /// Surrounds what has a recipe's service by what the recipe makes.
    case decorate(in: Int, Recipe)
    /// Says more about a registration, by the number of its recipe.
    case modify(Int, Change)
    case resolve(in: Int, Ask, Way)
    case isRegistered(in: Int, Ask)
    /// Lets go of all that was resolved.
    case letGo
    case release(in: Int, Service)
    case releaseAll(in: Int)
    case unregister(in: Int, Service)
    case clear(in: Int)
    case shutdown(in: Int)
    case makeChild(of: Int, name: String?, [Recipe], fails: Bool)
    case drop(Int)
    case fork(Int, replacing: [Recipe])
    case assemble(in: Int, [Recipe], fails: Bool)
  }
}

/// A type of `Kind.all`, by its number, and a name.
struct Service: Hashable {
  var kind: Int
  var name: String?
}

/// What is asked of a container or a resolver.
struct Ask {
  enum Form { case one, optional, all }

  var service: Service
  var argument: Int?
  var form = Form.one
  /// Whether who asks goes on when it fails.
  var isTolerated = false
}

/// How a step resolves.
enum Way { case synchronous, asynchronous, inCancelledTask }

enum Scope: Hashable {
  case transient, graph, singleton, disposable, weak, scoped, named(String), shared, perContainer

  /// Whether an instance outlives the resolve that built it.
  var keeps: Bool { self != .transient && self != .graph }
  /// Whether `release` lets go of it.
  var isDisposable: Bool { keeps && self != .singleton }
  var isCustom: Bool { self == .shared || self == .perContainer }
}

/// What becomes of a factory or a hook when it has what it needs.
enum Outcome { case success, failure, failureAtFirst, cancellation }

struct Hook {
  var needs: [Ask] = []
  var outcome = Outcome.success
  var isAwaited = false
}

/// A registration.
struct Recipe {
  enum Manner { case register, keeping, contribute }
  enum Form { case closure, initializer }

  /// Its number, which is also its line in the source: paths of errors tell it.
  var id: Int
  var service: Service
  /// The class that is made, where the service is a protocol.
  var makes: Int
  var takesArgument = false
  var needs: [Ask] = []
  var outcome = Outcome.success
  var isAwaited = false
  var form = Form.closure
  var manner = Manner.register
  var isProtected = false
  var changes: [Change] = []
}

/// A modifier of a registration.
enum Change {
  case scope(Scope)
  case implements(Int)
  case afterInit(Hook)
  case onRelease(fails: Bool)
}
