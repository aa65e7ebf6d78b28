/// Refuses every request, because the registration was changed after it cached an instance.
final class Refuse: Stage, @unchecked Sendable {
  init(_ blueprint: Blueprint) { super.init(blueprint, maySuspend: false) }

  override func make<Argument, Product>(_ argument: Argument, for ask: Ask) throws -> Product {
    throw AstrojectError.invalidInstance(failure(blueprint.refusalCause, for: ask))
  }
  override func makeAwaiting<Argument, Product>(_ argument: Argument, for ask: Ask) async throws -> Product {
    throw AstrojectError.invalidInstance(failure(blueprint.refusalCause, for: ask))
  }
}
