import Nexus
import Testing

private struct Plain: Sendable {}
private struct Distant: Sendable {}
@MainActor private final class Screen { init() {} }
private struct Model: Sendable { init(plain: Plain, distant: Distant, other: Plain) {} }
private struct View: Sendable { init(plain: Plain, screen: Screen) {} }
private struct Deep: Sendable { init(model: Model) {} }
private struct Lot: Sendable { init(all: [Distant]) {} }

@Suite("Errors of a synchronous resolve that name a parameter")
struct NamedParameterTests {
  /// The first line of the error of a synchronous resolve off the main actor.
  private func headline<Product>(_ type: Product.Type, in container: Container) -> String? {
    let error = #expect(throws: AstrojectError.self) { _ = try container.resolve(type) }
    return error?.description.split(separator: "\n").first.map(String.init)
  }

  private func container() throws -> Container {
    let container = Container()
    try container.register(initializer: Plain.init)
    try container.register(Distant.self) { () async in Distant() }
    return container
  }

  @Test func `a synchronous resolve names the position of the parameter that has to be awaited`() throws {
    let container = try container()
    try container.register(initializer: Model.init)
    try container.register(initializer: Deep.init)
    let expected =
      "Distant has an asynchronous factory, and was resolved synchronously for parameter 2 of 3 of the initializer of Model."
    #expect(headline(Model.self, in: container) == expected)
    #expect(headline(Deep.self, in: container) == expected)
    #expect(
      headline(Distant.self, in: container) == "Distant has an asynchronous factory, and was resolved synchronously.")
  }

  @Test func `a synchronous resolve names a parameter or array with an asynchronous hook`() throws {
    let container = Container()
    try container.register(initializer: Plain.init)
    try container.register(initializer: Distant.init).afterInit { _, _ async in }
    try container.register(initializer: Model.init)
    try container.register(initializer: Lot.init)
    #expect(
      headline(Model.self, in: container)
        == "Distant has an asynchronous `afterInit`, and was resolved synchronously for parameter 2 of 3 of the initializer of Model."
    )
    #expect(
      headline(Lot.self, in: container)
        == "Distant has an asynchronous `afterInit`, and was resolved synchronously for parameter 1 of 1 of the initializer of Lot."
    )
  }

  @Test func `a synchronous resolve off the main actor names the parameter that needs it`() throws {
    let container = try container()
    try container.register(Screen.self) { @MainActor in Screen() }
    try container.register(initializer: View.init)
    #expect(
      headline(View.self, in: container)
        == "Screen has a factory on the main actor, and was resolved synchronously outside it for parameter 2 of 2 of the initializer of View."
    )
  }

  @Test func `a synchronous resolve names the parameter that an asynchronous rule fills`() throws {
    let container = try container()
    try container.register(
      initializer: Model.init, with: .auto,
      .resolving { @Sendable _ in
        await Task.yield()
        return Distant()
      }, .auto)
    #expect(
      headline(Model.self, in: container)
        == "Model has a parameter of type Distant that is built asynchronously, number 2 of 3, and was resolved synchronously."
    )
  }
}
