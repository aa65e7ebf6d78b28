extension Core {
  /// The registration that answers to a key: this container's, or the nearest parent's.
  package func find(_ key: Key) -> Match? {
    let word = key.word
    // One hold for all that is looked at on the way.
    return ReadHold.during { _ in
      var level: Core? = self
      while let core = level {
        if let found = core.findHere(key, word: word), !core.isOutranked(found) { return found }
        level = core.parent?.core
      }
      return nil
    }
  }

  /// What may be taken without a lock for a type, seen from this container.
  ///
  /// What a forwarding answers is not published, so that nothing in a child has to stand back here.
  @usableFromInline
  func planCache(forType word: UInt, _ hold: ReadHold) -> PlanCache {
    visibleEntry(forType: word, hold)?.entry._withUnsafeGuaranteedRef { $0.planCache(hold) } ?? .none
  }

  /// The same for a key, if it is a type alone.
  package func planCache(of key: Key, _ hold: ReadHold) -> PlanCache {
    key.label == nil && !key.takesArguments ? planCache(forType: Key.word(of: key.product), hold) : .none
  }

  /// The same; a singleton that is there may be taken from now on.
  package func planCacheEvenIfUnread(of key: Key, _ hold: ReadHold) -> PlanCache {
    guard key.label == nil, !key.takesArguments, let found = visibleEntry(forType: Key.word(of: key.product), hold)
    else { return .none }
    return found.entry._withUnsafeGuaranteedRef { entry in
      let published = entry.planCache(hold)
      // What was made elsewhere may be surrounded, which takes a look at all decorators: not within a hold.
      let mayPublish = published.isNone && found.owner._withUnsafeGuaranteedRef { $0.decoration.load() == 0 }
      return mayPublish ? entry.publishKeptInstance(hold) : published
    }
  }

  /// The registration that answers to a type, where readers without a lock may look for it; nil for what stands in for
  /// another one, or if there is none.
  func findVisible(forType word: UInt) -> Match? {
    let found = ReadHold.during { hold in
      visibleEntry(forType: word, hold).map { ($0.entry.takeUnretainedValue(), $0.owner.takeUnretainedValue()) }
    }
    guard let (entry, owner) = found, let front = entry.front, front.flags.lifetime != .forwarded else { return nil }
    return Match(blueprint: front, entry: entry, owner: owner)
  }

  /// The place of a type where readers without a lock look for it; nil if there is none, or if every resolve has to be
  /// seen.
  @inline(__always)
  private func visibleEntry(forType word: UInt, _ hold: ReadHold) -> (entry: Unmanaged<Entry>, owner: Unmanaged<Core>)?
  {
    // There may be more parents than a recursion would find room for on the stack.
    var level = Unmanaged.passUnretained(self)
    while true {
      let address = level._withUnsafeGuaranteedRef { $0.store.visible.load() }
      guard let table = Table(address: address) else { return nil }
      if let entry = table.entry(forType: word) { return (entry, level) }
      guard let parent = level._withUnsafeGuaranteedRef({ $0.parentCore }) else { return nil }
      level = parent
    }
  }

  func findHere(_ key: Key, word: UInt) -> Match? {
    if transactions.load() == 0 {
      guard let entry = store.entry(for: key, word: word), let front = entry.front else { return nil }
      if front.forwardingTarget.map(isLive) ?? true { return Match(blueprint: front, entry: entry, owner: self) }
    }
    // A forwarding may be there a little longer than what it forwards to, which has another key: what comes behind it
    // answers then, or what a transaction puts in the place of both.
    return consistently { findInLayers(key, word: word) }
  }

  /// What answers at the moment, and whether there were forwardings to what is gone.
  private func findInLayers(_ key: Key, word: UInt) -> (result: Match?, isTorn: Bool) {
    let layers = layers
    while true {
      let entries = layers.compactMap { $0.entry(for: key, word: word) }
      let (front, isTorn) = Entry.front(ofLayers: entries, isLive: isLive)
      guard let front else { return (nil, isTorn) }
      if let entry = entries.first(where: { $0.holds(front) }) {
        return (Match(blueprint: front, entry: entry, owner: self), isTorn)
      }
      // It was replaced meanwhile: what has come in its place answers.
    }
  }

  /// Whether a forwarding stands back behind what a parent protects.
  private func isOutranked(_ found: Match) -> Bool {
    guard found.blueprint.flags.lifetime == .forwarded else { return false }
    let key = found.blueprint.key
    return isProtectedAbove(key, word: key.word)
  }

  /// One registration of this container, if it still counts.
  package func find(_ blueprint: Blueprint) -> Match? {
    if transactions.load() == 0 { return find(blueprint, in: store).found }
    for layer in layers {
      let (found, isCovered) = find(blueprint, in: layer)
      if found != nil || isCovered { return found }
    }
    return nil
  }

  /// Whether a layer has a registration, and whether one beneath no longer counts.
  private func find(_ blueprint: Blueprint, in layer: Store) -> (found: Match?, isCovered: Bool) {
    let entry = layer.place(of: blueprint)
    if let entry, entry.holds(blueprint) { return (Match(blueprint: blueprint, entry: entry, owner: self), false) }
    if blueprint.isContribution { return (nil, layer.masksContributions) }
    guard let entry else { return (nil, false) }
    return (nil, entry.masksOuter || blueprint.forwardingTarget == nil && entry.own != nil)
  }

  /// Whether a registration of this container that is no forwarding still counts.
  func isLive(_ blueprint: Blueprint) -> Bool {
    if transactions.load() == 0, !blueprint.isContribution {
      return store.entry(for: blueprint.key)?.own === blueprint
    }
    return find(blueprint) != nil
  }

  /// The stores that a lookup goes through: those of open transactions of the caller's, the innermost first, and the
  /// container's.
  var layers: [Store] {
    guard transactions.load() != 0 else { return [store] }
    return Transaction.stores(on: self) + [store]
  }

  // MARK: Collections

  /// Every registration of a type that takes no arguments, in order, this container's first.
  func collection(of type: Any.Type) -> [Match] {
    registrations(of: type).filter { $0.blueprint.isSelfContained && !$0.blueprint.isComposite }
  }

  /// Every registration of a type, or of all with nil, that is not another's to answer for; in order, this container's
  /// first.
  package func registrations(of type: Any.Type? = nil) -> [Match] {
    var result: [Match] = []
    var seen: Set<Key> = []
    for core in lineage {
      let keyed = core.keyed(of: type)
      let isMasked = { (found: Match) in !seen.isEmpty && seen.contains(found.blueprint.key) }
      let counting = keyed.filter { !isMasked($0) || !$0.blueprint.isOverridable } + core.contributed(to: type)
      result += counting.sorted { $0.blueprint.sequence < $1.blueprint.sequence }
      // Only what is above can be masked.
      if core.parent != nil {
        for found in keyed where !found.blueprint.isComposite { seen.insert(found.blueprint.key) }
      }
    }
    return result
  }

  /// Every registration of this container, those included that answer for another one.
  package var ownRegistrations: [Match] { keyed(of: nil) + contributed(to: nil) }

  private func keyed(of type: Any.Type?) -> [Match] {
    // A transaction may be in the midst of replacing a forwarding and what it forwards to.
    consistently { keyedNow(of: type) }
  }

  /// What there is at the moment, and whether there were forwardings to what is gone.
  private func keyedNow(of type: Any.Type?) -> (result: [Match], isTorn: Bool) {
    var (found, isTorn) = ([Match](), false)
    // Where the own registrations do not count beneath, and where nothing does.
    var (hidden, masked) = (Set<Key>(), Set<Key>())
    let layers = layers
    for layer in layers {
      for entry in layer.entries(of: type) {
        for blueprint in entry.blueprints {
          let isLive = blueprint.forwardingTarget.map(isLive)
          if isLive == false { isTorn = true }
          let covered = isLive == nil ? hidden : masked
          guard isLive ?? true, covered.isEmpty || !covered.contains(blueprint.key) else { continue }
          found.append(Match(blueprint: blueprint, entry: entry, owner: self))
        }
        // Only what is beneath can be covered.
        guard layers.count > 1 else { continue }
        if entry.masksOuter { masked.insert(entry.key) }
        if entry.masksOuter || entry.own != nil { hidden.insert(entry.key) }
      }
    }
    return (found, isTorn)
  }

  private func contributed(to type: Any.Type?) -> [Match] {
    var result: [Match] = []
    for layer in layers {
      for entry in layer.contributions where type == nil || entry.key.product == type {
        result += entry.blueprints.map { Match(blueprint: $0, entry: entry, owner: self) }
      }
      if layer.masksContributions { break }
    }
    return result
  }

  // MARK: Names and keys

  /// Returns false if no type with one of these marks has a name or key, as far as this container can see.
  ///
  /// - Parameter marks: What ``labelMarks(of:)`` gives for some types.
  package func mayHaveLabels(_ marks: UInt) -> Bool {
    var level = Unmanaged.passUnretained(self)
    while true {
      let mayHave = level._withUnsafeGuaranteedRef { $0.store.mayHaveLabels(marks) || $0.transactions.load() != 0 }
      if mayHave { return true }
      guard let parent = level._withUnsafeGuaranteedRef({ $0.parentCore }) else { return false }
      level = parent
    }
  }

  /// Returns the marks of some types, put together by `|`: a mark stands for the names and keys of a type.
  package static func labelMarks(of types: [Any.Type]) -> UInt { types.reduce(0) { $0 | Store.labelMarks(of: $1) } }

  /// Returns true if something of a type has a name or key here or in a parent, or if a fallback may know such.
  package func mayHaveLabels(of types: [Any.Type]) -> Bool {
    hasFallback
      || lineage.contains { core in types.contains { type in core.layers.contains { $0.hasLabels(of: type) } } }
  }

  // MARK: Whether there is

  /// Whether something answers to a key: a registration, the fallback, or what a derived form is made of.
  func knows<Product>(_ key: Key, _ type: Product.Type) -> Bool {
    if hasRegistration(for: key) || fallback(for: key, type) != nil { return true }
    return DerivedForms.form(of: type)?.isKnown(in: self, for: key) ?? false
  }

  /// The same for a request: what is registered without arguments may take some all the same.
  package func answers<Product>(_ key: Key, _ type: Product.Type) -> Bool {
    knows(key, type) || key.takesArguments && find(key.withoutArguments)?.blueprint.acceptor != nil
  }

  /// Returns true if a form that is not registered is made of what is; before the fallback only where there is
  /// something to make it of.
  package func derives<Form: DerivedForm>(_ key: Key, _ form: Form.Type) -> Bool {
    find(key) == nil && (fallback(for: key, form) == nil || form.isKnown(in: self, for: key))
  }

  /// Whether a registration of this container or of a parent answers to a key.
  package func hasRegistration(for key: Key) -> Bool { lineage.contains { $0.hasOwnRegistration(for: key) } }

  func hasOwnRegistration(for key: Key) -> Bool { findHere(key, word: key.word) != nil }

  /// Whether a key is protected here, as the caller sees it from within a transaction, or in a parent.
  func isProtected(_ key: Key, word: UInt, in transaction: Transaction?) -> Bool {
    isProtectedHere(key, word: word, in: transaction) || isProtectedAbove(key, word: word)
  }

  private func isProtectedHere(_ key: Key, word: UInt, in transaction: Transaction?) -> Bool {
    var isProtected: Bool?
    var next = transaction
    while isProtected == nil, let transaction = next {
      isProtected = transaction.isProtected(key, word: word)
      next = transaction.around
    }
    return isProtected ?? store.isProtected(key, word: word) ?? false
  }

  /// Whether a key is protected in a parent.
  func isProtectedAbove(_ key: Key, word: UInt) -> Bool {
    var level = parent?.core
    while let core = level {
      let transaction = core.transactions.load() == 0 ? nil : Transaction.open(on: core)
      if core.isProtectedHere(key, word: word, in: transaction) { return true }
      level = core.parent?.core
    }
    return false
  }

  /// Whether there is a fallback, which may know anything.
  package var hasFallback: Bool { lineage.contains { $0.fallback != nil } }

  /// The fallback, if it knows what is asked; it is asked for nothing with arguments or a key that is not a name.
  package func fallback<Product>(for key: Key, _ type: Product.Type) -> (any Resolving & Sendable)? {
    guard key.isNamed else { return nil }
    for core in lineage {
      if let fallback = core.fallback, fallback.isRegistered(type, name: key.name) { return fallback }
    }
    return nil
  }
}
