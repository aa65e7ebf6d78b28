// The products of a build that belong to the main actor, which `Make+Obstacles.swift` and
// `ResolutionContext+Admitting.swift` refuse elsewhere. `RecipeKind.obstacle` refuses a factory of the main actor.

extension Build {
  /// True while values are fetched that only code on the main actor gets: parameters and properties of its objects.
  var handsToMainActor: Bool { flags.load() & Flag.handsToMainActor != 0 }

  /// Notes that values are fetched from now on that only code on the main actor gets, or that this has ended.
  ///
  /// - Returns: The note from before, with which the caller ends its own.
  @discardableResult
  package func note(handingToMainActor isHanding: Bool) -> Bool {
    let before = handsToMainActor
    if isHanding != before { note(Flag.handsToMainActor, on: isHanding) }
    return before
  }

  /// Notes that the product may be one that belongs to the main actor, because the build got one.
  ///
  /// Only the thread that runs the build calls this, before the product exists.
  func noteConfinement() {
    guard let blueprint = blueprintUnderWay, IsolatedConformance.tableOffset(in: blueprint.product) != 0 else { return }
    blueprint.noteConfinement(below: core)
  }
}
