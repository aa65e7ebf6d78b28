import Astroject

/// What is known of an initializer without running it: what its parameters and properties get.
final class InitializerWiring: Wiring {
  /// One parameter.
  struct Slot: Sendable {
    let wire: AnyWire
    /// Whether the caller supplies it.
    let isArgument: Bool
    /// Whether an argument of the caller's may take the place of what is registered.
    let takesArguments: Bool
  }

  let properties: PropertyPlan
  private let slots: [Slot]

  init(_ slots: [Slot], properties: PropertyPlan) {
    self.slots = slots
    self.properties = properties
  }

  var dependencies: [Dependency] {
    slots.enumerated().map { $1.wire.dependency(at: .parameter($0)) } + properties.dependencies
  }

  var isLeaf: Bool { slots.isEmpty && properties.hasNothingToDo }

  func check(_ frame: Frame) throws { try properties.check(frame) }

  var needsArguments: Bool { slots.contains(where: \.isArgument) }

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

  /// The value for a parameter where there are none.
  func nothing<Value>(_ type: Value.Type) throws -> Value { throw AstrojectError.Cause.missingArgument(type) }

  private func wire<Value>(_ type: Value.Type, at position: Int) -> Wire<Value> {
    // Each parameter's wire is of the parameter's type; the box of an argument was made by it.
    unsafeDowncast(slots[position].wire, to: Wire<Value>.self)
  }

  // MARK: Arguments

  /// Marked parameters take the first arguments, one by one. Each other argument goes where its type says.
  func accept(_ arguments: [SuppliedArgument]) throws -> Supply {
    var boxes = [AnyObject?](repeating: nil, count: slots.count)
    let marked = slots.indices.filter { slots[$0].isArgument }
    for (index, argument) in zip(marked, arguments) {
      guard let box = Fit.allCases.lazy.compactMap({ [slots] in slots[index].wire.box(argument, $0) }).first else {
        throw AstrojectError.Cause.unfitArgument(argument.type)
      }
      boxes[index] = box
    }
    if arguments.count < marked.count {
      throw AstrojectError.Cause.missingArgument(slots[marked[arguments.count]].wire.type)
    }
    try place(Array(arguments.dropFirst(marked.count)), in: &boxes)
    return Supply(arguments, boxes: boxes)
  }

  private func place(_ arguments: [SuppliedArgument], in boxes: inout [AnyObject?]) throws {
    var rest = arguments
    for fit in Fit.allCases {
      while let (group, indices) = group(of: rest, fit, around: boxes) {
        let type = rest[group[0]].type
        guard group.count >= indices.count else { throw AstrojectError.Cause.ambiguousArgument(type) }
        guard group.count == indices.count else { throw AstrojectError.Cause.unfitArgument(type) }
        for (argument, index) in zip(group, indices) { boxes[index] = slots[index].wire.box(rest[argument], fit) }
        rest = rest.indices.filter { !group.contains($0) }.map { rest[$0] }
      }
    }
    if let left = rest.first { throw AstrojectError.Cause.unfitArgument(left.type) }
  }

  /// The first argument that fits somewhere, with those that fit in the same places.
  private func group(
    of arguments: [SuppliedArgument], _ fit: Fit, around boxes: [AnyObject?]
  ) -> (arguments: [Int], places: [Int])? {
    let open = slots.indices.filter { slots[$0].takesArguments && boxes[$0] == nil }
    let places = arguments.map { argument in open.filter { slots[$0].wire.box(argument, fit) != nil } }
    guard let first = places.first(where: { !$0.isEmpty }) else { return nil }
    return (places.indices.filter { places[$0] == first }, first)
  }
}
