import Astroject

/// What is known of an initializer without running it: what its parameters and properties get.
final class InitializerPlan: ParameterPlan, @unchecked Sendable {
  // Nothing in it changes.

  /// What goes into one parameter.
  struct Input: Sendable {
    let source: AnyParameterSource
    /// Whether the caller supplies it.
    let isArgument: Bool
    /// Whether an argument of the caller's may take the place of what is registered.
    let takesArguments: Bool

    func dependency(at site: Dependency.Site) -> Dependency {
      isArgument ? Dependency(key: Key(source.type), kind: .argument, site: site) : source.dependency(at: site)
    }
  }

  let properties: PropertyPlan
  let inputs: [Input]
  /// Where the values lie that are fetched.
  private let layout: ValueLayout
  private let needsNoArguments: Bool
  /// Whether each parameter gets what is registered for its type, and that is all there is to do.
  let isDirect: Bool

  /// One when an object has asked for something that its type does not show. No value depends on it: with it
  /// the next object's build is begun at once, and not when that asks.
  private let hasAsked = AtomicWord(0)

  init(_ inputs: [Input], properties: PropertyPlan) {
    self.inputs = inputs
    self.properties = properties
    needsNoArguments = !inputs.contains(where: \.isArgument)
    isDirect = needsNoArguments && properties.isEmpty && inputs.allSatisfy(\.source.isByTypeAlone)
    layout = ValueLayout(inputs.map(\.source))
  }

  /// Returns true if nothing is to be got for properties.
  func hasNoProperties(for build: Build) -> Bool {
    properties.isEmpty && !build.hasSupplied && !build.hasPropertyBuffer
  }

  /// The number of parameters.
  var count: Int { inputs.count }

  var dependencies: [Dependency] {
    inputs.enumerated().map { $1.dependency(at: .parameter($0)) } + properties.dependencies
  }

  var unseenType: Any.Type? { properties.unseenType }

  var isLeaf: Bool { inputs.isEmpty && properties.isEmpty && hasAsked.load() == 0 }

  func noteAsked() { hasAsked.store(1) }

  var needsArguments: Bool { !needsNoArguments }

  // MARK: Values

  /// The value for a parameter: the argument that the caller gave for it, or what its source gets.
  func value<Value>(_ type: Value.Type, for build: Build, at index: Int) throws -> Value {
    if let box = build.supplied?.boxes[index] { return unsafeDowncast(box, to: Box<Value>.self).value }
    // Each parameter's source is of the parameter's type; the box of an argument was made by it.
    do { return try unsafeDowncast(source(at: index), to: ParameterSource<Value>.self).get(for: build) } catch {
      throw explained(error, type, for: build)
    }
  }

  /// Fetches the values for a caller that awaits; nil where there are no parameters.
  ///
  /// Inlined, as each function on the way takes a frame of the task's.
  @inline(__always)
  func fetch(for build: Build) async throws -> ValueRow? {
    if inputs.isEmpty { return nil }
    let row = ValueRow.make(layout)
    let boxes = build.supplied?.boxes
    for (index, cell) in layout.cells.enumerated() {
      // Nobody else has it yet.
      nonisolated(unsafe) let address = row.address(of: cell)
      if let box = boxes?[index] {
        inputs[index].source.put(box, at: address)
      } else {
        do {
          try await source(at: index).fetch(at: address, for: build)
        } catch {
          throw explained(error, inputs[index].source.type, for: build)
        }
        build.forgetParameters()
      }
      row.noteThere(index)
    }
    return row
  }

  private func source(at index: Int) throws -> AnyParameterSource {
    let input = inputs[index]
    if input.isArgument { throw AstrojectError.Cause.missingArgument(input.source.type) }
    return input.source
  }

  /// Returns the error to throw where nothing is registered for a parameter: an argument that fits nowhere, if there is
  /// one.
  private func explained(_ error: any Error, _ type: Any.Type, for build: Build) -> any Error {
    guard case .noRegistrationFound(let failure)? = error as? AstrojectError, failure.key.product == type,
      // What the parameter's own product needs may be of the same type.
      failure.path.count == build.path.count + 1,
      let unfit = build.supplied?.rest.first(where: { argument in
        !properties.fields.contains { $0.source.fit(of: argument) != nil }
      })
    else { return error }
    return AstrojectError.Cause.unfitArgument(unfit.type)
  }

  // MARK: Arguments

  /// Marked parameters take the first arguments, one by one. Each other argument goes where its type says, and to the
  /// properties what no parameter takes.
  func accept(_ arguments: [SuppliedArgument]) throws -> SuppliedArguments {
    var matching = ArgumentMatching(inputs.map(\.source), open: inputs.map(\.takesArguments))
    let marked = inputs.indices.filter { inputs[$0].isArgument }
    for (index, argument) in zip(marked, arguments) {
      guard matching.match(argument, at: index) else {
        throw AstrojectError.Cause.mismatchedArgument(argument.type, wanted: inputs[index].source.type)
      }
    }
    if arguments.count < marked.count {
      throw AstrojectError.Cause.missingArgument(inputs[marked[arguments.count]].source.type)
    }
    let rest = try matching.match(Array(arguments.dropFirst(marked.count)))
    if !rest.isEmpty, properties.isWhole {
      for argument in rest where !properties.fields.contains(where: { $0.source.fit(of: argument) != nil }) {
        let fits = inputs.contains { $0.takesArguments && $0.source.fit(of: argument) != nil }
        throw fits ? AstrojectError.Cause.surplusArgument(argument.type) : .unfitArgument(argument.type)
      }
    }
    return SuppliedArguments(matching.matched, rest: rest)
  }
}
