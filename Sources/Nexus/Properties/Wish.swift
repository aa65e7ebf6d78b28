import Astroject

/// Something that the properties of objects ask for.
struct Wish: Sendable {
  let request: Filling.Request
  let wire: AnyWire
  /// Whether each object asks for it, as far as is known.
  var isCertain: Bool
  /// The property, where its name or key is not known yet.
  let guessFor: String?

  init(_ request: Filling.Request, isCertain: Bool = false, guessFor: String? = nil) {
    self.request = request
    self.isCertain = isCertain
    self.guessFor = guessFor
    wire = request.property.wire(request.label)
  }

  /// Whether it is resolved before `init`: what only some objects ask for is where it could not be had later.
  func isDue(in core: Core, awaited isAwaited: Bool) -> Bool {
    isCertain || isAwaited && request.mayHaveToBeAwaited(in: core)
  }

  /// Whether nothing in the containers has another name or key.
  func isAlone(in core: Core) -> Bool {
    let (product, value) = (wire.dependency(at: .declared).key.product, request.property.value)
    let types = product == value ? [product] : [product, value]
    return types.flatMap(core.keys).allSatisfy { $0.label == nil || $0.label == request.label }
  }

  /// Throws before `init` that it cannot be resolved. Where perhaps nobody asks for it, whoever does gets the error then.
  func fail(_ error: any Error, in core: Core) throws {
    guard isCertain else { return }
    guard case .noRegistrationFound(let failure)? = error as? AstrojectError, failure.key == request.key else {
      throw error
    }
    // Where nothing has the name and something another one, that may be what is asked for.
    if request.label != nil, !isAlone(in: core) { return }
    throw guessFor.map { AstrojectError.noRegistrationFound(failure.about(property: $0)) } ?? error
  }
}

extension Filling {
  /// Gets some of what the next object asks for.
  func prepare(_ wishes: some Sequence<Wish>, for frame: Frame) throws {
    for wish in wishes where wish.isDue(in: frame.core, awaited: false) {
      do { prepare(wish.request, try wish.wire.fetch(for: frame)) } catch { try wish.fail(error, in: frame.core) }
    }
  }

  /// The same for a caller that awaits.
  func prepare(_ wishes: some Sequence<Wish>, for frame: Frame) async throws {
    for wish in wishes where wish.isDue(in: frame.core, awaited: true) {
      do { prepare(wish.request, try await wish.wire.fetch(for: frame)) } catch { try wish.fail(error, in: frame.core) }
    }
  }
}
