// A property that gets an object which is still being built: `injecting`, where one of two objects takes the other by its
// initializer. It is set when that initializer has returned, and until the object has been built, what has the property
// is handed to nobody else.
//
// Each has its slot. Of two objects, Kitchen(Fruit) and Fruit with a property for the Kitchen:
//
// 1. The Kitchen is asked for, and being built; its initializer needs the Fruit, whose hook needs the Kitchen. Its slot
//    takes a ``LateProperty`` instead, and the Fruit's build goes on to its end.
// 2. There the Fruit is not kept yet: its slot is handed over to the build of the Kitchen, as if the Fruit were being
//    built by that. So whoever is within that build gets the Fruit, and all others wait for it, who see in the graph of
//    waits what they wait for.
// 3. The Kitchen's initializer returns: the property is set. The Kitchen's build ends: so does that of the Fruit, in the
//    same way.
//
// A ``HeldProduct`` is one such Fruit, which may wait for several builds. Two threads may begin at both ends: the one
// that comes second finds the other's object handed over to its own build, and does not wait for it.

/// A property that is set when what it gets has been made.
final class LateProperty: Sendable {
  /// What has the property.
  let owner: HeldProduct
  /// Whether it is the main actor's to set.
  private let isOnMainActor: Bool
  private let set: @Sendable (AnyProduct) throws -> Void

  init(of owner: HeldProduct, onMainActor isOnMainActor: Bool, set: @escaping @Sendable (AnyProduct) throws -> Void) {
    self.owner = owner
    self.isOnMainActor = isOnMainActor
    self.set = set
  }

  /// The same for a product that is made of what it gets.
  func by(_ convert: @escaping @Sendable (AnyProduct) throws -> AnyProduct) -> LateProperty {
    LateProperty(of: owner, onMainActor: isOnMainActor) { [set] in try set(convert($0)) }
  }

  /// Sets it; throws an ``Obstacle`` where that cannot be done here.
  func give(_ product: AnyProduct) throws {
    if isOnMainActor, !MainThread.isCurrent { throw Obstacle.mustBeOnMainActor }
    try set(product)
  }

  /// Sets it where it is to be set.
  func give(_ product: AnyProduct) async throws {
    guard isOnMainActor else { return try set(product) }
    try await MainActor.run { try set(product) }
  }
}

/// Ends a resolve whose product will come later.
struct PutOff: Error {}

/// An object that is held back until what its properties get has been built.
final class HeldProduct: Sendable {
  private struct State {
    /// Where that is being built.
    var targets: [Slot] = []
    /// Why one of it is not there.
    var error: AstrojectError?
    /// Ends the build of the object, when its own code has ended before; and where the object is kept or shared.
    var finish: (@Sendable () -> Void)?
    var slot: Slot?
  }

  /// What is to be done when no lock is held.
  private enum Action {
    case none
    case finish(@Sendable () -> Void)
    case fail(AstrojectError)
    case wake([Waiter])
  }

  private let state: Lock<State>
  /// Held while slots are handed over, so that none is handed to a build that has just ended or been handed over itself.
  /// No lock is taken under it but those of slots and of the states above.
  private static let handing = Lock(())

  /// - Parameter slot: Where the object is to be kept or shared, if that is known.
  init(in slot: Slot?) { state = Lock(State(slot: slot)) }

  /// Where the object is to be kept or shared; nil for one that is its caller's alone, or if that is not known yet.
  var slot: Slot? { state.withLock { $0.slot } }

  /// Notes what is being built; false if that was done before. Called under the lock of its slot.
  func waits(for target: Slot) -> Bool {
    state.withLock { state in
      if state.targets.contains(where: { $0 === target }) { return false }
      state.targets.append(target)
      return true
    }
  }

  /// Ends the object's own code: holds it back if something is not there yet, to `finish` it later.
  ///
  /// - Parameter slot: Where it is to be kept or shared.
  /// - Returns: False where there is nothing to wait for.
  /// - Throws: Why something is not there.
  func hold(_ product: AnyProduct, in slot: Slot, _ finish: @escaping @Sendable () -> Void) throws -> Bool {
    let isIdle = state.withLock { state in
      state.slot = slot
      return state.targets.isEmpty && state.error == nil
    }
    if isIdle { return false }
    let result = HeldProduct.handing.withLock { _ -> Result<[Waiter]?, AstrojectError> in
      let own = slot.builder?.build
      let error = state.withLock { state -> AstrojectError? in
        // What waits for this one is finished with it.
        state.targets.removeAll { target in target.builder.map { $0.build === own } ?? false }
        if state.error == nil, !state.targets.isEmpty { state.finish = finish }
        return state.error
      }
      if let error { return .failure(error) }
      guard let target = state.withLock({ $0.targets.last }) else { return .success(nil) }
      return .success(target.handOver(slot, showing: product))
    }
    guard let waiters = try result.get() else { return false }
    for waiter in waiters { waiter.end(.again) }
    return true
  }

  /// Ends a build that it waits for.
  func targetEnded(_ target: Slot, failingWith error: AstrojectError? = nil) {
    let action = HeldProduct.handing.withLock { _ -> Action in
      let (action, next, slot) = state.withLock { state -> (Action, Slot?, Slot?) in
        state.targets.removeAll { $0 === target }
        state.error = state.error ?? error
        // Its own code will see it at its end.
        guard let finish = state.finish else { return (.none, nil, nil) }
        if state.error == nil, let next = state.targets.last { return (.none, next, state.slot) }
        state.finish = nil
        state.targets = []
        return (state.error.map { .fail($0) } ?? .finish(finish), nil, nil)
      }
      guard let next, let slot, let draft = slot.builder?.draft else { return action }
      return .wake(next.handOver(slot, showing: draft))
    }
    switch action {
    case .none: break
    case .finish(let finish): finish()
    case .fail(let error): slot?.fail(error, synchronously: false)
    case .wake(let waiters): for waiter in waiters { waiter.end(.again) }
    }
  }

  /// Whether its own code has ended.
  fileprivate var isHeld: Bool { state.withLock { $0.finish != nil } }
}

extension Slot {
  /// Has the build in this slot be that of another slot, too, and of all that was handed over to that; returns who has
  /// waited there, to ask anew.
  fileprivate final func handOver(_ other: Slot, showing product: AnyProduct) -> [Waiter] {
    guard let builder else { return [] }
    var (waiters, followers) = other.becomePart(of: builder.build, suspending: builder.suspends, showing: product)
    for follower in followers where follower.isHeld {
      // Two may wait for each other.
      guard let slot = follower.slot, let own = slot.builder, own.build !== builder.build, let draft = own.draft else {
        continue
      }
      waiters += handOver(slot, showing: draft)
    }
    return waiters
  }
}
