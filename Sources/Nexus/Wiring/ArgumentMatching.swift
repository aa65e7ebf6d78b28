import Astroject

/// Finds out by their types which argument goes where.
struct ArgumentMatching {
  private let wires: [AnyWire]
  private let isOpen: [Bool]
  /// For each wire the argument that goes there, if one does.
  private(set) var placed: [PlacedArgument?]

  /// - Parameters:
  ///   - wires: What the arguments may take the place of.
  ///   - isOpen: Whether they may; each of them by default.
  init(_ wires: [AnyWire], open isOpen: [Bool]? = nil) {
    self.wires = wires
    self.isOpen = isOpen ?? Array(repeating: true, count: wires.count)
    placed = Array(repeating: nil, count: wires.count)
  }

  /// Puts an argument in a place, in the way that fits best; false if it does not fit.
  mutating func place(_ argument: SuppliedArgument, at index: Int) -> Bool {
    guard let taken = fitting(argument, at: index) else { return false }
    placed[index] = taken
    return true
  }

  /// Puts arguments where their types say, and returns those for which there is no place.
  ///
  /// - Throws: `AstrojectError.Cause.ambiguousArgument` where there are more places than arguments.
  mutating func place(_ arguments: [SuppliedArgument]) throws -> [SuppliedArgument] {
    var rest = arguments
    while let (group, places) = try group(of: rest) {
      for (argument, index) in zip(group, places) { placed[index] = fitting(rest[argument], at: index) }
      rest = rest.indices.filter { !group.contains($0) }.map { rest[$0] }
    }
    return rest
  }

  private func fitting(_ argument: SuppliedArgument, at index: Int) -> PlacedArgument? {
    let wire = wires[index]
    for fit in Fit.allCases {
      if let box = wire.box(argument, fit) { return PlacedArgument(argument, in: box, of: wire.type) }
    }
    return nil
  }

  /// The free places that an argument fits best.
  private struct Aim: Equatable {
    let fit: Fit
    let places: [Int]
  }

  private func aim(of argument: SuppliedArgument) -> Aim? {
    let open = wires.indices.filter { isOpen[$0] && placed[$0] == nil }
    for fit in Fit.allCases {
      let places = open.filter { wires[$0].box(argument, fit) != nil }
      if !places.isEmpty { return Aim(fit: fit, places: places) }
    }
    return nil
  }

  /// The first arguments of which it can be decided where they go, those that fit best before others.
  private func group(of arguments: [SuppliedArgument]) throws -> (arguments: [Int], places: [Int])? {
    let aims = arguments.map { aim(of: $0) }
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
