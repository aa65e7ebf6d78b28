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
