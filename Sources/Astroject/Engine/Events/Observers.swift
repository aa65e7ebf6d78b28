/// The behaviors of one container.
struct Observers: ~Copyable, Sendable {
  private final class Members: Sendable {
    struct Contents {
      var queues: [EventQueue] = []
      var tracers: [any Tracer] = []
      var witnesses: [any ResolveWitness] = []
    }

    let contents = Lock(Contents())
  }

  private let listening = AtomicWord(0)
  /// The address of the members, retained once.
  ///
  /// Zero if there are none.
  private let membersWord = AtomicWord(0)

  deinit { membersWord.object(Members.self)?.release() }

  private var members: Members? { membersWord.object()?.object }

  /// True if each resolve has to be seen by a behavior or a witness, of this container or of a parent.
  var areListening: Bool { listening.load() != 0 }

  /// Begins to listen.
  ///
  /// Returns true if this is the first time.
  func listen() -> Bool { listening.add(1) == 1 }

  /// The tracers of this container, without those of its parents.
  var ownTracers: [any Tracer] { members?.contents.withLock { $0.tracers } ?? [] }
  /// The resolve witnesses of this container, without those of its parents.
  var ownWitnesses: [any ResolveWitness] { members?.contents.withLock { $0.witnesses } ?? [] }

  func add(_ tracer: any Tracer) { add { $0.tracers.append(tracer) } }
  func add(_ witness: any ResolveWitness) { add { $0.witnesses.append(witness) } }
  func add(_ queue: EventQueue) { add { $0.queues.append(queue) } }

  private func add(_ add: (inout Members.Contents) -> Void) {
    (members ?? membersWord.object(orPut: Members())).contents.withLock(add)
  }

  func removeAll() {
    let old = members?.contents.withLock { members in
      defer { members = Members.Contents() }
      return members
    }
    withExtendedLifetime(old) {}
  }

  /// The event queues of this container's behaviors, without those of its parents.
  var ownQueues: [EventQueue] { members?.contents.withLock { $0.queues } ?? [] }
}
