extension Resolution {
  /// Tells the witnesses that the resolve has ended.
  func tellWitnesses(failingWith error: AstrojectError? = nil) {
    // A derived form is not reported: the products that it is made of are reported by themselves.
    if answer == nil, DerivedForms.form(of: key.product) != nil { return }
    let witnesses = context.core.witnesses
    if witnesses.isEmpty { return }
    let depth = context.parent.map { $0.depth + 1 } ?? 0
    let resolve = WitnessedResolve(key: key, core: context.core, depth: depth, error: error)
    for witness in witnesses { witness.didEnd(resolve) }
  }
}
