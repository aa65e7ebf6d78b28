// Before, between and after what the drivers run of a build: the recipe and the hooks.

extension Resolution {
  var resolver: Resolver { frame.map { Resolver(of: $0) } ?? Resolver(outsideIn: source) }

  /// What answers, where it has been decided to build it.
  var blueprint: Blueprint {
    get throws {
      guard let blueprint = answer?.blueprint else { throw AstrojectError.noRegistrationFound(failure(nil)) }
      return blueprint
    }
  }

  // MARK: Custom scopes

  /// What a custom scope keeps for this tree already; then there is nothing to build.
  mutating func kept() throws -> AnyProduct? {
    guard let slot, let custom = slot.custom, let frame else { return nil }
    do {
      guard let product = try product(keptBy: custom, in: frame.tree, depth: frame.depth) else { return nil }
      frame.end()
      slot.finish(.again)
      return product
    } catch {
      throw fail(error, at: .factory)
    }
  }

  /// What a custom scope keeps for this tree where something is being built in its slot: that may be for another tree.
  mutating func kept(beside slot: Slot) throws -> AnyProduct? {
    guard let custom = slot.custom, !slot.isResting else { return nil }
    let depth = inquiry.parent.map { $0.depth + 1 } ?? 0
    do {
      return try product(keptBy: custom, in: beginTree(), depth: depth)
    } catch {
      throw translated(error, at: .factory)
    }
  }

  private func product(keptBy custom: CustomScope, in tree: Tree, depth: Int) throws -> AnyProduct? {
    tree.note(custom)
    return try askingCustom { try custom.get(for: tree.context(depth: depth)) }
  }

  /// A custom scope must not resolve: while it is asked, even singletons that are there take the way on which that is
  /// noticed.
  private func askingCustom<Result>(_ ask: () throws -> Result) rethrows -> Result {
    for core in source.lineage { core.store.hide() }
    defer { for core in source.lineage { core.store.show() } }
    return try ask()
  }

  private func context(of frame: Frame) -> Context { frame.tree.context(depth: frame.depth) }

  // MARK: Building

  /// What a recipe makes that takes nothing, for whoever asks alone; nil if there is more to do.
  mutating func leaf() throws -> AnyProduct? {
    guard frame == nil else { return nil }
    let blueprint = try blueprint
    do {
      guard let product = try blueprint.makeLeaf(for: inquiry) else { return nil }
      noteBuilt(product)
      return product
    } catch {
      throw inquiry.translate(error, of: blueprint, at: .factory)
    }
  }

  /// Turns away those who block a thread before something that may suspend.
  mutating func prepare(suspending maySuspend: Bool) { if maySuspend { frame?.suspend() } }

  /// Goes on with what a hook has put in the place of the product, if anything.
  mutating func take(_ replacement: AnyProduct?, in product: inout AnyProduct) {
    guard let replacement else { return }
    product = replacement
    show(product)
  }

  /// Lets the hooks, and what they resolve, see the product.
  mutating func show(_ product: AnyProduct) {
    guard !hooks.isEmpty, let slot else { return }
    // On behalf of the build, as what was shown before may be freed here, and ask for the product.
    Ambient.lead(frame) { slot.setDraft(product) }
    frame?.noteDraft()
  }

  /// Keeps the product and hands it to those who wait.
  mutating func finish(_ product: AnyProduct) throws -> AnyProduct {
    noteBuilt(product)
    guard let slot, let frame else { return product }
    switch lifetime {
    case .weak:
      guard let weak = product.weakened() else { throw AstrojectError.Cause.notAnObject }
      keep(product, as: .weak(weak), in: slot)
    case .shared, .perContainer:
      let context = context(of: frame)
      let isKept = try askingCustom { try slot.custom?.set(product, for: context) } ?? false
      if isKept { _ = noteKept(in: slot, for: context) }
      // Those who let go of it have told the scope before there was anything.
      if slot.finish(.again) { askingCustom { slot.custom?.release(for: nil) } }
    case .graph, .transient, .forwarded:
      slot.finish(.product(product), keeping: .strong(product))
    case .singleton, .disposable, .container:
      keep(product, as: .strong(product), in: slot)
      if lifetime == .singleton, isForAll { answer?.publish(slot) }
    }
    return product
  }

  /// Has the container keep the product, unless it was to let go of it while it was built.
  private func keep(_ product: AnyProduct, as kept: SlotState.Kept, in slot: Slot) {
    let order = noteKept(in: slot)
    guard slot.finish(.product(product), keeping: kept, order: order), let blueprint = answer?.blueprint else { return }
    forgetArguments()
    source.letGo(ofLate: product, order, from: blueprint)
  }

  private func noteBuilt(_ product: AnyProduct) {
    if let witness = source.witness { answer.map { witness.didBuild(product.any, of: $0.blueprint) } }
  }

  /// Notes that an instance is about to be kept, and returns its place in the order of building.
  private func noteKept(in slot: Slot, for context: Context? = nil) -> UInt {
    let order = source.nextSequence()
    answer?.noteKept(in: source, slot, for: lifetime, in: context, order: order)
    return order
  }

  /// Tells those who wait, and returns what to throw.
  mutating func fail(_ error: any Error, at stage: BuildStage) -> AstrojectError {
    let error = translated(error, at: stage)
    slot?.fail(error, synchronously: isSynchronous)
    return error
  }

  private func translated(_ error: any Error, at stage: BuildStage) -> AstrojectError {
    // It was made sure before that there is no obstacle.
    guard !(error is Obstacle), let blueprint = answer?.blueprint else { return .isolationMismatch(failure(nil)) }
    return inquiry.translate(error, of: blueprint, at: stage)
  }
}
