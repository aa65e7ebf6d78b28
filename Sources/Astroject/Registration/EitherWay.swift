/// A recipe in two colours: the same work, for a caller that blocks and for one that awaits.
///
/// The synchronous way is led, as the recipes of one colour are; the other one leads code of the user's itself.
package struct EitherWay<Argument, Output>: Sendable {
  /// The ``BothWays``, or where they are made at first need.
  let ways: AnyWays

  package init(
    onMainActor isOnMainActor: Bool = false,
    sync: @escaping @Sendable (Resolver, Argument) throws -> Output,
    async: @escaping @Sendable (Resolver, Argument) async throws -> Output
  ) {
    ways = BothWays(
      onMainActor: isOnMainActor,
      awaiting: { resolver in
        guard let nothing = () as? Argument else { throw Obstacle.mustBeAwaited }
        return try await async(resolver, nothing)
      }, sync: sync, async: async)
  }

  /// What is known to be of these types.
  package init(_ ways: AnyWays) { self.ways = ways }

  /// Whether what is synchronous in it is the main actor's.
  var isOnMainActor: Bool { ways.isOnMainActor }
  var sync: @Sendable (Resolver, Argument) throws -> Output { both.sync }
  var async: @Sendable (Resolver, Argument) async throws -> Output { both.async }
  /// What makes the product of nothing, for when it has turned out that nothing is needed.
  var bare: (@Sendable () throws -> Output)? { both.bare }
  /// What a blocking caller runs that takes no arguments, for a build.
  var resolving: (@Sendable (Resolver) throws -> Output)? { both.resolving }
  /// What an awaiting caller runs, where there are no arguments.
  var awaiting: @Sendable (Resolver) async throws -> Output { both.awaiting }

  /// The wiring, where it belongs to this.
  var wiring: (any Wiring)? { ways.wiring }

  var both: BothWays<Argument, Output> { unsafeDowncast(ways.made, to: BothWays<Argument, Output>.self) }
}

extension EitherWay where Argument == Void {
  /// What takes nothing but a resolver, which is that of a build.
  package init(
    bare: @escaping @Sendable () throws -> Output, resolving: @escaping @Sendable (Resolver) throws -> Output,
    awaiting: @escaping @Sendable (Resolver) async throws -> Output
  ) {
    let sync = { @Sendable (resolver: Resolver, _: Void) throws in
      _ = try resolver.build
      return try resolving(resolver)
    }
    ways = BothWays(
      onMainActor: false, bare: bare, resolving: resolving, awaiting: awaiting, sync: sync,
      async: { resolver, _ in try await awaiting(resolver) })
  }
}

/// A recipe in two colours, as those see it who do not know its types.
@usableFromInline
package class AnyWays: @unchecked Sendable {
  // Nothing in it changes.
  final let isOnMainActor: Bool
  fileprivate init(onMainActor isOnMainActor: Bool) { self.isOnMainActor = isOnMainActor }

  /// The ``BothWays``.
  fileprivate var made: AnyWays { self }
  /// What is known of the recipe, if it belongs to this.
  var wiring: (any Wiring)? { nil }
}

/// The two ways.
final class BothWays<Argument, Output>: AnyWays, @unchecked Sendable {
  let sync: @Sendable (Resolver, Argument) throws -> Output
  let async: @Sendable (Resolver, Argument) async throws -> Output
  let bare: (@Sendable () throws -> Output)?
  let resolving: (@Sendable (Resolver) throws -> Output)?
  // Not optional, as what lies in an optional is called by way of others.
  let awaiting: @Sendable (Resolver) async throws -> Output

  init(
    onMainActor isOnMainActor: Bool, bare: (@Sendable () throws -> Output)? = nil,
    resolving: (@Sendable (Resolver) throws -> Output)? = nil,
    awaiting: @escaping @Sendable (Resolver) async throws -> Output,
    sync: @escaping @Sendable (Resolver, Argument) throws -> Output,
    async: @escaping @Sendable (Resolver, Argument) async throws -> Output
  ) {
    self.bare = bare
    self.resolving = resolving
    self.awaiting = awaiting
    self.sync = sync
    self.async = async
    super.init(onMainActor: isOnMainActor)
  }
}

/// A recipe in two colours with its wiring.
@usableFromInline
package final class WiredWays: Sendable {
  fileprivate let ways: AnyWays
  fileprivate let wiring: any Wiring

  package init<Output>(_ ways: EitherWay<Void, Output>, _ wiring: any Wiring) {
    self.ways = ways.ways
    self.wiring = wiring
  }
}

/// The same, made when something of it is needed first: it takes much that the runtime is asked for, and many a
/// registration is never resolved.
@usableFromInline
package final class LateWays: AnyWays, @unchecked Sendable {
  // It may run twice, where two threads are the first ones; one of what it makes counts.
  private let make: @Sendable () -> WiredWays
  /// Where what was made lies, which is counted; zero before.
  private let word = AtomicWord(0)

  @usableFromInline
  package init(_ make: @escaping @Sendable () -> WiredWays) {
    self.make = make
    super.init(onMainActor: false)
  }

  deinit { known?.release() }

  private var known: Unmanaged<WiredWays>? { word.object() }

  private var content: WiredWays { known?.takeUnretainedValue() ?? word.object(orPut: make()) }

  fileprivate override var made: AnyWays { content.ways }
  override var wiring: (any Wiring)? { content.wiring }
}
