/// A stage that shares a product among requests: one of them builds it in a slot, and the others take it or wait.
class Shared: Stage, @unchecked Sendable {
  final let inner: Make
  final let lifetime: Lifetime
  /// The type of the argument, if that alone says how its values are compared.
  private final let hashable: (any Hashable.Type)?

  init(_ inner: Make, _ lifetime: Lifetime) {
    self.inner = inner
    self.lifetime = lifetime
    hashable = TypeKind.hashable(inner.blueprint.arguments)
    super.init(inner.blueprint, maySuspend: true)
  }

  /// The place where a product is shared.
  struct Place: @unchecked Sendable {
    // Only the registration compares the values of arguments.
    let slot: InstanceSlot
    /// The container that the dependencies come from. If the scope caches, it is the container that caches.
    let source: Core
    /// The argument value that the product is shared for.
    var value = ArgumentValue.void
    /// The storage that has the slot; nil if no container caches the product.
    var storage: InstanceStorage?

    /// Removes the slot if it is that of a value for which nothing is cached or being built.
    func forgetIdle() { if value != .void { storage?.forgetIdle(value) } }
  }

  /// Returns the argument value that the product is shared for; nil if the arguments cannot be compared.
  final func value<Argument>(of argument: Argument, for ask: Ask) -> ArgumentValue? {
    if ask.rare != nil, let supplied = ask.circumstances?.supplied { return supplied.value }
    if Argument.self == Void.self { return .void }
    return hashable.flatMap { ArgumentValue.of(argument, as: $0) } ?? ArgumentValue.of(arguments: argument)
  }

  // MARK: Taking

  // Not specialised for the box that a `Lazy` keeps: all stages would be there twice, which takes 90 KB.

  /// Returns the product that is shared in a place, and builds it if it is missing.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  final func take<Argument, Product>(
    _ place: Place, _ argument: Argument, as type: Product.Type, for ask: Ask
  ) throws -> AnyProduct {
    // True when it has built the product, which is not complete yet.
    var isBuilder = false
    do {
      while true {
        switch try decide(place, argument, for: ask, synchronously: true, asBuilder: isBuilder) {
        case .product(let product): return product
        case .wait(let waiter): return try settle(waiter.block(), of: waiter, for: ask)
        case .build(let build):
          if let product = try self.build(place, argument, as: type, by: build, for: ask) { return product }
          isBuilder = true
        }
      }
    } catch {
      place.forgetIdle()
      throw error
    }
  }

  /// Returns the product that is shared in a place, and builds it if it is missing.
  @_semantics("optimize.sil.specialize.generic.never")
  final func takeAwaiting<Argument, Product>(
    _ place: Place, _ argument: Argument, as type: Product.Type, for ask: Ask
  ) async throws -> AnyProduct {
    // True when it has built the product, which is not complete yet.
    var isBuilder = false
    do {
      while true {
        switch try decide(place, argument, for: ask, synchronously: false, asBuilder: isBuilder) {
        case .product(let product): return product
        case .wait(let waiter):
          ask.parentBuild?.suspend()
          return try settle(await waiter.suspend(), of: waiter, for: ask)
        case .build(let build):
          if let product = try await buildAwaiting(place, argument, as: type, by: build, for: ask) { return product }
          isBuilder = true
        }
      }
    } catch {
      place.forgetIdle()
      throw error
    }
  }

  private final func build<Argument, Product>(
    _ place: Place, _ argument: Argument, as type: Product.Type, by reference: Borrowed<Build>, for ask: Ask
  ) throws -> AnyProduct? {
    let thread = ask.thread
    defer { thread.giveBack(reference) }
    let build = reference.object
    do {
      var product = try inner.run(argument, as: type, for: reference, in: place.slot, on: thread, ask)
      let late = lateDecorators(in: place, for: ask)
      if !late.isEmpty {
        try inner.refuse(late, for: ask)
        try inner.surround(&product, with: late, as: type, argument, build)
      }
      return try complete(product, in: place, build, for: ask)
    } catch {
      throw fail(error, place.slot, for: ask, synchronously: true)
    }
  }

  private final func buildAwaiting<Argument, Product>(
    _ place: Place, _ argument: Argument, as type: Product.Type, by reference: Borrowed<Build>, for ask: Ask
  ) async throws -> AnyProduct? {
    defer { ThreadContext.current.giveBack(reference) }
    let build = reference.object
    do {
      if inner.kind.maySuspend { build.suspend() }
      var product = try await inner.runAwaiting(argument, as: type, for: reference, in: place.slot, ask)
      let late = lateDecorators(in: place, for: ask)
      // Not for nothing, because each asynchronous call takes a frame of the task.
      if !late.isEmpty { try await inner.surroundAwaiting(&product, with: late, as: type, argument, build) }
      return try await completeAwaiting(product, in: place, build, for: ask)
    } catch {
      throw fail(error, place.slot, for: ask, synchronously: false)
    }
  }

  // MARK: Deciding

  /// The next thing to do for a caller.
  private enum Decision {
    /// Nothing: this is the product.
    case product(AnyProduct)
    case wait(Waiter)
    /// Run the build, which is retained once.
    case build(Borrowed<Build>)
  }

  /// Decides the next thing to do.
  ///
  /// - Throws: ``Again`` if the slot was abandoned.
  @inline(never)
  private final func decide<Argument>(
    _ place: Place, _ argument: Argument, for ask: Ask, synchronously isSynchronous: Bool, asBuilder isBuilder: Bool
  ) throws -> Decision {
    let slot = place.slot
    if let kept = try kept(beside: place, for: ask) { return found(kept, for: ask, asBuilder: isBuilder) }
    let property = slot.custom == nil ? ask.circumstances?.property : nil
    let claim = slot.claim(
      by: ask.parentBuild, synchronously: isSynchronous, for: property, asBuilder: isBuilder)
    guard case .vacant = claim else { return try decision(for: claim, place, ask, isSynchronous, isBuilder) }
    // A custom scope may have the product. Only if it has none, the obstacles to a build matter.
    if slot.custom == nil { try check(ask, isSynchronous) }
    let build = begin(argument, in: place, for: ask, isSynchronous)
    var unused = Optional(build)
    defer { if let unused { ThreadContext.current.giveBack(unused) } }
    // Before the slot is claimed, because comparing arguments runs the user's code, which may ask for the product.
    try build.with { try $0.refuseLoop() }
    // The build was created while no lock was held. Another thread may have been faster.
    let second = slot.claim(
      by: ask.parentBuild, synchronously: isSynchronous, with: build.object, for: property)
    guard case .build = second else { return try decision(for: second, place, ask, isSynchronous, isBuilder) }
    do {
      if let kept = try kept(in: place, for: ask) {
        slot.finish(.again)
        return found(kept, for: ask, asBuilder: isBuilder)
      }
      if slot.custom != nil { try check(ask, isSynchronous) }
    } catch {
      throw fail(error, place.slot, for: ask, synchronously: isSynchronous)
    }
    ask.note(.built, of: blueprint)
    unused = nil
    return .build(build)
  }

  private final func check(_ ask: Ask, _ isSynchronous: Bool) throws {
    if isSynchronous { try inner.check(ask, on: ask.thread) } else { try inner.check(ask) }
  }

  private final func begin<Argument>(
    _ argument: Argument, in place: Place, for ask: Ask, _ isSynchronous: Bool
  ) -> Borrowed<Build> {
    let source = Borrowed(place.source)
    // A build that suspends refuses the waiters of its slot that block.
    return isSynchronous && inner.runsOnlyRecipe
      ? inner.begin(argument, for: ask, through: source, on: ask.thread)
      : inner.beginFurther(argument, for: ask, through: source, in: place.slot)
  }

  private final func found(_ product: AnyProduct, for ask: Ask, asBuilder isBuilder: Bool) -> Decision {
    if !isBuilder { ask.note(.found, of: blueprint) }
    return .product(product)
  }

  /// Returns the next thing to do for a slot that is not vacant.
  private final func decision(
    for claim: SlotState.Claim, _ place: Place, _ ask: Ask, _ isSynchronous: Bool, _ isBuilder: Bool
  ) throws -> Decision {
    var waiter: Waiter? = if case .wait(let waiter) = claim { waiter } else { nil }
    defer { waiter?.withdraw() }
    // A build for another tree may have begun just now.
    if let kept = try kept(beside: place, for: ask) { return found(kept, for: ask, asBuilder: isBuilder) }
    switch claim {
    case .product(let product):
      publish(in: place, ask.match(blueprint))
      return found(product, for: ask, asBuilder: isBuilder)
    case .wait(let begun):
      // The builder may wait for the custom scope that is being called here.
      guard !isSynchronous || !CustomCall.noteViolation() else {
        throw AstrojectError.invalidInstance(failure(.resolving, for: ask))
      }
      if !isBuilder { ask.note(.waited, of: blueprint) }
      waiter = nil
      return .wait(begun)
    case .refused: throw AstrojectError.asynchronousFactory(failure(.beingBuiltAsynchronously, for: ask))
    case .later: throw PutOff()
    case .loop(let builds):
      throw Build.loop((ask.parentBuild?.way ?? []) + builds, in: ask.core.object, isWait: builds.count > 1)
    case .abandoned, .vacant, .build, .draft: throw Again()
    }
  }

  /// Returns the product that a wait ended with.
  ///
  /// - Throws: ``Again`` if it ended without one; the error of the build.
  private final func settle(_ outcome: Waiter.Outcome, of waiter: Waiter, for ask: Ask) throws -> AnyProduct {
    switch outcome {
    case .product(let product): return product
    case .again: throw Again()
    case .failure(let error):
      throw error.seen(from: ask.context.path, asking: blueprint.key, at: waiter.target.depth)
    case .refused: throw AstrojectError.asynchronousFactory(failure(.beingBuiltAsynchronously, for: ask))
    case .cancelled: throw AstrojectError.cancelled(failure(nil, for: ask))
    case .early:
      switch waiter.slot?.takeEarly(for: waiter.property, by: ask.parentBuild) {
      case .product(let product): return product
      case .later: throw PutOff()
      default: throw Again()
      }
    }
  }

  // MARK: Custom scopes

  /// Returns the product that a custom scope caches for this tree while its slot is building, maybe for another tree.
  private final func kept(beside place: Place, for ask: Ask) throws -> AnyProduct? {
    place.slot.custom == nil || place.slot.isResting ? nil : try kept(in: place, for: ask)
  }

  /// Returns the product that a custom scope has cached for this tree. Then there is nothing to build.
  private final func kept(in place: Place, for ask: Ask) throws -> AnyProduct? {
    guard let custom = place.slot.custom, let tree = ask.tree?.object else { return nil }
    tree.note(custom)
    let context = tree.context(depth: ask.parentBuild.map { $0.depth + 1 } ?? 0)
    do {
      let product = try place.source.askingCustom { try custom.get(for: context) }
      // Another container, which shares the scope, may have built it.
      if let product, product.isConfined { blueprint.noteConfinement(below: place.source) }
      return product
    } catch {
      throw translate(error, for: ask)
    }
  }

  // MARK: The end of a build

  /// Caches a product that was made, and hands it to the waiters; nil if that is done later.
  ///
  /// - Throws: The error of a custom scope, of a late property, or of a product that this one needs.
  final func complete(
    _ product: AnyProduct, in place: Place, _ build: Build, for ask: Ask
  ) throws -> AnyProduct? {
    var order: UInt?
    if try keepAtOnce(product, in: place, build, for: ask, &order) { return product }
    for property in lateProperties(product, in: place, build) { try property.give(product, by: build) }
    return try end(product, in: place, build, for: ask, order) ? product : nil
  }

  /// Does for a caller that awaits what `complete` does.
  final func completeAwaiting(
    _ product: AnyProduct, in place: Place, _ build: Build, for ask: Ask
  ) async throws -> AnyProduct? {
    var order: UInt?
    if try keepAtOnce(product, in: place, build, for: ask, &order) { return product }
    for property in lateProperties(product, in: place, build) { try await property.give(product, by: build) }
    return try end(product, in: place, build, for: ask, order) ? product : nil
  }

  /// Returns the decorators that have come since the plan was compiled. One that comes from now on is refused, because
  /// a build is under way.
  private final func lateDecorators(in place: Place, for ask: Ask) -> [Make] {
    guard lifetime.keeps, place.source.mayDecorate else { return [] }
    place.source.noteBuilt(
      KeptBefore(
        blueprint, by: place.source, at: ask.owner.address == Borrowed(place.source).address ? ask.entry.object : nil))
    let late = place.source.decorators(of: blueprint).without(inner.decorators.map(\.blueprint))
    for decorator in late { decorator.observer?.didAsk() }
    return late.map { Make($0) }
  }

  /// Shows the product of a recipe alone, and returns the properties that get it now.
  ///
  /// Hooks and decorators have shown theirs.
  private final func lateProperties(_ product: AnyProduct, in place: Place, _ build: Build) -> [LateProperty] {
    inner.runsOnlyRecipe ? inner.showDraft(product, of: build, in: place.slot) : []
  }

  /// Fails a build for its waiters, if it has a slot, and returns the error to throw.
  @inline(never)
  final func fail(
    _ error: any Error, _ slot: InstanceSlot?, for ask: Ask, synchronously isSynchronous: Bool
  ) -> any Error {
    let error = translate(error, for: ask)
    slot?.fail(error as? AstrojectError, synchronously: isSynchronous)
    return error
  }
}
