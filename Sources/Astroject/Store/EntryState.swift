extension Entry {
  /// What few entries have. Never changed, as a state may have been copied, and the copy be read where no lock is held.
  fileprivate final class Rest: Sendable {
    /// Those that another registration has for this type, in order.
    let forwardings: [Blueprint]
    /// Whether what an outer store has under the key no longer counts.
    let masksOuter: Bool
    /// How many transactions are about to put something in.
    let pins: Int

    init?(forwardings: [Blueprint], masksOuter: Bool, pins: Int) {
      if forwardings.isEmpty, !masksOuter, pins == 0 { return nil }
      self.forwardings = forwardings
      self.masksOuter = masksOuter
      self.pins = pins
    }
  }

  /// There are many entries, and so there is one word for each of two things.
  struct State {
    private enum Content {
      case nothing
      case registered(Blueprint)
      /// These know their registration.
      case keeping(InstanceStorage)
      /// Nothing is put in any more, as the store has taken out the entry.
      case closed
    }

    private var content: Content
    private var rest: Rest?

    /// - Parameter slots: Those of the registration, if there are any.
    init(own: Blueprint? = nil, keeping slots: InstanceStorage? = nil) {
      assert(slots == nil || slots?.blueprint === own)
      content = slots.map { .keeping($0) } ?? own.map { .registered($0) } ?? .nothing
    }

    /// The registration that was made under the key itself. A new one keeps nothing.
    var own: Blueprint? {
      get {
        switch content {
        case .nothing, .closed: nil
        case .registered(let blueprint): blueprint
        case .keeping(let slots): slots.blueprint
        }
      }
      set { if !isClosed { content = newValue.map { .registered($0) } ?? .nothing } }
    }
    /// What the own registration keeps.
    var slots: InstanceStorage? {
      get { if case .keeping(let slots) = content { slots } else { nil } }
      set {
        if let newValue {
          content = .keeping(newValue)
        } else if case .keeping(let slots) = content {
          content = .registered(slots.blueprint)
        }
      }
    }
    /// The own registration, if a custom scope keeps its instance that all containers share: that hears of a release
    /// though nobody has asked it.
    var shared: Blueprint? { own?.flags.lifetime == .shared ? own : nil }
    /// Those that another registration has for this type, in order.
    var forwardings: [Blueprint] {
      get { rest?.forwardings ?? [] }
      set { rest = Rest(forwardings: newValue, masksOuter: masksOuter, pins: pins) }
    }
    /// Adds a forwarding at its place in the order.
    mutating func insert(_ forwarding: Blueprint) {
      let index = forwardings.lastIndex { $0.sequence <= forwarding.sequence }.map { $0 + 1 } ?? 0
      forwardings.insert(forwarding, at: index)
    }
    /// Whether what an outer store has under the key no longer counts.
    var masksOuter: Bool {
      get { rest?.masksOuter ?? false }
      set { rest = Rest(forwardings: forwardings, masksOuter: newValue, pins: pins) }
    }
    /// How many transactions are about to put something in.
    var pins: Int {
      get { rest?.pins ?? 0 }
      set { rest = Rest(forwardings: forwardings, masksOuter: masksOuter, pins: newValue) }
    }

    var isClosed: Bool { if case .closed = content { true } else { false } }

    /// Has nothing put in any more, if there is nothing in it; false otherwise.
    mutating func close() -> Bool {
      guard case .nothing = content, rest == nil else { return false }
      content = .closed
      return true
    }

    /// The registration that a new one under the key leaves in its place: a protected one; and whatever answers, where
    /// the new one replaces nothing.
    ///
    /// - Parameter doomed: What is about to be taken out, and with it what forwards to it.
    func obstacle(
      to blueprint: Blueprint, replacing replaces: Bool, without doomed: Set<ObjectIdentifier> = []
    ) -> Blueprint? {
      if !replaces || blueprint.flags.ifRegistered != .replace { return plainFront(without: doomed) }
      return own.flatMap { $0.isOverridable ? nil : $0 }
    }

    /// The registration that answers a single resolve: a composite, or else the last one, or a protected one.
    var front: Blueprint? {
      rest?.forwardings.last { $0.isComposite } ?? plainFront()
    }

    /// The same but for a composite, which has a place of its own.
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
