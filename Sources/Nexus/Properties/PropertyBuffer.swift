import Astroject

/// A buffer for the data that few builds have.
///
/// It holds prepared values outside a row, arguments for properties, and properties that failed.
final class PropertyBuffer: PropertyBuffering, @unchecked Sendable {
  // The lock guards all mutable state. Values are handed only to the object that is being made.
  /// An argument that no parameter took, and its fit for the property that took it.
  private struct Offer {
    let argument: SuppliedArgument
    /// The types that declare the properties it may be meant for; empty if those are not known.
    let owners: [PropertyOwner]
    var fit: Fit?

    /// Returns false if the argument is meant for properties of other types.
    func mayBe(for owner: StaticString) -> Bool {
      owners.isEmpty || owners.contains { $0.mayHave(owner) }
    }
  }

  private struct State {
    var prepared: [(type: ObjectIdentifier, owner: PropertyOwner, result: Result<AnyProduct, any Error>)] = []
    var offers: [Offer] = []
    /// The types of the arguments that were matched to properties before the properties were made.
    var assigned: Set<ObjectIdentifier> = []
    /// Held weakly, because an object may be released, or may replace one of its properties.
    var pending: [WeakPending] = []
  }

  private let state = Lock(State())

  /// Returns the property buffer of a build, and makes one if there is none.
  static func of(_ build: Build) -> PropertyBuffer {
    // Only this module gives property buffers to builds.
    unsafeDowncast(build.propertyBuffer(orMake: PropertyBuffer.init) as AnyObject, to: PropertyBuffer.self)
  }

  // MARK: Preparing

  /// Stores a value for a property, in a box of its type, or the error in place of the value.
  func prepare(_ field: PropertyPlan.Field, _ result: Result<AnyProduct, any Error>) {
    state.withLock { $0.prepared.append((ObjectIdentifier(field.property.value), field.owner, result)) }
  }

  /// Matches arguments to properties as far as possible, and returns true for each property to resolve now.
  func match(_ arguments: [SuppliedArgument], to plan: PropertyPlan, for build: Build) throws -> [Bool] {
    let fields = plan.fields
    let isOpen = fields.map { field in !arguments.contains { field.source.fit(of: $0) != nil } }
    let mayBeLabelled = fields.indices.contains { !isOpen[$0] && fields[$0].mayBeLabelled(in: build.core) }
    let matching = ArgumentMatching(fields.map(\.source))
    var rest: [SuppliedArgument]?
    do { if !mayBeLabelled { rest = try matching.match(arguments) } } catch AstrojectError.Cause.ambiguousArgument {}
    guard let rest else {
      // One of the fitting properties may have a name or key, so the match is left until the properties are made.
      offer(arguments, besides: [], to: fields)
      return isOpen
    }
    if plan.isWhole, let surplus = rest.first { throw AstrojectError.Cause.surplusArgument(surplus.type) }
    offer(rest, besides: arguments)
    for (field, argument) in zip(fields, matching.matched) {
      guard let argument else { continue }
      try build.admit(argument.box)
      prepare(field, .success(argument.box))
    }
    return matching.matched.map { $0 == nil }
  }

  /// Leaves arguments to the properties until these are made.
  ///
  /// - Parameter fields: The properties that get those of the arguments that fit them. Any property may get the others,
  ///   because the object may be of a subclass.
  private func offer(
    _ arguments: [SuppliedArgument], besides all: [SuppliedArgument], to fields: [PropertyPlan.Field] = []
  ) {
    let assigned = all.map(\.type).filter { type in
      all.count { $0.type == type } > arguments.count { $0.type == type }
    }
    let offers = arguments.map { argument in
      Offer(argument: argument, owners: fields.filter { $0.source.fit(of: argument) != nil }.map(\.owner))
    }
    state.withLock { state in
      state.offers = offers
      state.assigned = Set(assigned.map { ObjectIdentifier($0) })
    }
  }

  // MARK: Taking

  /// Takes the prepared value of a property without a name or key; returns nil if there is none.
  ///
  /// - Parameter owner: The `#function` of the property's wrapper.
  static func take<Value>(_ type: Value.Type, of owner: StaticString, for build: Build) throws -> Value? {
    if let address = CurrentBuild.preparedValues.address(for: build),
      let value = ValueRow.at(address).object.take(ObjectIdentifier(type), of: owner)
    {
      return value.assumingMemoryBound(to: type).move()
    }
    guard build.hasPropertyBuffer else { return nil }
    do {
      let value = try PropertyBuffer.of(build).take(type, of: owner)
      // The argument of a property that may have a name or key is not looked at before.
      if let value { try build.admit(value) }
      return value
    } catch let cause as AstrojectError.Cause {
      throw AstrojectError.noRegistrationFound(build.failure(cause))
    }
  }

  private func take<Value>(_ type: Value.Type, of owner: StaticString) throws -> Value? {
    let prepared = try takePrepared(ObjectIdentifier(type), of: owner)
    guard let box = try prepared ?? takeOffered(ParameterSource<Value>.self, of: owner) else { return nil }
    // The box is of the type that it was prepared for.
    return box.value(as: type)
  }

  private func takePrepared(_ type: ObjectIdentifier, of owner: StaticString) throws -> AnyProduct? {
    let taken = state.withLock { state in
      state.prepared.firstIndex { $0.type == type && $0.owner.mayHave(owner) }.map { state.prepared.remove(at: $0) }
    }
    return try taken?.result.get()
  }

  /// Takes the argument with the best fit among those that no property took; returns nil if there is none.
  private func takeOffered<Value>(_ type: ParameterSource<Value>.Type, of owner: StaticString) throws -> AnyProduct? {
    // Arguments are cast outside the lock. Another property may take one meanwhile.
    let offers = state.withLock { $0.offers }
    if offers.isEmpty { return nil }
    let source = type.resolving(nil)
    for fit in Fit.allCases {
      for index in offers.indices where offers[index].fit == nil && offers[index].mayBe(for: owner) {
        if let box = source.box(offers[index].argument, fit), takeOffer(index, fit) { return box }
      }
    }
    // An argument that another property took may have been meant for this one, if it fits this one as well or better.
    for offer in state.withLock({ $0.offers }) where offer.mayBe(for: owner) {
      guard let taken = offer.fit, let own = source.fit(of: offer.argument), own.rawValue <= taken.rawValue else {
        continue
      }
      throw AstrojectError.Cause.ambiguousProperty(offer.argument.type)
    }
    return nil
  }

  /// Marks an argument as taken; returns false if another property has taken it.
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

  /// Throws if an argument is left over, or if a property could not be filled.
  func finish(for build: Build) throws {
    // The state is moved out and not copied, because a task that the object's code started may note more meanwhile.
    let last = state.withLock { state in
      defer { state = State() }
      return state
    }
    if let left = last.offers.first(where: { $0.fit == nil }) {
      let type = left.argument.type
      let isSurplus =
        last.assigned.contains(ObjectIdentifier(type))
        || last.offers.contains { $0.fit != nil && $0.argument.type == type }
      throw isSurplus ? .surplusArgument(type) : build.supplied?.cause(ofLeft: type) ?? .unfitArgument(type)
    }
    // A property that no longer exists does not count.
    if let failed = last.pending.first(where: { $0.property != nil }) { throw failed.error }
  }
}

/// A property that could not be filled, which only its object holds.
private struct WeakPending {
  weak var property: (any PendingProperty)?
  let error: any Error
}
