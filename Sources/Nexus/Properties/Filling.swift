import Astroject

/// What one object in the making gets into its properties.
final class Filling: @unchecked Sendable {
  // Everything that changes is guarded by the lock; values are handed to the object that is being made.
  /// A property that was made, by what it asked for.
  struct Request {
    let value: ObjectIdentifier
    let label: Label?
  }

  private struct State {
    var prepared: [(request: Request, box: AnyObject)] = []
    var requests: [Request] = []
    var hasMissed = false
    var pending: [(property: any PendingProperty, error: any Error)] = []
  }

  private let state = Lock(State())

  /// The filling of the object that a build makes.
  static func of(_ frame: Frame) -> Filling {
    if let known = frame.filling { return unsafeDowncast(known, to: Filling.self) }
    let new = Filling()
    frame.filling = new
    return new
  }

  /// Holds a value ready, in a box of its type.
  func prepare(_ value: Any.Type, _ label: Label?, _ box: AnyObject) {
    state.withLock { $0.prepared.append((Request(value: ObjectIdentifier(value), label: label), box)) }
  }

  /// The value that is ready for a property, if one is.
  func take<Value>(_ type: Value.Type, _ label: Label?) -> Value? {
    let box = state.withLock { state -> AnyObject? in
      let request = Request(value: ObjectIdentifier(type), label: label)
      state.requests.append(request)
      guard let index = state.prepared.firstIndex(where: { $0.request.matches(request) }) else {
        state.hasMissed = true
        return nil
      }
      return state.prepared.remove(at: index).box
    }
    // The box is of the type that it was prepared for.
    return box.map { unsafeDowncast($0, to: Box<Value>.self).value }
  }

  /// Notes that a property could not be filled.
  func note(_ property: any PendingProperty, _ error: any Error) {
    state.withLock { $0.pending.append((property, error)) }
  }

  /// Throws if a property could not be filled.
  func finish() throws {
    if let failed = state.withLock({ $0.pending.first }) { throw failed.error }
  }

  /// Fills what has to be awaited, and throws if a property could not be filled.
  func finish(for frame: Frame) async throws {
    for (property, error) in state.withLock({ $0.pending }) {
      guard error.mayBeAwaited else { throw error }
      try await property.fill(for: frame)
    }
  }

  /// What was asked for, in order; nil if everything was ready.
  var surprises: [Request]? { state.withLock { $0.hasMissed ? $0.requests : nil } }
}

extension Filling.Request {
  func matches(_ other: Self) -> Bool { value == other.value && label == other.label }
}

extension Error {
  /// Whether the same could be had with `await`.
  fileprivate var mayBeAwaited: Bool {
    switch self as? AstrojectError {
    case .asynchronousFactory, .isolationMismatch: true
    default: false
    }
  }
}
