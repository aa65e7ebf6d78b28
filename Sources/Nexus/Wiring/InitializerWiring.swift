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

  /// One when an object has asked for something that its type does not show. No value depends on it: with it
  /// the next object's build is begun at once, and not when that asks.
  private let hasAsked = AtomicWord(0)

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

  var isLeaf: Bool { inputs.isEmpty && properties.isEmpty && hasAsked.load() == 0 }

  func noteAsked() { hasAsked.store(1) }

  func isAtHand(in core: Core, levels: Int) -> Bool {
    guard needsNoArguments, properties.areAtHand(in: core, levels: levels) else { return false }
    for wire in wires where !wire._withUnsafeGuaranteedRef({ $0.isAtHand(in: core, levels: levels) }) { return false }
    return true
  }

  var needsArguments: Bool { !needsNoArguments }

  // MARK: Values

  // The wires lie here as what they are to everybody, and are taken for what they were made as: a tuple of their own
  // types would have to be described to the runtime on every call.

  /// The value for the next parameter: the argument that the caller gave for it, or what its wire gets.
  func value<Value>(_ type: Value.Type, for frame: Frame, at position: inout Int) throws -> Value {
    defer { position += 1 }
    if let box = frame.supply?.boxes[position] { return unsafeDowncast(box, to: Box<Value>.self).value }
    do { return try wire(type, at: position).get(for: frame) } catch { throw explained(error, type, for: frame) }
  }

  /// The value for the next parameter: the argument that the caller gave for it, or what its wire gets.
  func value<Value>(_ type: Value.Type, for frame: Frame, at position: inout Int) async throws -> Value {
    defer { position += 1 }
    if let box = frame.supply?.boxes[position] { return unsafeDowncast(box, to: Box<Value>.self).value }
    do { return try await wire(type, at: position).get(for: frame) } catch { throw explained(error, type, for: frame) }
  }

  /// Returns the error to throw where nothing is registered for a parameter: an argument that fits nowhere, if there is
  /// one.
  private func explained(_ error: any Error, _ type: Any.Type, for frame: Frame) -> any Error {
    guard case .noRegistrationFound(let failure)? = error as? AstrojectError, failure.key.product == type,
      // What the parameter's own product needs may be of the same type.
      failure.path.count == frame.path.count + 1,
      let unfit = frame.supply?.rest.first(where: { argument in
        !properties.fields.contains { $0.wire.fit(of: argument) != nil }
      })
    else { return error }
    return AstrojectError.Cause.unfitArgument(unfit.type)
  }

  /// Whether each parameter gets what its wire gets, and no property is injected.
  func isPlain(for frame: Frame) -> Bool { needsNoArguments && properties.isEmpty && !frame.hasSupply }

  /// Returns true if each parameter gets what its wire gets, for code that does not await.
  @inline(__always)
  func isPlain(withoutAwaiting frame: Frame) -> Bool { needsNoArguments && !frame.hasSupply }

  /// What gets the parameters for a caller that awaits, where they are plain; nil otherwise. Whoever calls holds the
  /// build.
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

  /// Marked parameters take the first arguments, one by one. Each other argument goes where its type says, and to the
  /// properties what no parameter takes.
  func accept(_ arguments: [SuppliedArgument]) throws -> Supply {
    var matching = ArgumentMatching(inputs.map(\.wire), open: inputs.map(\.takesArguments))
    let marked = inputs.indices.filter { inputs[$0].isArgument }
    for (index, argument) in zip(marked, arguments) {
      guard matching.place(argument, at: index) else {
        throw AstrojectError.Cause.mismatchedArgument(argument.type, wanted: inputs[index].wire.type)
      }
    }
    if arguments.count < marked.count {
      throw AstrojectError.Cause.missingArgument(inputs[marked[arguments.count]].wire.type)
    }
    let rest = try matching.place(Array(arguments.dropFirst(marked.count)))
    if !rest.isEmpty, properties.isWhole {
      for argument in rest where !properties.fields.contains(where: { $0.wire.fit(of: argument) != nil }) {
        let fits = inputs.contains { $0.takesArguments && $0.wire.fit(of: argument) != nil }
        throw fits ? AstrojectError.Cause.surplusArgument(argument.type) : .unfitArgument(argument.type)
      }
    }
    return Supply(matching.placed, rest: rest)
  }
}
