/// The behaviors of one container.
struct Observers: ~Copyable, Sendable {
  typealias Event = (any Behavior) -> Void

  private final class Members: Sendable {
    struct Contents {
      var queues: [EventQueue] = []
      var tracers: [any Tracer] = []
      var witnesses: [any ResolveWitness] = []
    }

    let contents = Lock(Contents())
  }

  private let listening = AtomicWord(0)
  /// Where the members lie, which are counted; zero while there are none.
  private let membersWord = AtomicWord(0)

  deinit { membersWord.object(Members.self)?.release() }

  private var members: Members? { membersWord.object()?.takeUnretainedValue() }

  /// Whether a behavior of this container or of a parent wants to hear.
  var areListening: Bool { listening.load() != 0 }

  /// Begins to listen; false if it did so before.
  func listen() -> Bool { listening.add(1) == 1 }

  /// Those of this container alone that trace.
  var ownTracers: [any Tracer] { members?.contents.withLock { $0.tracers } ?? [] }
  /// Those of this container alone that are told at once.
  var ownWitnesses: [any ResolveWitness] { members?.contents.withLock { $0.witnesses } ?? [] }

  func add(_ behavior: any Behavior) {
    let members = members ?? membersWord.object(orPut: Members())
    members.contents.withLock { members in
      switch behavior {
      case let tracer as any Tracer: members.tracers.append(tracer)
      case let witness as any ResolveWitness: members.witnesses.append(witness)
      default: members.queues.append(EventQueue.of(behavior))
      }
    }
  }

  func removeAll() {
    let old = members?.contents.withLock { members in
      defer { members = Members.Contents() }
      return members
    }
    withExtendedLifetime(old) {}
  }

  /// Those of this container alone that are told one event after another.
  var ownQueues: [EventQueue] { members?.contents.withLock { $0.queues } ?? [] }
}

/// Delivers events to one behavior, one after another, whichever containers they happen in.
final class EventQueue: @unchecked Sendable {
  private struct State {
    var waiting: [Observers.Event] = []
    var isDelivering = false
  }

  private static let queues = Companions<EventQueue>()

  private let behavior: any Behavior
  private let object: AnyObject?
  private let state = Lock(State())

  private init(_ behavior: any Behavior, _ object: AnyObject?) {
    self.behavior = behavior
    self.object = object
  }

  deinit { EventQueue.queues.forget(object) }

  static func of(_ behavior: any Behavior) -> EventQueue {
    queues.companion(of: behavior) { EventQueue(behavior, $0) }
  }

  /// Delivers an event, and those that arrive meanwhile; leaves it to whoever is delivering already.
  func deliver(_ event: @escaping Observers.Event) {
    let isBusy = state.withLock { state in
      state.waiting.append(event)
      defer { state.isDelivering = true }
      return state.isDelivering
    }
    if isBusy { return }
    while let next = next() { next(behavior) }
  }

  private func next() -> Observers.Event? {
    state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.isDelivering = false
      return nil
    }
  }
}
