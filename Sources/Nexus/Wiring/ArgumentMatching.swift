import Astroject

/// Finds out by their types which argument goes where.
struct ArgumentMatching {
  private let sources: [AnyParameterSource]
  private let isOpen: [Bool]
  /// For each source the argument that goes there, if one does.
  private(set) var matched: [MatchedArgument?]

  /// - Parameters:
  ///   - sources: What the arguments may take the place of.
  ///   - isOpen: Whether they may; each of them by default.
  init(_ sources: [AnyParameterSource], open isOpen: [Bool]? = nil) {
    self.sources = sources
    self.isOpen = isOpen ?? Array(repeating: true, count: sources.count)
    matched = Array(repeating: nil, count: sources.count)
  }

  /// Puts an argument in a place, in the way that fits best; false if it does not fit.
  mutating func match(_ argument: SuppliedArgument, at index: Int) -> Bool {
    guard let taken = fitting(argument, at: index) else { return false }
    matched[index] = taken
    return true
  }

  /// Puts arguments where their types say, and returns those for which there is no place.
  ///
  /// - Throws: `AstrojectError.Cause.ambiguousArgument` where there are more places than arguments.
  mutating func match(_ arguments: [SuppliedArgument]) throws -> [SuppliedArgument] {
    var rest = arguments
    while let (group, positions) = try group(of: rest) {
      for (argument, index) in zip(group, positions) { matched[index] = fitting(rest[argument], at: index) }
      rest = rest.indices.filter { !group.contains($0) }.map { rest[$0] }
    }
    return rest
  }

  private func fitting(_ argument: SuppliedArgument, at index: Int) -> MatchedArgument? {
    let source = sources[index]
    for fit in Fit.allCases {
      if let box = source.box(argument, fit) { return MatchedArgument(argument, in: box, of: source.type) }
    }
    return nil
  }

  /// The free places that an argument fits best.
  private struct Aim: Equatable {
    let fit: Fit
    let positions: [Int]
  }

  private func aim(of argument: SuppliedArgument) -> Aim? {
    let open = sources.indices.filter { isOpen[$0] && matched[$0] == nil }
    for fit in Fit.allCases {
      let positions = open.filter { sources[$0].box(argument, fit) != nil }
      if !positions.isEmpty { return Aim(fit: fit, positions: positions) }
    }
    return nil
  }

  /// The first arguments of which it can be decided where they go, those that fit best before others.
  private func group(of arguments: [SuppliedArgument]) throws -> (arguments: [Int], positions: [Int])? {
    let aims = arguments.map { aim(of: $0) }
    for aim in Fit.allCases.flatMap({ fit in aims.compactMap { $0?.fit == fit ? $0 : nil } }) {
      // There is one for each place, of those that fit there in the same way, or else of all that do.
      let alike = aims.indices.filter { aims[$0] == aim }
      if alike.count >= aim.positions.count { return (Array(alike.prefix(aim.positions.count)), aim.positions) }
      let others = aims.indices.filter { index in
        guard let other = aims[index], other.fit.rawValue > aim.fit.rawValue else { return false }
        return aim.positions.allSatisfy { fitting(arguments[index], at: $0) != nil }
      }
      if alike.count + others.count == aim.positions.count { return ((alike + others).sorted(), aim.positions) }
    }
    if let first = aims.firstIndex(where: { $0 != nil }) {
      throw AstrojectError.Cause.ambiguousArgument(arguments[first].type)
    }
    return nil
  }
}
