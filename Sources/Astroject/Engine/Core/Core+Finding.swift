extension Core {
  /// Returns the registration that answers to a key: this container's, or that of the nearest parent.
  package func find(_ key: Key) -> Match? {
    // One hold for the whole lookup.
    return ReadHold.during { _ in
      var level: Core? = self
      while let core = level {
        // A forwarding yields to a registration that a parent protects, except for that of a composite.
        if let found = core.findHere(key),
          found.blueprint.flags.lifetime != .forwarded || found.blueprint.isComposite || !core.isProtectedAbove(key)
        {
          return found
        }
        level = core.above
      }
      return nil
    }
  }

  /// Returns what is published for a type, as this container sees it; nil if nothing is.
  func published(forType word: UInt, _ hold: ReadHold) -> Published? { published(hold) { $0.entry(forType: word) } }

  /// Returns what is published for a key, as this container sees it; nil if nothing is.
  package func published(for key: Key, _ hold: ReadHold) -> Published? { published(hold) { $0.entry(for: key) } }

  /// Finds an entry without a lock, and returns what it publishes.
  ///
  /// Returns nil if there is none, or if each resolve has to be seen.
  @inline(__always)
  private func published(_ hold: ReadHold, _ find: (Table) -> Borrowed<Entry>?) -> Published? {
    var entry: Borrowed<Entry>?
    let owner = nearest { core in
      guard let table = Table(address: core.store.visible.load()) else { return true }
      entry = find(table)
      // A container with decorators of its own makes other products of its parents' registrations.
      return entry != nil || core.hasOwnDecorators
    }
    guard let entry, let owner else { return nil }
    let published = Published(entry, of: owner, hold)
    return published.word.isNone ? nil : published
  }

  func findHere(_ key: Key) -> Match? { find(key, in: view) }

  private func find(_ key: Key, in view: Store) -> Match? {
    guard let entry = view.entry(for: key), let front = entry.front else { return nil }
    // Most registrations count for as long as they are found, and are handed on without another reference.
    if transactions.load() == 0, front.flags.lifetime != .forwarded {
      return Match(blueprint: front, entry: entry, owner: self)
    }
    if let first = countingMatch(front, in: entry) { return first }
    // The registration behind it answers.
    let found = view.between {
      view.entry(for: key).flatMap { entry in
        entry.front { countingMatch($0, in: entry) != nil }.map { match($0, in: entry) }
      }
    }
    // What the transaction has copied and left as it was may have been replaced meanwhile.
    guard found == nil, entry.isUnchanged, let transaction = view as? Transaction else { return found }
    return find(key, in: transaction.base)
  }

  /// Returns a registration that was found in an entry, if it still counts.
  ///
  /// For a moment a forwarding may outlast its target, because the two have different keys.
  private func countingMatch(_ blueprint: Blueprint, in entry: Entry) -> Match? {
    if let target = blueprint.forwardingTarget, !isLive(target) { return nil }
    return presentMatch(blueprint, in: entry)
  }

  /// Returns a registration that was found in an entry; nil if that is the copy in a transaction, and another thread
  /// has removed the registration meanwhile.
  ///
  /// If the entry itself has another registration by now, the caller asks again.
  private func presentMatch(_ blueprint: Blueprint, in entry: Entry) -> Match? {
    let found = match(blueprint, in: entry)
    return found.entry === entry || found.entry.holds(blueprint) ? found : nil
  }

  private func match(_ blueprint: Blueprint, in entry: Entry) -> Match {
    Match(
      blueprint: blueprint, entry: transactions.load() == 0 ? entry : entry.keeper(of: blueprint), owner: self)
  }

  /// Finds a registration of this container, if it still counts.
  package func find(_ blueprint: Blueprint) -> Match? {
    guard let entry = view.entry(of: blueprint), entry.holds(blueprint) else { return nil }
    return presentMatch(blueprint, in: entry)
  }

  /// Returns true if a registration of this container, other than a forwarding, still counts.
  func isLive(_ blueprint: Blueprint) -> Bool { find(blueprint) != nil }

  /// The caller's transaction on this container, which its thread retains; nil if there is none.
  var transaction: Borrowed<Transaction>? { transactions.load() == 0 ? nil : Transaction.open(on: self) }

  /// The registrations as the caller sees them, and changes them: those of its transaction, if there is one.
  var view: Store { openView.object }

  /// The view, which this core or the thread of the transaction retains.
  var openView: Borrowed<Store> { transaction?.with { Borrowed($0) } ?? Borrowed(self) }

  // MARK: Collections

  /// Returns all registrations of a type that need no arguments and are no composites, in order, this container's
  /// first.
  func collection(of type: Any.Type) -> [Match] {
    registrations(of: type).filter { $0.blueprint.isSelfContained && !$0.blueprint.isComposite }
  }

  /// Returns the registrations of a type, or of all types with nil, in order, this container's first.
  ///
  /// A parent's registration is left out if a registration of the same key replaces it here.
  package func registrations(of type: Any.Type? = nil) -> [Match] {
    var result: [Match] = []
    var seen: Set<Key> = []
    for core in lineage {
      let (keyed, contributed) = core.own(of: type)
      let isMasked = { (found: Match) in !seen.isEmpty && seen.contains(found.blueprint.key) }
      let counting = keyed.filter { !isMasked($0) || !$0.blueprint.flags[.isOverridable] } + contributed
      result += Ordering.indices(of: counting.map(\.blueprint.sequence)).map { counting[$0] }
      // Only registrations of parents can be masked.
      if core.parent != nil {
        for found in keyed where !found.blueprint.isComposite { seen.insert(found.blueprint.key) }
      }
    }
    return result
  }

  /// All registrations of this container, including forwardings and contributions.
  package var ownRegistrations: [Match] {
    let (keyed, contributed) = own(of: nil)
    return keyed + contributed
  }

  /// Returns the registrations of a type in this container, or of all types with nil.
  private func own(of type: Any.Type?) -> (keyed: [Match], contributed: [Match]) {
    let view = view
    return view.between {
      let matches = { [self] (entry: Entry) in entry.blueprints.compactMap { countingMatch($0, in: entry) } }
      let contributions = view.contributions.filter { type == nil || $0.key.product == type }
      let keyed = view.entries(of: type).flatMap { entry in
        let found = matches(entry)
        // An entry that was removed meanwhile may have a successor.
        return found.isEmpty ? view.entry(for: entry.key).map(matches) ?? [] : found
      }
      return (keyed, contributions.flatMap(matches))
    }
  }

  // MARK: Names and keys

  /// Returns true if a type with one of these marks may have a name or key, as far as this container can see.
  ///
  /// - Parameter marks: The marks of some types; see `Store.labelMarks(of:)`.
  package func mayHaveLabels(_ marks: UInt) -> Bool {
    nearest { $0.mayHoldLabels(marks) || $0.transactions.load() != 0 } != nil
  }

  /// Returns true if one of the types has a name or key here or in a parent, or if a fallback may know one.
  package func mayHaveLabels(of types: [Any.Type]) -> Bool {
    hasFallback || lineage.contains { core in types.contains { core.view.hasLabels(of: $0) } }
  }

  // MARK: Availability

  /// Returns true if a registration, the fallback or a derived form answers to a key.
  func knows<Product>(_ key: Key, _ type: Product.Type) -> Bool {
    if find(key) != nil || fallback(for: key, type) != nil { return true }
    return DerivedForms.form(of: type)?.isKnown(in: self, for: key) ?? false
  }

  /// Returns true if a request can be answered, also by a registration without arguments in its key that accepts some.
  package func answers<Product>(_ key: Key, _ type: Product.Type) -> Bool {
    knows(key, type) || key.takesArguments && find(key.withoutArguments)?.blueprint.acceptor != nil
  }

  /// Returns true if a request can be answered, for a resolve that otherwise does without the product.
  ///
  /// - Throws: ``AstrojectError/tooDeep(_:)`` if a fallback cannot be asked because the stack ends;
  ///   ``AstrojectError/isolationMismatch(_:)`` for a key that is Hashable on one global actor only.
  package func answers<Product>(_ key: Key, _ type: Product.Type, for context: ResolutionContext) throws -> Bool {
    try context.admit(key)
    return try Question.ask(orFailWith: context.failure(key, cause: .fallback)) { answers(key, type) }
  }

  /// Returns true if a form without a registration is derived.
  ///
  /// If the fallback knows the form, it is derived only if there is something to derive it from.
  ///
  /// - Throws: ``AstrojectError/tooDeep(_:)`` if the fallback cannot be asked because the stack ends.
  package func derives<Form: DerivedForm>(_ key: Key, _ form: Form.Type, for context: ResolutionContext) throws -> Bool
  {
    if find(key) != nil { return false }
    let isKnown = try Question.ask(orFailWith: context.failure(key, cause: .fallback)) {
      fallback(for: key, form) != nil
    }
    return !isKnown || form.isKnown(in: self, for: key)
  }

  /// Returns true if a key is protected in a parent.
  func isProtectedAbove(_ key: Key) -> Bool {
    let protector = parentCore?.with { parent in
      parent.nearest {
        guard $0.store.mayProtect || $0.transactions.load() != 0 else { return false }
        return $0.view.entry(for: key)?.own?.flags[.isOverridable] == false
      }
    }
    return protector != nil
  }

  /// True if there is a fallback, which may know any type.
  package var hasFallback: Bool { nearest { $0.fallback != nil } != nil }
}
