import Astroject

/// The objects that containers build while a closure runs, held weakly.
final class BuiltObjects: BuildWitness {
  /// A weakly held object, with facts that outlast it.
  struct BuiltObject: @unchecked Sendable {
    // Unchecked because of the weak reference, which only the runtime changes.
    fileprivate(set) weak var object: AnyObject?
    /// The step of the build that made it; nil if it is no product.
    let step: AstrojectError.Step?
    /// True if it received the container that built it.
    let takesContainer: Bool
  }

  private struct State {
    var objects: [BuiltObject] = []
    /// The objects that were made elsewhere, even if a factory returned them.
    var foreign: Set<ObjectIdentifier> = []
    var isIdle = true
    var isOver = false
  }

  private let state = Lock(State())

  /// Stops noting objects, and leaves out those that the containers hold without having built them.
  func end() {
    let containers = state.withLock { $0.objects }.compactMap { $0.object as? Container }
    let foreign = containers.flatMap { $0.products(notBuiltFor: self) }.compactMap(classInstance).map(
      ObjectIdentifier.init)
    state.withLock { state in
      state.foreign.formUnion(foreign)
      state.isOver = true
    }
  }

  /// True if no container was made and nothing was built.
  var isIdle: Bool { state.withLock { $0.isIdle } }

  /// The objects that still exist, each once, in the order in which they were built.
  var survivors: [(object: AnyObject, built: BuiltObject)] {
    let state = state.withLock { $0 }
    var seen = state.foreign
    return state.objects.compactMap { built in
      guard let object = built.object, seen.insert(ObjectIdentifier(object)).inserted else { return nil }
      return (object, built)
    }
  }

  // MARK: BuildWitness

  func didBuild(_ product: Any, of blueprint: Blueprint) {
    // An instance made elsewhere is owned elsewhere.
    guard !blueprint.isInstance, blueprint.location.isKnown, let object = classInstance(in: product) else { return }
    let needs = blueprint.parameterPlan?.dependencies ?? []
    note(object, step: blueprint.step, takesContainer: needs.contains { $0.kind == .container })
  }

  /// Notes the result of a closure if it is a class instance.
  func note(_ reference: Any) {
    guard let object = classInstance(in: reference) else { return }
    state.withLock { $0.objects.append(BuiltObject(object: object, step: nil, takesContainer: false)) }
  }

  func didMake(_ object: AnyObject) { note(object, step: nil, takesContainer: false) }

  private func note(_ object: AnyObject, step: AstrojectError.Step?, takesContainer: Bool) {
    let built = BuiltObject(object: object, step: step, takesContainer: takesContainer)
    state.withLock { state in
      if state.isOver { return }
      state.objects.append(built)
      state.isIdle = false
    }
  }
}
