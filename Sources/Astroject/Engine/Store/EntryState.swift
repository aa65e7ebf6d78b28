extension Entry {
  /// The state that few entries have. It never changes because a copy may be read where no lock is held.
  fileprivate final class Rest: Sendable {
    /// The forwardings of other registrations to this key, in order.
    let forwardings: [Blueprint]
    /// True if the registrations of an outer store under this key no longer count.
    let masksOuter: Bool
    /// The number of transactions that are about to add something.
    let pins: Int

    init?(forwardings: [Blueprint], masksOuter: Bool, pins: Int) {
      if forwardings.isEmpty, !masksOuter, pins == 0 { return nil }
      self.forwardings = forwardings
      self.masksOuter = masksOuter
      self.pins = pins
    }
  }

  /// The state of an entry, in two words because there are many entries.
  struct State {
    private enum Content {
      case nothing
      case registered(Blueprint)
      /// The storage of a registration, which it knows.
      case keeping(InstanceStorage)
      /// Nothing is added any more because the store has removed the entry.
      case closed
    }

    private var content: Content
    private var rest: Rest?

    /// Creates the state with a registration, if there is one.
    ///
    /// - Parameter storage: The storage of the registration, if there is any.
    init(own: Blueprint? = nil, keeping storage: InstanceStorage? = nil) {
      assert(storage == nil || storage?.blueprint === own)
      content = storage.map { .keeping($0) } ?? own.map { .registered($0) } ?? .nothing
    }

    /// The registration that was made under the key itself. A new one has no storage.
    var own: Blueprint? {
      get {
        switch content {
        case .nothing, .closed: nil
        case .registered(let blueprint): blueprint
        case .keeping(let storage): storage.blueprint
        }
      }
      set { if !isClosed { content = newValue.map { .registered($0) } ?? .nothing } }
    }
    /// The storage of the own registration.
    var storage: InstanceStorage? {
      get { if case .keeping(let storage) = content { storage } else { nil } }
      set {
        if let newValue {
          content = .keeping(newValue)
        } else if case .keeping(let storage) = content {
          content = .registered(storage.blueprint)
        }
      }
    }
    /// The own registration, if a custom scope that all containers share caches its instance.
    ///
    /// That scope is told of a release even if no request has reached it.
    var shared: Blueprint? { own?.flags.lifetime == .shared ? own : nil }
    /// The forwardings of other registrations to this key, in order.
    var forwardings: [Blueprint] {
      get { rest?.forwardings ?? [] }
      set { rest = Rest(forwardings: newValue, masksOuter: masksOuter, pins: pins) }
    }
    /// Adds a forwarding in its place in the order.
    mutating func insert(_ forwarding: Blueprint) {
      let index = forwardings.lastIndex { $0.sequence <= forwarding.sequence }.map { $0 + 1 } ?? 0
      forwardings.insert(forwarding, at: index)
    }
    /// True if the registrations of an outer store under this key no longer count.
    var masksOuter: Bool {
      get { rest?.masksOuter ?? false }
      set { rest = Rest(forwardings: forwardings, masksOuter: newValue, pins: pins) }
    }
    /// The number of transactions that are about to add something.
    var pins: Int {
      get { rest?.pins ?? 0 }
      set { rest = Rest(forwardings: forwardings, masksOuter: masksOuter, pins: newValue) }
    }

    var isClosed: Bool { if case .closed = content { true } else { false } }

    /// Closes the state, if it is empty, so that nothing is added any more; returns false if it is not empty.
    mutating func close() -> Bool {
      guard case .nothing = content, rest == nil else { return false }
      content = .closed
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
      rest?.forwardings.last { $0.isComposite } ?? plainFront()
    }

    /// Returns the registration that answers a single resolve, but for a composite, which has a place of its own.
    func plainFront(without doomed: Set<ObjectIdentifier> = []) -> Blueprint? {
      let last = rest?.forwardings.last { forwarding in
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
