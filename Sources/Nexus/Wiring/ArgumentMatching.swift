import Astroject

/// A match of arguments to parameters or properties, by type.
final class ArgumentMatching {
  private let sources: [AnyParameterSource]
  private let isOpen: [Bool]
  /// The argument that is matched to each source, if there is one.
  private(set) var matched: [MatchedArgument?]

  /// Creates a match without any arguments.
  ///
  /// - Parameters:
  ///   - sources: The sources whose values the arguments may replace.
  ///   - isOpen: True for each source that an argument may replace; by default all of them.
  init(_ sources: [AnyParameterSource], open isOpen: [Bool]? = nil) {
    self.sources = sources
    self.isOpen = isOpen ?? Array(repeating: true, count: sources.count)
    matched = Array(repeating: nil, count: sources.count)
  }

  /// Matches an argument to a source, by its best fit; returns false if it does not fit.
  func match(_ argument: SuppliedArgument, at index: Int) -> Bool {
    guard let taken = fitting(argument, at: index) else { return false }
    matched[index] = taken
    return true
  }

  /// Matches arguments to sources by type, and returns the arguments that are left over.
  ///
  /// - Throws: `AstrojectError.Cause.ambiguousArgument` if an argument fits more sources than there are arguments for.
  func match(_ arguments: [SuppliedArgument]) throws -> [SuppliedArgument] {
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

  /// The free sources that an argument fits best.
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

  /// Returns the first arguments whose sources can be decided, with the best fits first.
  private func group(of arguments: [SuppliedArgument]) throws -> (arguments: [Int], positions: [Int])? {
    let aims = arguments.map { aim(of: $0) }
    for aim in Fit.allCases.flatMap({ fit in aims.compactMap { $0?.fit == fit ? $0 : nil } }) {
      // There has to be an argument for each source: of those with this aim, or else of all that fit these sources.
      let alike = aims.indices.filter { aims[$0] == aim }
      if alike.count >= aim.positions.count { return (Array(alike.prefix(aim.positions.count)), aim.positions) }
      let others = aims.indices.filter { index in
        guard let other = aims[index], other.fit.rawValue > aim.fit.rawValue else { return false }
        return aim.positions.allSatisfy { fitting(arguments[index], at: $0) != nil }
      }
      if alike.count + others.count == aim.positions.count { return ((alike + others).ordered { $0 }, aim.positions) }
    }
    if let first = aims.firstIndex(where: { $0 != nil }) {
      throw AstrojectError.Cause.ambiguousArgument(arguments[first].type)
    }
    return nil
  }
}
