import TestSupport
import Testing

/// Notes each event of its containers, and reacts to it.
final class Listener: Behavior, Sendable {
  let heard = Recorder<String>()
  private let react: @Sendable (String, Container) -> Void

  init(_ react: @escaping @Sendable (String, Container) -> Void = { _, _ in }) { self.react = react }

  func didRegister<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
  ) {
    note("registered \(type)", name, container)
    #expect(ObjectIdentifier(registration.key.product) == ObjectIdentifier(type))
  }

  func didResolve<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
  ) {
    note("resolved \(type)", name, container)
    #expect(ObjectIdentifier(registration.key.product) == ObjectIdentifier(type))
  }

  func didFail<Product>(type: Product.Type, to container: Container, with name: String?, error: AstrojectError) {
    note("failed \(type)", name, container, " \(error.kind)")
  }

  /// Expects these events, in order.
  func expectHeard(_ events: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(heard.events == events, sourceLocation: sourceLocation)
  }

  private func note(_ event: String, _ name: String?, _ container: Container, _ rest: String = "") {
    let text = event + (name.map { " \($0)" } ?? "") + (container.name.map { " in \($0)" } ?? "") + rest
    heard.note(text)
    react(text, container)
  }
}
