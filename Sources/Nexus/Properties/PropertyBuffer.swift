import Astroject

/// The state of an object's properties that few builds have: values that do not lie in a row, arguments for the
/// properties, and properties that could not be filled.
final class PropertyBuffer: PropertyBuffering, @unchecked Sendable {
  // Everything that changes is guarded by the lock; values are handed to the object that is being made.
  /// An argument that no parameter has taken, and how well it fits the property that has.
  private struct Offer {
    let argument: SuppliedArgument
    var fit: Fit?
  }

  private struct State {
    var prepared: [(type: ObjectIdentifier, result: Result<AnyObject, any Error>)] = []
    var offers: [Offer] = []
    /// The types of the arguments that were given to a property before it was made.
    var assigned: Set<ObjectIdentifier> = []
    /// An object may be gone, or have put another property in the place of one.
    var pending: [WeakPending] = []
  }

  private let state = Lock(State())

  /// The filling of the object that a build makes.
  static func of(_ build: Build) -> PropertyBuffer {
    // Only this module gives builds one.
    unsafeDowncast(build.propertyBuffer(orMake: PropertyBuffer.init) as AnyObject, to: PropertyBuffer.self)
  }

  // MARK: Preparing

  /// Holds a value ready, in a box of its type, or what keeps it from being had.
  func prepare(_ field: PropertyPlan.Field, _ result: Result<AnyObject, any Error>) {
    state.withLock { $0.prepared.append((ObjectIdentifier(field.property.value), result)) }
  }

  /// Gets what a plan says without awaiting, but for what may have a name or key.
  func prepare(_ plan: PropertyPlan, for build: Build) throws {
    for field in try begin(plan, for: build) where !field.mayBeLabelled(in: build.core) {
      do { prepare(field, .success(try field.source.fetch(for: build))) } catch {
        guard field.isOptional else { throw field.telling(error, for: build) }
        prepare(field, .failure(error))
      }
    }
  }

  /// Gets what a plan says for a caller that awaits; see ``PropertyPlan/fetch(for:)``.
  func prepare(_ plan: PropertyPlan, for build: Build) async throws {
    for field in try begin(plan, for: build) {
      let mayBeLabelled = field.mayBeLabelled(in: build.core)
      if mayBeLabelled, !field.isDue(for: build) { continue }
      do { prepare(field, .success(try await field.source.fetch(for: build))) } catch {
        guard mayBeLabelled || field.isOptional else { throw field.telling(error, for: build) }
        prepare(field, .failure(error))
      }
    }
  }

  /// Decides which properties get the arguments, as far as that is known, and returns the others.
  private func begin(_ plan: PropertyPlan, for build: Build) throws -> [PropertyPlan.Field] {
    let arguments = build.supplied?.rest ?? []
    if arguments.isEmpty { return plan.fields }
    let fitting = plan.fields.map { field in arguments.contains { field.source.fit(of: $0) != nil } }
    let others = zip(plan.fields, fitting).filter { !$0.1 }.map(\.0)
    // Those that may have a name or key have to be made before it is known which gets what.
    guard !zip(plan.fields, fitting).contains(where: { $0.1 && $0.0.mayBeLabelled(in: build.core) }) else {
      offer(arguments, besides: [])
      return others
    }
    var matching = ArgumentMatching(plan.fields.map(\.source))
    let rest: [SuppliedArgument]
    do { rest = try matching.match(arguments) } catch AstrojectError.Cause.ambiguousArgument {
      // One of those that it fits may have a name or key: the properties themselves know.
      offer(arguments, besides: [])
      return others
    }
    if plan.isWhole, let surplus = rest.first { throw AstrojectError.Cause.surplusArgument(surplus.type) }
    offer(rest, besides: arguments)
    return zip(plan.fields, matching.matched).compactMap { field, argument in
      guard let argument else { return field }
      prepare(field, .success(argument.box))
      return nil
    }
  }

  private func offer(_ arguments: [SuppliedArgument], besides all: [SuppliedArgument]) {
    let left = Dictionary(grouping: arguments) { ObjectIdentifier($0.type) }
    let assigned = Dictionary(grouping: all) { ObjectIdentifier($0.type) }.filter { type, arguments in
      arguments.count > left[type]?.count ?? 0
    }
    state.withLock { state in
      state.offers = arguments.map { Offer(argument: $0) }
      state.assigned = Set(assigned.keys)
    }
  }

  // MARK: Taking

  /// The value that is ready for a property without a name or key, if one is.
  static func take<Value>(_ type: Value.Type, for build: Build) throws -> Value? {
    if let address = CurrentBuild.preparedValues.address(for: build),
      let value = ValueRow.at(address).takeUnretainedValue().take(ObjectIdentifier(type))
    {
      return value.assumingMemoryBound(to: type).move()
    }
    guard build.hasPropertyBuffer else { return nil }
    do { return try PropertyBuffer.of(build).take(type) } catch let cause as AstrojectError.Cause {
      throw build.absence(cause)
    }
  }

  private func take<Value>(_ type: Value.Type) throws -> Value? {
    if let box = try takePrepared(ObjectIdentifier(type)) ?? takeOffered(ParameterSource<Value>.self) {
      // The box is of the type that it was prepared for.
      return unsafeDowncast(box, to: Box<Value>.self).value
    }
    return nil
  }

  private func takePrepared(_ type: ObjectIdentifier) throws -> AnyObject? {
    let taken = state.withLock { state in
      state.prepared.firstIndex { $0.type == type }.map { state.prepared.remove(at: $0) }
    }
    return try taken?.result.get()
  }

  /// The argument that fits best, if one does that no property has taken.
  private func takeOffered<Value>(_ type: ParameterSource<Value>.Type) throws -> AnyObject? {
    // An argument is cast where no lock is held; meanwhile another property may have taken it.
    let offers = state.withLock { $0.offers }
    if offers.isEmpty { return nil }
    let source = type.resolving(nil)
    for fit in Fit.allCases {
      for index in offers.indices where offers[index].fit == nil {
        if let box = source.box(offers[index].argument, fit), takeOffer(index, fit) { return box }
      }
    }
    // One that another property has taken, and which fits here as well, may have been for this one.
    for offer in state.withLock({ $0.offers }) {
      guard let taken = offer.fit, let own = source.fit(of: offer.argument), own.rawValue <= taken.rawValue else {
        continue
      }
      throw AstrojectError.Cause.ambiguousProperty(offer.argument.type)
    }
    return nil
  }

  /// Returns false if another property has taken it.
  private func takeOffer(_ index: Int, _ fit: Fit) -> Bool {
    state.withLock { state in
      guard state.offers[index].fit == nil else { return false }
      state.offers[index].fit = fit
      return true
    }
  }

  // MARK: Finishing

  /// Notes that a property could not be filled.
  func note(_ property: any PendingProperty, _ error: any Error) {
    state.withLock { $0.pending.append(WeakPending(property: property, error: error)) }
  }

  /// Throws if an argument was taken by no property, or if a property could not be filled.
  func finish(for build: Build) throws {
    // Taken out and not copied: a task that the object's code has started may note more meanwhile.
    let last = state.withLock { state in
      defer { state = State() }
      return state
    }
    if let left = last.offers.first(where: { $0.fit == nil }) {
      let isSurplus =
        last.assigned.contains(ObjectIdentifier(left.argument.type))
        || last.offers.contains { $0.fit != nil && $0.argument.type == left.argument.type }
      throw isSurplus
        ? AstrojectError.Cause.surplusArgument(left.argument.type) : .unfitArgument(left.argument.type)
    }
    // Only what is still there counts.
    if let failed = last.pending.first(where: { $0.property != nil }) { throw failed.error }
  }
}

/// A property that could not be filled, which only its object holds.
private struct WeakPending {
  weak var property: (any PendingProperty)?
  let error: any Error
}
