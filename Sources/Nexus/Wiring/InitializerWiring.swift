import Astroject

/// What is known of an initializer without running it: what its parameters and properties get.
@usableFromInline
final class InitializerWiring: Wiring, @unchecked Sendable {
  // Nothing in it changes.

  /// What goes into one parameter.
  struct Input: Sendable {
    let wire: AnyWire
    /// Whether the caller supplies it.
    let isArgument: Bool
    /// Whether an argument of the caller's may take the place of what is registered.
    let takesArguments: Bool

    func dependency(at site: Dependency.Site) -> Dependency {
      isArgument ? Dependency(key: Key(wire.type), kind: .argument, site: site) : wire.dependency(at: site)
    }
  }

  let properties: PropertyPlan
  private let inputs: [Input]
  /// The wires one after the other, which the inputs hold; for those who are in a hurry.
  let wires: UnsafeMutableBufferPointer<Unmanaged<AnyWire>>
  private let needsNoArguments: Bool
  /// Whether each parameter gets what is registered for its type.
  let isByTypesAlone: Bool

  init(_ inputs: [Input], properties: PropertyPlan) {
    self.inputs = inputs
    self.properties = properties
    needsNoArguments = !inputs.contains(where: \.isArgument)
    isByTypesAlone = inputs.allSatisfy(\.wire.isByTypeAlone)
    wires = .allocate(capacity: inputs.count)
    for (index, input) in inputs.enumerated() { wires.initializeElement(at: index, to: .passUnretained(input.wire)) }
  }

  deinit { wires.deallocate() }

  var dependencies: [Dependency] {
    inputs.enumerated().map { $1.dependency(at: .parameter($0)) } + properties.dependencies
  }

  var unseenType: Any.Type? { properties.unseenType }

  var isLeaf: Bool { inputs.isEmpty && properties.hasNothingToDo }

  func check(_ frame: Frame) throws { try properties.check(frame) }

  func finish(_ product: Any, _ frame: Frame) async throws { try await properties.finish(product, in: frame) }

  func isAtHand(in core: Core, levels: Int) -> Bool {
    guard needsNoArguments, properties.areAtHand(in: core, levels: levels) else { return false }
    for wire in wires where !wire._withUnsafeGuaranteedRef({ $0.isAtHand(in: core, levels: levels) }) { return false }
    return true
  }

  var needsArguments: Bool { !needsNoArguments }

  // MARK: Values

  // The wires lie here as what they are to everybody, and are taken for what they were made as: a tuple of their own types
  // would have to be described to the runtime on every call.

  /// The value for the next parameter: the argument that the caller gave for it, or what its wire gets.
  func value<Value>(_ type: Value.Type, for frame: Frame, at position: inout Int) throws -> Value {
    defer { position += 1 }
    if let box = frame.supply?.boxes[position] { return unsafeDowncast(box, to: Box<Value>.self).value }
    return try wire(type, at: position).get(for: frame)
  }

  /// The value for the next parameter: the argument that the caller gave for it, or what its wire gets.
  func value<Value>(_ type: Value.Type, for frame: Frame, at position: inout Int) async throws -> Value {
    defer { position += 1 }
    if let box = frame.supply?.boxes[position] { return unsafeDowncast(box, to: Box<Value>.self).value }
    return try await wire(type, at: position).get(for: frame)
  }

  /// Whether each parameter gets what its wire gets, and no property is injected.
  func isPlain(for frame: Frame) -> Bool { needsNoArguments && properties.hasNothingToDo && !frame.hasSupply }

  /// Whether each parameter gets what its wire gets, for code that does not await. Properties may be injected, but for one who
  /// could await it has to be foreseen what they ask for.
  @inline(__always)
  func isPlain(withoutAwaiting frame: Frame) -> Bool {
    needsNoArguments && !frame.hasSupply && (properties.hasNothingToDo || !frame.isAtHand || properties.areForeseen)
  }

  /// What gets the parameters for a caller that awaits, where they are plain; nil otherwise. Whoever calls holds the build.
  @usableFromInline
  func gathering(for resolver: Resolver) throws -> Gathering? {
    let frame = try resolver.build
    return isPlain(for: frame) ? Gathering(self, for: frame) : nil
  }

  private func wire<Value>(_ type: Value.Type, at position: Int) throws -> Wire<Value> {
    let input = inputs[position]
    if input.isArgument { throw AstrojectError.Cause.missingArgument(type) }
    // Each parameter's wire is of the parameter's type; the box of an argument was made by it.
    return unsafeDowncast(input.wire, to: Wire<Value>.self)
  }

  // MARK: Arguments

  /// Marked parameters take the first arguments, one by one. Each other argument goes where its type says.
  func accept(_ arguments: [SuppliedArgument]) throws -> Supply {
    var placed = [PlacedArgument?](repeating: nil, count: inputs.count)
    let marked = inputs.indices.filter { inputs[$0].isArgument }
    for (index, argument) in zip(marked, arguments) {
      guard let taken = fitting(argument, at: index) else {
        throw AstrojectError.Cause.mismatchedArgument(argument.type, wanted: inputs[index].wire.type)
      }
      placed[index] = taken
    }
    if arguments.count < marked.count {
      throw AstrojectError.Cause.missingArgument(inputs[marked[arguments.count]].wire.type)
    }
    try place(Array(arguments.dropFirst(marked.count)), in: &placed)
    return Supply(placed)
  }

  /// The argument as a parameter takes it, in the way that fits best.
  private func fitting(_ argument: SuppliedArgument, at index: Int) -> PlacedArgument? {
    let wire = inputs[index].wire
    for fit in Fit.allCases {
      if let box = wire.box(argument, fit) { return PlacedArgument(argument, in: box, of: wire.type) }
    }
    return nil
  }

  private func place(_ arguments: [SuppliedArgument], in placed: inout [PlacedArgument?]) throws {
    var rest = arguments
    while let (group, places) = try group(of: rest, around: placed) {
      for (argument, index) in zip(group, places) { placed[index] = fitting(rest[argument], at: index) }
      rest = rest.indices.filter { !group.contains($0) }.map { rest[$0] }
    }
    guard let left = rest.first else { return }
    let fits = inputs.indices.contains { inputs[$0].takesArguments && fitting(left, at: $0) != nil }
    throw fits ? AstrojectError.Cause.surplusArgument(left.type) : .unfitArgument(left.type)
  }

  /// The free parameters that an argument fits best.
  private struct Aim: Equatable {
    let fit: Fit
    let places: [Int]
  }

  private func aim(of argument: SuppliedArgument, around placed: [PlacedArgument?]) -> Aim? {
    let open = inputs.indices.filter { inputs[$0].takesArguments && placed[$0] == nil }
    for fit in Fit.allCases {
      let places = open.filter { inputs[$0].wire.box(argument, fit) != nil }
      if !places.isEmpty { return Aim(fit: fit, places: places) }
    }
    return nil
  }

  /// The first arguments of which it can be decided where they go, those that fit best before others.
  private func group(
    of arguments: [SuppliedArgument], around placed: [PlacedArgument?]
  ) throws -> (arguments: [Int], places: [Int])? {
    let aims = arguments.map { aim(of: $0, around: placed) }
    for aim in Fit.allCases.flatMap({ fit in aims.compactMap { $0?.fit == fit ? $0 : nil } }) {
      // There is one for each place, of those that fit there in the same way, or else of all that do.
      let alike = aims.indices.filter { aims[$0] == aim }
      if alike.count >= aim.places.count { return (Array(alike.prefix(aim.places.count)), aim.places) }
      let others = aims.indices.filter { index in
        guard let other = aims[index], other.fit.rawValue > aim.fit.rawValue else { return false }
        return aim.places.allSatisfy { fitting(arguments[index], at: $0) != nil }
      }
      if alike.count + others.count == aim.places.count { return ((alike + others).sorted(), aim.places) }
    }
    if let first = aims.firstIndex(where: { $0 != nil }) {
      throw AstrojectError.Cause.ambiguousArgument(arguments[first].type)
    }
    return nil
  }
}
