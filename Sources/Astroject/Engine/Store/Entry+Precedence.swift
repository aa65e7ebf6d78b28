// Which of the registrations under one key answers, and which stays if another one is added.

extension Entry.State {
  /// Returns the registration that stays instead of a new one: a protected one, or any if the new one replaces none.
  func obstacle(to blueprint: Blueprint, replacing replaces: Bool) -> Blueprint? {
    if !replaces || blueprint.flags.ifRegistered != .replace { return plainFront }
    return own.flatMap { $0.flags[.isOverridable] ? nil : $0 }
  }

  /// A registration of a transaction that gives way to another one.
  typealias Concession = (new: Blueprint, known: Blueprint)

  /// Merges the changes that a transaction has made to its copy of the state, which may have changed meanwhile.
  func merged(
    with changed: Self, replacing replaces: Bool
  ) -> (own: Blueprint?, forwardings: [Blueprint], left: Concession?) {
    let basis = changed.basis
    let isChanged = changed.own !== basis?.own
    // What was here before the transaction, and was removed by it, is gone. What came meanwhile is not.
    let isRemoved = own === basis?.own && (basis?.isRemoved ?? false || isChanged && replaces)
    var rest = Self(own: isRemoved ? nil : own)
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
