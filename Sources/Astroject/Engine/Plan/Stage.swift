/// A stage of a plan: one step on the way to a product, with the stages within it.
///
/// The outermost stage is the plan of a registration. It is compiled when the registration is first asked for,
/// published in its entry, and dropped when anything changes that it was made of; see ``Compiler``. Stages know no
/// types: the methods do.
@usableFromInline
package class Stage: @unchecked Sendable {
  // Nothing in it changes, except for words that any thread may change.
  final let blueprint: Blueprint
  /// True if an awaiting caller may have to suspend. Otherwise it uses the blocking methods.
  final let maySuspend: Bool

  init(_ blueprint: Blueprint, maySuspend: Bool) {
    self.blueprint = blueprint
    self.maySuspend = maySuspend
  }

  /// Makes or finds the product for a caller that blocks.
  func make<Argument, Product>(_ argument: Argument, for ask: Ask) throws -> Product {
    try box(argument, as: Product.self, for: ask).value(as: Product.self)
  }

  /// Makes or finds the product for a caller that awaits.
  func makeAwaiting<Argument, Product>(_ argument: Argument, for ask: Ask) async throws -> Product {
    try await boxAwaiting(argument, as: Product.self, for: ask).value(as: Product.self)
  }

  /// Makes or finds the product, in a box, for a caller that blocks.
  func box<Argument, Product>(_ argument: Argument, as type: Product.Type, for ask: Ask) throws -> AnyProduct {
    Make.box(try make(argument, for: ask) as Product)
  }

  /// Makes or finds the product, in a box, for a caller that awaits.
  func boxAwaiting<Argument, Product>(
    _ argument: Argument, as type: Product.Type, for ask: Ask
  ) async throws -> AnyProduct {
    Make.box(try await makeAwaiting(argument, for: ask) as Product)
  }

  /// Returns true if an awaiting caller may have to suspend, also for a dependency.
  func maySuspend(by outlook: inout Outlook) -> Bool { maySuspend }

  /// Returns the instance that is kept for all callers, if there is one.
  func kept(for ask: Ask) -> AnyProduct? { nil }

  // MARK: Answering

  // A caller uses these, which check that it may have the product.

  /// Returns the product to a caller that blocks.
  ///
  /// It is not inlined, because a function with several returns would move the product once more.
  @inline(never)
  final func answer<Argument, Product>(_ argument: Argument, for ask: Ask) throws -> Product {
    let product: Product = try make(argument, for: ask)
    if blueprint.flags[.isConfined] { try admit(product, to: ask) }
    return product
  }

  /// Returns the product to a caller that awaits.
  @inline(__always)
  final func answerAwaiting<Argument, Product>(_ argument: Argument, for ask: Ask) async throws -> Product {
    let product: Product = try await makeAwaiting(argument, for: ask)
    if blueprint.flags[.isConfined] { try admit(product, to: ask) }
    return product
  }

  /// Throws if the product conforms to its protocol on one global actor only, and the caller is elsewhere.
  @inline(never)
  final func admit<Product>(_ product: Product, to ask: Ask) throws {
    guard let record = IsolatedConformance.record(in: product) else { return }
    // Without a build that asks, no other product has to be confined.
    if ask.parent == nil, IsolatedConformance.isOnMainActor(record), MainThread.isCurrent { return }
    if ask.circumstances?.isGivenOut ?? true {
      try ask.context.admit(product, as: blueprint.key, of: blueprint.location)
    }
  }

  // MARK: Builds

  /// Begins a build for an unusual request, or one whose slot is told if it suspends.
  @inline(never)
  final func beginFurther<Argument>(
    _ argument: Argument, for ask: Ask, through source: Borrowed<Core>, in slot: InstanceSlot? = nil
  ) -> Borrowed<Build> {
    let circumstances = ask.circumstances
    let build = ThreadContext.current.beginBuild(
      of: Borrowed(blueprint), in: source, for: ask.parent, staysHere: false)
    build.with { build in
      if !ask.isInTree { build.move(to: circumstances?.tree) }
      if circumstances?.property != nil, !blueprint.origin.flags.lifetime.isSharedWhileBuilt {
        build.note(Build.Flag.fillsAlone)
      }
      if Argument.self == Void.self, slot == nil, circumstances?.supplied == nil, circumstances?.step == nil { return }
      build.begin(
        with: Build.Extras.Contents(
          argument: Argument.self == Void.self ? nil : argument, supplied: circumstances?.supplied, slot: slot,
          openStep: circumstances?.step))
    }
    return build
  }

  // MARK: Errors

  /// Returns the contents of an error about the product.
  @inline(never)
  final func failure(_ cause: AstrojectError.Cause?, for ask: Ask) -> AstrojectError.Failure {
    ask.context.failure(blueprint.key, location: blueprint.location, cause: cause)
  }

  /// Returns the error to throw if the user's code threw.
  @inline(never)
  final func translate(_ error: any Error, inHook isInHook: Bool = false, for ask: Ask) -> any Error {
    error is Again || error is PutOff ? error : ask.context.translate(error, of: blueprint, inHook: isInHook)
  }
}

/// The end of a stage whose registration was removed or replaced, or whose wait ended without a product: ask again.
struct Again: Error {}
