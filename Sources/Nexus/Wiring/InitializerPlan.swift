import Astroject

/// A plan of an initializer: the sources of its parameters and properties, known without running it.
final class InitializerPlan: ParameterPlan, @unchecked Sendable {
  // Immutable.

  /// The input of one parameter.
  struct Input: Sendable {
    let source: AnyParameterSource
    /// True if the caller supplies the value.
    let isArgument: Bool
    /// True if an argument of the caller may replace the value.
    let takesArguments: Bool
    /// True if a resource file gives the rule, in place of that of the type.
    var isOfFile = false

    func dependency(at site: Dependency.Site) -> Dependency {
      let dependency =
        isArgument ? Dependency(key: Key(source.type), kind: .argument, site: site) : source.dependency(at: site)
      dependency.isRuledByFile = isOfFile
      return dependency
    }

    /// Returns the input of a decorator: a parameter of the decorated type, or of a form of it, gets the decorated
    /// product.
    func decorating(_ key: Key) -> Input {
      guard isMeant(for: key) else { return self }
      return Input(source: source.decorated(key), isArgument: false, takesArguments: false)
    }

    private func isMeant(for key: Key) -> Bool {
      let wish = source.dependency(at: .decorator)
      guard wish.key.label == nil || wish.key.label == key.label else { return false }
      switch wish.kind {
      case .required, .optional, .lazy, .provider: return source.type == key.product || wish.key.product == key.product
      // The decorated type may itself be a collection.
      case .collection, .decorated, .forwarded, .container, .resolver: return source.type == key.product
      case .argument, .fixed, .closure: return false
      }
    }
  }

  let properties: PropertyPlan
  let inputs: [Input]
  /// The layout of the fetched values.
  private let layout: ValueLayout
  private let needsNoArguments: Bool
  /// True if each parameter gets the product registered for its type, and nothing else has to be done.
  let isDirect: Bool

  init(_ inputs: [Input], properties: PropertyPlan) {
    self.inputs = inputs
    self.properties = properties
    needsNoArguments = !inputs.contains(where: \.isArgument)
    isDirect = needsNoArguments && properties.isEmpty && inputs.allSatisfy(\.source.isByTypeAlone)
    layout = ValueLayout(inputs.map(\.source))
  }

  /// Returns true if there are no values to resolve for properties.
  func hasNoProperties(for build: Build) -> Bool {
    properties.isEmpty && !build.hasSupplied && !build.hasPropertyBuffer
  }

  /// The number of parameters.
  var count: Int { inputs.count }

  var dependencies: [Dependency] {
    var dependencies = inputs.enumerated().map { $1.dependency(at: .parameter($0)) }
    if !properties.isEmpty { dependencies += properties.dependencies }
    return dependencies
  }

  var unseenType: Any.Type? { properties.unseenType }

  var isLeaf: Bool { inputs.isEmpty && properties.isEmpty }

  var needsArguments: Bool { !needsNoArguments }

  func takesOnly(_ isIt: (_ type: UInt) -> Bool) -> Bool {
    isDirect && layout.cells.indices.allSatisfy { isIt(UInt(bitPattern: layout.cells[$0].type)) }
  }

  // MARK: Values

  /// Returns the value of a parameter: the caller's argument for it, or otherwise the value of its source.
  func value<Value>(_ type: Value.Type, for build: Build, at index: Int) throws -> Value {
    if let box = build.supplied?.boxes[index] { return box.value(as: type) }
    // Each source has the type of its parameter. The source also made the box of an argument.
    do { return try unsafeDowncast(source(at: index), to: ParameterSource<Value>.self).get(for: build) } catch {
      throw explained(error, type, for: build)
    }
  }

  /// Fetches the values for an awaiting caller; returns nil if there are no parameters.
  ///
  /// Inlined, because each function on the way takes a frame of the task.
  @inline(__always)
  func fetch(for build: Build) async throws -> ValueRow? {
    if inputs.isEmpty { return nil }
    let row = ValueRow.make(layout)
    let boxes = build.supplied?.boxes
    for (index, cell) in layout.cells.enumerated() {
      // No other code has the address yet.
      nonisolated(unsafe) let address = row.address(of: cell)
      if let box = boxes?[index] {
        try build.admit(box)
        box.put(at: address)
      } else {
        do {
          try await source(at: index).fetch(at: address, for: build)
        } catch {
          throw explained(error, inputs[index].source.type, for: build)
        }
      }
      row.noteThere(index)
    }
    return row
  }

  /// Fetches the values for an asynchronous initializer, and stores those of its properties in the build.
  @inline(never)
  func fetchAll(for build: Build, handingTo recipient: Recipient) async throws -> ValueRow? {
    let before = build.note(handingTo: recipient)
    defer { build.note(handingTo: before) }
    let row = try await fetch(for: build)
    try await properties.prepare(for: build)
    return row
  }

  private func source(at index: Int) throws -> AnyParameterSource {
    let input = inputs[index]
    if input.isArgument { throw AstrojectError.Cause.missingArgument(input.source.type) }
    return input.source
  }

  /// Returns the error to throw for a missing parameter: that of an argument that fits nowhere, if there is one.
  private func explained(_ error: any Error, _ type: Any.Type, for build: Build) -> any Error {
    guard case .noRegistrationFound(let failure)? = error as? AstrojectError, failure.key.product == type,
      // A dependency of the parameter's own product may be of the same type.
      failure.path.count == build.path.count + 1,
      let supplied = build.supplied,
      let unfit = supplied.rest.first(where: { argument in
        !properties.fields.contains { $0.source.fit(of: argument) != nil }
      })
    else { return error }
    return supplied.cause(ofLeft: unfit.type)
  }

  // MARK: Arguments

  /// Matches the arguments of a caller to the parameters, and leaves the others to the properties.
  ///
  /// The marked parameters take the first arguments, one by one. Each other argument is matched by its type. The
  /// properties get the arguments that no parameter takes.
  ///
  /// - Throws: An `AstrojectError.Cause` if an argument is missing, is of the wrong type, or fits no place or several.
  func accept(_ arguments: [SuppliedArgument]) throws -> SuppliedArguments {
    let matching = ArgumentMatching(inputs.map(\.source), open: inputs.map(\.takesArguments))
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
    let surplus = rest.filter { argument in
      inputs.contains { ($0.isArgument || $0.takesArguments) && $0.source.fit(of: argument) != nil }
    }
    let supplied = SuppliedArguments(matching.matched, rest: rest, surplus: surplus.map(\.type))
    if !rest.isEmpty, properties.isWhole {
      for argument in rest where !properties.fields.contains(where: { $0.source.fit(of: argument) != nil }) {
        throw supplied.cause(ofLeft: argument.type)
      }
    }
    return supplied
  }
}

extension SuppliedArguments {
  /// Returns the cause of an error about an argument that nothing takes.
  func cause(ofLeft type: Any.Type) -> AstrojectError.Cause {
    surplus.contains { $0 == type } ? .surplusArgument(type) : .unfitArgument(type)
  }
}
