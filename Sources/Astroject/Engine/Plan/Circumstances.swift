/// The data of an unusual request, beyond the container and the build that ask.
final class Circumstances: @unchecked Sendable {
  // Never changed. The values belong to the caller that waits for the product.
  /// The tree, if it did not begin with a build.
  let tree: Tree?
  /// The arguments, if the registration takes them by type.
  let supplied: SuppliedArguments?
  /// The step of a trace as which, or below which, this is recorded.
  let step: OpenStep?
  /// True if the step is this request's own.
  let isTraced: Bool
  /// The property that gets the product later, if that is still being built.
  let property: LateProperty?
  /// True if the caller gets the product, and not only has it built.
  let isGivenOut: Bool

  @inline(never)
  init(
    tree: Tree? = nil, supplied: SuppliedArguments? = nil, step: OpenStep? = nil, isTraced: Bool = false,
    property: LateProperty? = nil, isGivenOut: Bool = true
  ) {
    self.tree = tree
    self.supplied = supplied
    self.step = step
    self.isTraced = isTraced
    self.property = property
    self.isGivenOut = isGivenOut
  }

  /// Returns a copy within a tree that did not begin with a build, with arguments, or with the step of a trace.
  func copy(
    within tree: Tree? = nil, supplying supplied: SuppliedArguments? = nil, tracedAs step: OpenStep? = nil
  ) -> Circumstances {
    Circumstances(
      tree: tree ?? self.tree, supplied: supplied ?? self.supplied, step: step ?? self.step,
      isTraced: isTraced || step != nil, property: property, isGivenOut: isGivenOut)
  }

  /// Records the outcome in the step of a trace, if that is this request's own.
  func note(_ outcome: OpenStep.Outcome?, of blueprint: Blueprint?) {
    if isTraced { step?.note(outcome, of: blueprint) }
  }

  /// Ends the step of a trace, if that is this request's own.
  func end(failingWith error: (any Error)? = nil, of blueprint: Blueprint?) {
    // A request that begins anew opens another step.
    guard isTraced, !(error is Again) else { return }
    let isPutOff = error is PutOff
    if error != nil { note(isPutOff ? .waited : nil, of: blueprint) }
    step?.end(failingWith: isPutOff ? nil : error)
  }
}
