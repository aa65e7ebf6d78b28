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
    /// True if the registrations of an outer store under this key no longer count.
    var masksOuter = false
    /// The number of transactions that are about to add something. It is short, because there are many entries.
    var pins: Int32 = 0
    /// True if nothing is added any more because the store has removed the entry.
    private(set) var isClosed = false

    /// Creates the state with a registration, if there is one.
    ///
    /// - Parameter storage: The storage of the registration, if there is any.
    init(own: Blueprint? = nil, keeping storage: InstanceStorage? = nil) {
      assert(storage == nil || storage?.blueprint === own)
      self.own = own
      self.storage = storage
    }

    /// The own registration, if a custom scope that all containers share caches its instance.
    ///
    /// That scope is told of a release even if no request has reached it.
    var shared: Blueprint? { own?.flags.lifetime == .shared ? own : nil }

    /// Adds a forwarding in its place in the order.
    mutating func insert(_ forwarding: Blueprint) {
      let index = forwardings.lastIndex { $0.sequence <= forwarding.sequence }.map { $0 + 1 } ?? 0
      forwardings.insert(forwarding, at: index)
    }

    /// Closes the state, if it is empty, so that nothing is added any more; returns false if it is not empty.
    mutating func close() -> Bool {
      guard !isClosed, own == nil, forwardings.isEmpty, !masksOuter, pins == 0 else { return false }
      isClosed = true
      return true
    }

    /// Returns the registration that stays instead of a new one: a protected one, or any if the new one replaces none.
    ///
    /// - Parameter doomed: The registrations that are about to be removed, together with forwardings to them.
    func obstacle(
      to blueprint: Blueprint, replacing replaces: Bool, without doomed: Set<ObjectIdentifier> = []
    ) -> Blueprint? {
      if !replaces || blueprint.flags.ifRegistered != .replace { return plainFront(without: doomed) }
      return own.flatMap { $0.isOverridable ? nil : $0 }
    }

    /// The registration that answers a single resolve: a composite, else a protected one, else the last one.
    var front: Blueprint? {
      forwardings.last { $0.isComposite } ?? plainFront()
    }

    /// Returns the registration that answers a single resolve, but for a composite, which has a place of its own.
    func plainFront(without doomed: Set<ObjectIdentifier> = []) -> Blueprint? {
      let last = forwardings.last { forwarding in
        let isDoomed =
          !doomed.isEmpty && forwarding.forwardingTarget.map { doomed.contains(ObjectIdentifier($0)) } ?? false
        return !forwarding.isComposite && !isDoomed
      }
      guard let last else { return own }
      guard let own else { return last }
      return !own.isOverridable || own.sequence > last.sequence ? own : last
    }
  }
}
