// The registrations under one key, and which of them answers.

extension Entry {
  /// The state of an entry.
  struct State {
    /// The registration that was made under the key itself. A new one has no storage.
    var own: Blueprint? {
      didSet { storage = nil }
    }
    /// The storage of the own registration.
    var storage: InstanceStorage?
    /// The forwardings of other registrations to this key, in order.
    var forwardings: [Blueprint] = []
    /// In a transaction, the entry that this one was copied from; nil if the key had none.
    var basis: Basis?
    /// The store that is changing several entries at once. Until its end, callers wait that ask or change what is
    /// registered.
    var holder: Store?
    /// True if nothing is added any more because the store has removed the entry.
    private(set) var isClosed = false

    /// True if the entry is of no use.
    var isVacant: Bool { own == nil && forwardings.isEmpty && basis == nil }

    /// Adds a forwarding in its place in the order.
    mutating func insert(_ forwarding: Blueprint) {
      let index = forwardings.lastIndex { $0.sequence <= forwarding.sequence }.map { $0 + 1 } ?? 0
      forwardings.insert(forwarding, at: index)
    }

    /// Closes the state, if it is empty, so that nothing is added any more; returns false if it is not empty.
    mutating func close() -> Bool {
      guard !isClosed, isVacant, holder == nil else { return false }
      isClosed = true
      return true
    }

    /// Returns the registration that stays instead of a new one: a protected one, or any if the new one replaces none.
    func obstacle(to blueprint: Blueprint, replacing replaces: Bool) -> Blueprint? {
      if !replaces || blueprint.flags.ifRegistered != .replace { return plainFront }
      return own.flatMap { $0.flags[.isOverridable] ? nil : $0 }
    }

    /// A registration of a transaction that gives way to another one.
    typealias Concession = (new: Blueprint, known: Blueprint)

    /// Merges the changes that a transaction has made to its copy of the state, which may have changed meanwhile.
    func merged(
      with changed: State, replacing replaces: Bool
    ) -> (own: Blueprint?, forwardings: [Blueprint], left: Concession?) {
      let basis = changed.basis
      let isChanged = changed.own !== basis?.own
      // What was here before the transaction, and was removed by it, is gone. What came meanwhile is not.
      let isRemoved = own === basis?.own && basis?.isRemoved ?? false
      var rest = State(own: isRemoved ? nil : own)
      let all = forwardings.merged(with: changed.forwardings, from: basis?.forwardings ?? [])
      rest.forwardings = all.filter { forwarding in forwardings.contains { $0 === forwarding } }
      guard isChanged, let new = changed.own else { return (rest.own, all.inSequence, nil) }
      if let known = rest.obstacle(to: new, replacing: replaces) { return (rest.own, all.inSequence, (new, known)) }
      return (new, all.inSequence, nil)
    }

    /// The registration that answers a single resolve: a composite, else a protected one, else the last one.
    var front: Blueprint? { forwardings.last { $0.isComposite } ?? plainFront }

    /// The registration that answers a single resolve, but for a composite, which has a place of its own.
    private var plainFront: Blueprint? {
      guard let last = forwardings.last(where: { !$0.isComposite }) else { return own }
      guard let own else { return last }
      return !own.flags[.isOverridable] || own.sequence > last.sequence ? own : last
    }
  }

  /// The registrations that a transaction found under a key before it changed them.
  final class Basis {
    let entry: Entry
    let own: Blueprint?
    let forwardings: [Blueprint]
    /// True if the transaction has removed the registrations, and not only replaced one.
    var isRemoved = false

    init(_ entry: Entry, _ state: State) {
      self.entry = entry
      own = state.own
      forwardings = state.forwardings.map(\.self)
    }

    func holds(_ blueprint: Blueprint) -> Bool { own === blueprint || forwardings.contains { $0 === blueprint } }
  }
}
