/// The published word of an entry, with the place where it was found. It is valid until the hold ends.
@frozen @usableFromInline
package struct Published: @unchecked Sendable {
  // Only addresses. The objects behind them are Sendable.
  @usableFromInline package let word: PublishedWord
  @usableFromInline let entry: Borrowed<Entry>
  /// The container that has the registration.
  @usableFromInline let owner: Borrowed<Core>
  private let hold: ReadHold

  init(_ entry: Borrowed<Entry>, of owner: Borrowed<Core>, _ hold: ReadHold) {
    word = entry.with { $0.publishedWord(hold) }
    self.entry = entry
    self.owner = owner
    self.hold = hold
  }

  /// Returns the product of the plan for a build whose code runs on this thread. The hold has to stay.
  @usableFromInline
  package func make<Product>(for parent: Build) throws -> Product {
    guard let plan = word.plan else { throw AstrojectError.Cause.gone }
    do {
      let ask = Ask(parent.source, for: Borrowed(parent), at: entry, of: owner, on: hold.knownThread)
      return try plan.with { try $0.answer((), for: ask) }
    } catch is Again {
      let key = plan.with { $0.blueprint.key }
      return try parent.core.resolve(key, (), for: ResolutionContext(of: parent))
    }
  }

  /// Returns true if an awaiting caller may have to suspend for the product. Otherwise it takes the blocking way.
  ///
  /// - Parameter beginsTree: True if the caller is not within a tree.
  func maySuspend(in core: Borrowed<Core>, beginsTree: Bool = false, _ hold: ReadHold) -> Bool {
    var outlook = Outlook(core: core, beginsTree: beginsTree, hold: hold)
    return outlook.maySuspend(word)
  }

  /// Returns true if an awaiting caller has met an obstacle on the blocking way because something was registered anew,
  /// or released, since it looked ahead.
  @inline(never)
  func mustAwait(after error: any Error, in core: Borrowed<Core>, beginsTree: Bool = false) -> Bool {
    switch error as? AstrojectError {
    case .asynchronousFactory, .isolationMismatch: ReadHold.during { maySuspend(in: core, beginsTree: beginsTree, $0) }
    default: false
    }
  }

  /// Puts the product at an address for a build that awaits, if nothing has to be awaited; otherwise returns the plan.
  package func putAtOnce<Product>(
    _ type: Product.Type, at address: UnsafeMutableRawPointer, for build: Build, _ hold: ReadHold
  ) throws -> LastingPlan? {
    if let kept = kept(for: Borrowed(build), in: build.source) {
      kept.put(at: address)
      return nil
    }
    if !maySuspend(in: build.source, hold) {
      hold.stay()
      do {
        address.initializeMemory(as: type, to: try make(for: build))
        return nil
      } catch let error where mustAwait(after: error, in: build.source) {}
    }
    return LastingPlan(self)
  }

  /// Returns the instance that is there for an awaiting caller; nil if it has to be built or waited for.
  func kept(for parent: Borrowed<Build>?, in core: Borrowed<Core>) -> AnyProduct? {
    if let instance = word.anyInstance { return instance }
    return word.plan?.with { $0.kept(for: Ask(core, for: parent, at: entry, of: owner)) }
  }
}

extension Build {
  /// Returns the product of a key without arguments, for the code of this build, which runs on this thread.
  package func resolve<Product>(_ key: Key) throws -> Product {
    let hold = ReadHold.begin()
    defer { hold.end() }
    guard let published = published(for: key, hold) else {
      hold.stay()
      return try core.resolve(key, (), for: ResolutionContext(of: self))
    }
    if let instance = published.word.instance(of: Product.self) { return instance.with { $0.value(as: Product.self) } }
    hold.stay()
    return try published.make(for: self)
  }
}
