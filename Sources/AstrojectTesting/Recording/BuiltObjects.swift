import Astroject

/// The objects that containers have built while a closure ran, known weakly.
final class BuiltObjects: BuildWitness {
  /// An object, and what is known of it when it is gone.
  struct BuiltObject: @unchecked Sendable {
    // A weak reference is changed by the runtime alone.
    fileprivate(set) weak var object: AnyObject?
    /// What it was built for; nil for what is no product.
    let step: AstrojectError.Step?
    /// Whether it was given the container that built it.
    let takesContainer: Bool
  }

  private struct State {
    var objects: [BuiltObject] = []
    /// Those that were made elsewhere, though a factory may have handed them on.
    var foreign: Set<ObjectIdentifier> = []
    var isIdle = true
    var isOver = false
  }

  private let state = Lock(State())

  /// Notes no more. What the containers have by now that they did not build is left out.
  func end() {
    let containers = state.withLock { $0.objects }.compactMap { $0.object as? Container }
    let foreign = containers.flatMap { $0.products(notBuiltFor: self) }.compactMap(classInstance).map(
      ObjectIdentifier.init)
    state.withLock { state in
      state.foreign.formUnion(foreign)
      state.isOver = true
    }
  }

  /// Whether no container was made, and nothing built.
  var isIdle: Bool { state.withLock { $0.isIdle } }

  /// Those that are still there, each once, in the order in which they were built.
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
    // What was made elsewhere is somebody else's.
    guard !blueprint.isInstance, blueprint.location.isKnown, let object = classInstance(in: product) else { return }
    let needs = blueprint.parameterPlan?.dependencies ?? []
    note(object, step: blueprint.step, takesContainer: needs.contains { $0.kind == .container })
  }

  /// Notes what a closure has returned, as far as that is a class instance.
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
