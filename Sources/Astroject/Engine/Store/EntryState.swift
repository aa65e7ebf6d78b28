// The registrations under one key; `Entry+Precedence.swift` says which of them answers.

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
    /// The transaction that is being committed here. Until its end, callers wait that ask or change what is registered.
    var commit: Transaction?
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
      guard !isClosed, isVacant, commit == nil else { return false }
      isClosed = true
      return true
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
