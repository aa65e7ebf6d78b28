/// A property that is set when its value has been made.
final class LateProperty: Sendable {
  /// True if the property is set on the main actor.
  let isOnMainActor: Bool
  private let set: @Sendable (AnyProduct) throws -> Void

  init(onMainActor isOnMainActor: Bool, set: @escaping @Sendable (AnyProduct) throws -> Void) {
    self.isOnMainActor = isOnMainActor
    self.set = set
  }

  /// Returns a property that is set to the product as a closure converts it.
  func by(_ convert: @escaping @Sendable (AnyProduct) throws -> AnyProduct) -> LateProperty {
    LateProperty(onMainActor: isOnMainActor) { [set] in try set(convert($0)) }
  }

  /// Sets the property on behalf of the build that has made the product.
  ///
  /// - Throws: ``AstrojectError/isolationMismatch(_:)`` off the main actor if the property is set there, or the
  ///   error of setting it.
  func give(_ product: AnyProduct, by build: Build) throws {
    try refuse(product, of: build, isHere: !isOnMainActor || MainThread.isCurrent)
    try CurrentBuild.lead(build) { try set(product) }
  }

  /// Sets the property where it has to be set, on behalf of the build that has made the product.
  func give(_ product: AnyProduct, by build: Build) async throws {
    try refuse(product, of: build, isHere: true)
    guard isOnMainActor else { return try CurrentBuild.lead(build) { try set(product) } }
    build.suspend()
    try await MainActor.run { try CurrentBuild.lead(build) { try set(product) } }
  }

  /// Throws if the property is not set here, or if the product conforms to its protocol on one global actor only, and
  /// the property is set elsewhere.
  private func refuse(_ product: AnyProduct, of build: Build, isHere: Bool) throws {
    let misplaced = product.misplacedConformance(for: Recipient(onMainActor: isOnMainActor))
    guard let cause = isHere ? misplaced.map({ .isolatedConformance($0) }) : AstrojectError.Cause.hook else { return }
    throw AstrojectError.isolationMismatch(
      AstrojectError.Failure(key: build.step.key, path: build.path, cause: cause))
  }
}

/// The end of a resolve for a property that is set later.
struct PutOff: Error {}
