import Astroject

/// What one object in the making gets into its properties.
final class Filling: @unchecked Sendable {
  // Everything that changes is guarded by the lock; values are handed to the object that is being made.
  /// What a property asks for.
  struct Request: Equatable, Sendable {
    let property: any InjectedProperty.Type
    let label: Label?

    var key: Key { Key(property.value, label: label) }

    /// Whether its key is an object, which is the user's to keep.
    var hasObject: Bool { label.map { type(of: $0.base) is AnyClass } ?? false }

    /// Whether it may be that it cannot be had while an object is made, as far as is known.
    func mayHaveToBeAwaited(in core: Core) -> Bool { core.mayHaveToBeAwaited(key, suspectingTheUnseen: true) }

    static func == (left: Request, right: Request) -> Bool {
      left.property == right.property && left.label == right.label
    }
  }

  private struct State {
    var prepared: [(request: Request, box: AnyObject)] = []
    var requests: [Request] = []
    var hasMissed = false
    /// An object may be gone, or have put another property in the place of one.
    var pending: [WeakPending] = []
  }

  private let state = Lock(State())

  /// The filling of the object that a build makes.
  static func of(_ frame: Frame) -> Filling {
    // Only this module gives frames one.
    unsafeDowncast(frame.filling(orMake: Filling.init), to: Filling.self)
  }

  /// Notes that a property has asked for something that was ready.
  func note(_ request: Request) { state.withLock { $0.requests.append(request) } }

  /// Holds a value ready, in a box of its type.
  func prepare(_ request: Request, _ box: AnyObject) {
    state.withLock { $0.prepared.append((request, box)) }
  }

  /// The value that is ready for a property of the object that a build makes, if one is.
  static func take<Value>(_ type: Value.Type, _ label: Label?, for frame: Frame) -> Value? {
    if let address = Ambient.provided.address(for: frame) {
      let provision = Provision.at(address).takeUnretainedValue()
      if let value = provision.take(ObjectIdentifier(type), where: { $0 == label }) {
        return value.assumingMemoryBound(to: type).move()
      }
      provision.moveAll(into: frame)
    }
    return frame.hasFilling ? Filling.of(frame).take(type, label) : nil
  }

  /// The value that is ready for a property, if one is.
  private func take<Value>(_ type: Value.Type, _ label: Label?) -> Value? {
    // Labels are compared where no lock is held, as they are the user's.
    let ready = state.withLock { $0.prepared }.first { request, _ in
      request.property.value == type && request.label == label
    }
    // The type of the property is looked up by the runtime, and so only where it is not known.
    let request = ready?.request ?? Request(property: Inject<Value>.self, label: label)
    state.withLock { state in
      state.requests.append(request)
      if let box = ready?.box, let index = state.prepared.firstIndex(where: { $0.box === box }) {
        state.prepared.remove(at: index)
      } else {
        state.hasMissed = true
      }
    }
    // The box is of the type that it was prepared for.
    return ready.map { unsafeDowncast($0.box, to: Box<Value>.self).value }
  }

  /// Notes that a property could not be filled.
  func note(_ property: any PendingProperty, _ error: any Error) {
    state.withLock { $0.pending.append(WeakPending(property: property, error: error)) }
  }

  /// Throws if a property could not be filled.
  func finish() throws {
    if let failed = pending.first { throw failed.error }
  }

  /// Fills what has to be awaited, and throws if a property could not be filled.
  func finish(for frame: Frame) async throws {
    for (property, error) in pending {
      guard error.mayBeAwaited else { throw error }
      try await property.fill(for: frame)
    }
  }

  /// What could not be filled, as far as it is still there. It is held, and so must not be freed under the lock.
  private var pending: [(property: any PendingProperty, error: any Error)] {
    state.withLock { $0.pending }.compactMap { pending in pending.property.map { ($0, pending.error) } }
  }

  /// What was asked for, in order.
  var requests: [Request] { state.withLock { $0.requests } }
  /// Whether something was asked for that was not ready.
  var hasMissed: Bool { state.withLock { $0.hasMissed } }
}

extension [Filling.Request] {
  /// What is left when each of others has taken out one that is equal.
  func without(_ others: [Filling.Request]) -> [Filling.Request] {
    others.reduce(into: self) { rest, other in
      if let index = rest.firstIndex(of: other) { rest.remove(at: index) }
    }
  }
}

/// A property that could not be filled, which only its object holds.
private struct WeakPending {
  weak var property: (any PendingProperty)?
  let error: any Error
}
