// The products of a build that belong to one global actor, which `Make+Refusing.swift` and
// `ResolutionContext+Admitting.swift` refuse elsewhere. `RecipeKind.obstacle` refuses a factory of the main actor.

extension Build {
  /// The code that gets the values which are fetched now: parameters and properties.
  var recipient: Recipient {
    let flags = flags.load()
    if flags & Flag.handsElsewhere != 0 { return .elsewhere }
    return Recipient(onMainActor: flags & Flag.handsToMainActor != 0)
  }

  /// Notes the code that gets the values which are fetched from now on.
  ///
  /// - Returns: The note from before, with which the caller ends its own.
  @discardableResult
  package func note(handingTo recipient: Recipient) -> Recipient {
    let before = self.recipient
    if recipient != before {
      note(Flag.handsToMainActor, on: recipient == .mainActor)
      note(Flag.handsElsewhere, on: recipient == .elsewhere)
    }
    return before
  }

  /// Throws if a value that comes from no registration conforms to its protocol on one global actor only, and the code
  /// that gets it is elsewhere.
  package func admit<Value>(_ value: Value) throws {
    if IsolatedConformance.record(in: value) != nil { try admit(ProductBox(value)) }
  }

  /// Throws if such a value, in a box, must not go where this build hands it.
  package func admit(_ value: AnyProduct) throws {
    guard let conformance = value.misplacedConformance(for: recipient) else { return }
    throw AstrojectError.isolationMismatch(failure(.isolatedConformance(conformance)))
  }

  /// Notes that the product may be one that belongs to the main actor, because the build got one.
  ///
  /// Only the thread that runs the build calls this, before the product exists.
  func noteConfinement() {
    guard let blueprint = blueprintUnderWay, IsolatedConformance.tableOffset(in: blueprint.product) != 0 else { return }
    blueprint.noteConfinement(below: core)
  }
}
