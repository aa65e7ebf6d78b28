/// A report of a resolve, to the traces, behaviors and witnesses of the container that is asked.
final class ResolveReport {
  private let key: Key
  /// The context of the request, with its step of a trace.
  let context: ResolutionContext
  /// True if behaviors are told, or at least a trace.
  private var isObserved: Bool
  /// The registration that answers.
  var answer: Blueprint?

  init(of key: Key, for context: ResolutionContext) {
    self.key = key
    isObserved = context.core.isObserved
    let isTraced = context.rare?.isTraced ?? false
    let step = isObserved && !isTraced ? OpenStep(key, for: context, within: context.rare?.step) : nil
    self.context = step.map { context.within((context.rare ?? Circumstances()).copy(tracedAs: $0)) } ?? context
  }

  /// Leaves the report to a request that supplies arguments in the place of this one.
  func handOver(supplying supplied: SuppliedArguments) -> ResolutionContext {
    isObserved = false
    return context.within((context.rare ?? Circumstances()).copy(supplying: supplied))
  }

  /// Tells that the product was resolved, and returns it to a caller that may have it.
  func give<Product>(_ product: Product, of answer: Answer) throws -> Product {
    switch answer {
    case .registration, .supplied: break
    case .form, .trail, .product:
      if case .form = answer { context.rare?.note(.derived, of: nil) }
      if context.rare?.isGivenOut ?? true { try context.admit(product, as: key, of: nil) }
    }
    if isObserved { end() }
    return product
  }

  @inline(never)
  private func end() {
    context.rare?.end(of: answer)
    tellWitnesses()
    // A derived form has no registration. The products that it is made of are reported by themselves.
    if let answer { context.core.tell(of: answer, isNew: false) }
  }

  /// Tells that the resolve has failed, and returns the error to throw.
  @inline(never)
  func fail(_ error: any Error) -> any Error {
    if !isObserved { return error }
    context.rare?.end(failingWith: error, of: answer)
    // If the registration was removed meanwhile, the caller goes on with the others, and nothing has failed.
    guard let failure = error as? AstrojectError else { return error }
    tellWitnesses(failingWith: failure)
    context.core.tellFailed(key.product, name: key.name, failure)
    return error
  }

  /// Tells the witnesses that the resolve has ended.
  private func tellWitnesses(failingWith error: AstrojectError? = nil) {
    // A derived form is not reported: the products that it is made of are reported by themselves.
    if answer == nil, DerivedForms.form(of: key.product) != nil { return }
    let depth = context.parent.map { $0.depth + 1 } ?? 0
    for case let witness as any ResolveWitness in context.core.allObservers {
      witness.didResolve(key, in: context.core, depth: depth, failingWith: error)
    }
  }
}
