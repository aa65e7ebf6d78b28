/// The steps of a random test with a few containers. It is a value, so that it can be run, shortened and printed.
///
/// Containers are numbered in order of creation; 0 exists from the beginning. A step in a released container does
/// nothing.
struct Program {
  var steps: [Step] = []

  indirect enum Step {
    case register(in: Int, Recipe)
    /// Applies a modifier to the registration of a recipe.
    case modify(Int, Change)
    case resolve(in: Int, Ask, Way)
    case isRegistered(in: Int, Ask)
    /// Drops all resolved instances.
    case forget
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

/// A resolve in a container or with a resolver.
struct Ask {
  enum Form { case one, optional, all }

  var service: Service
  var argument: Int?
  var form = Form.one
  /// True if the caller ignores an error.
  var isTolerated = false
}

/// The form in which a step resolves.
enum Way { case synchronous, asynchronous, inCancelledTask }

enum Scope: Hashable {
  case transient, graph, singleton, disposable, weak, scoped, named(String), shared, perContainer

  /// True if an instance outlives the resolve that built it.
  var keeps: Bool { self != .transient && self != .graph }
  /// True if `release` releases the instance.
  var isDisposable: Bool { keeps && self != .singleton }
  var isCustom: Bool { self == .shared || self == .perContainer }
}

/// The result of a factory or a hook after its dependencies were resolved.
enum Outcome { case success, failure, failureAtFirst, cancellation }

struct Hook {
  var needs: [Ask] = []
  var outcome = Outcome.success
  var isAwaited = false
}

struct Recipe {
  enum Manner { case register, keeping, contribute }
  enum Form { case closure, initializer }
  /// The product of a decorator: one that is made of the decorated product, or that product itself.
  enum Decoration { case made, identity }

  /// The number, which is also the line in the source that paths of errors show.
  var id: Int
  var service: Service
  /// The class of the product if the service is a protocol.
  var makes: Int
  /// True if it takes an argument: a closure requires it, and its key has it. An initializer can do without.
  var takesArgument = false
  var needs: [Ask] = []
  var outcome = Outcome.success
  var isAwaited = false
  var form = Form.closure
  var manner = Manner.register
  /// Nil for a registration.
  var decoration: Decoration?
  var isProtected = false
  var changes: [Change] = []

  /// True if the key has the argument.
  var requiresArgument: Bool { takesArgument && form == .closure }
}

/// A modifier of a registration.
enum Change {
  case scope(Scope)
  case implements(Int)
  case afterInit(Hook)
  case onRelease(fails: Bool)
}
