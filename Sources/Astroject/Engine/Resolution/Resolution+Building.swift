// The parts of a build before, between and after the code that the drivers run: the recipe and the hooks.

extension Resolution {
  var resolver: Resolver { build.map { Resolver(of: $0) } ?? Resolver(outsideIn: source) }

  /// The registration that answers, after the decision to build.
  var blueprint: Blueprint {
    get throws {
      guard let blueprint = answer?.blueprint else { throw AstrojectError.noRegistrationFound(failure(nil)) }
      return blueprint
    }
  }

  // MARK: Custom scopes

  /// Returns the product that a custom scope has cached for this tree. Then there is nothing to build.
  mutating func kept() throws -> AnyProduct? {
    guard let slot, let custom = slot.custom, let build else { return nil }
    do {
      guard let product = try product(keptBy: custom, in: build.tree, depth: build.depth) else { return nil }
      build.end()
      slot.finish(.again)
      return product
    } catch {
      throw fail(error, at: .factory)
    }
  }

  /// Returns the product that a custom scope caches for this tree while its slot is building, maybe for another tree.
  mutating func kept(beside slot: InstanceSlot) throws -> AnyProduct? {
    guard let custom = slot.custom, !slot.isResting else { return nil }
    let depth = context.parent.map { $0.depth + 1 } ?? 0
    do {
      return try product(keptBy: custom, in: beginTree(), depth: depth)
    } catch {
      throw translated(error, at: .factory)
    }
  }

  private func product(keptBy custom: CustomScope, in tree: Tree, depth: Int) throws -> AnyProduct? {
    tree.note(custom)
    return try source.askingCustom { try custom.get(for: tree.context(depth: depth)) }
  }

  private func context(of build: Build) -> Context { build.tree.context(depth: build.depth) }

  // MARK: Building

  /// Returns the product of a recipe that takes nothing, for the caller alone; nil if there is more to do.
  @inline(never)
  mutating func leaf() throws -> AnyProduct? {
    guard build == nil else { return nil }
    let blueprint = try blueprint
    do {
      guard let product = try blueprint.makeLeaf(for: context) else { return nil }
      noteBuilt(product)
      return product
    } catch {
      throw context.translate(error, of: blueprint, at: .factory)
    }
  }

  /// Refuses the waiters that block a thread, before something that may suspend.
  mutating func prepare(suspending maySuspend: Bool) { if maySuspend { build?.suspend() } }

  /// Ends a build of which nothing came. Its waiters ask again, and so does its caller.
  ///
  /// - Returns: Nil because there is no product.
  mutating func giveUp() -> AnyProduct? {
    slot?.finish(.again)
    return nil
  }

  /// Goes on with the replacement that a hook has made for the product, if there is one.
  mutating func take(_ replacement: AnyProduct?, in product: inout AnyProduct) {
    guard let replacement else { return }
    product = replacement
    // The waiting properties have the product from before, or ask for themselves.
    _ = showDraft(product)
  }

  /// Shows the product to the hooks and the code that they run; returns the properties that get it now.
  ///
  /// A product with decorators is not shown before the outermost one exists, which is shown with `isOutermost`.
  mutating func showDraft(_ product: AnyProduct, asOutermost isOutermost: Bool = false) -> [LateProperty] {
    let isShown = isOutermost ? !decorators.isEmpty : decorators.isEmpty
    if !hooks.isEmpty, decorators.isEmpty { build?.noteHooks() }
    guard let slot, isShown else { return [] }
    if !hooks.isEmpty, !isOutermost { build?.noteDraft() } else if slot.custom != nil { return [] }
    // On behalf of the build because the product that was shown before may be freed here, and ask for the product.
    return CurrentBuild.lead(build) { slot.showDraft(product) }
  }

  /// Caches the product and hands it to the waiters; nil if that is done later.
  mutating func finish(_ product: AnyProduct) throws -> AnyProduct? {
    noteBuilt(product)
    guard let slot, let build, let match = answer else { return product }
    var kept = SlotState.Kept.strong(product)
    if lifetime == .weak {
      guard let weak = product.weakened() else { throw AstrojectError.Cause.notAnObject }
      kept = .weak(weak)
    }
    var completion = Completion(
      product: product, kept: kept, match: match, source: source, slot: slot, lifetime: lifetime,
      hookCount: hooks.count, decorators: decorators,
      argument: isForAll ? nil : value(for: match.blueprint))
    if slot.custom != nil { completion.context = context(of: build) }
    // An error of the custom scope is thrown here if nothing is held back.
    guard build.isHeldBack else {
      try completion.run()
      return product
    }
    if try slot.endOwnCode(product, of: build, by: { [completion] in completion.runLater() }) { return product }
    noteHeld(in: slot)
    return nil
  }

  private func noteBuilt(_ product: AnyProduct) {
    if let witness = source.witness { answer.map { witness.didBuild(product.any, of: $0.blueprint) } }
  }

  /// Fails the build for its waiters, and returns the error to throw.
  @inline(never)
  mutating func fail(_ error: any Error, at stage: BuildStage) -> AstrojectError {
    let error = translated(error, at: stage)
    slot?.fail(error, synchronously: isSynchronous)
    return error
  }

  private func translated(_ error: any Error, at stage: BuildStage) -> AstrojectError {
    // It was checked before that there is no obstacle.
    guard !(error is Obstacle), let blueprint = answer?.blueprint else { return .isolationMismatch(failure(nil)) }
    return context.translate(error, of: blueprint, at: stage)
  }
}
