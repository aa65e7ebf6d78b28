import Nexus

/// The settings of a registration that a file gives, besides what `register` takes.
struct ResourceModifiers {
  let scope: ResourceScope?
  let isEager: Bool?
  let services: [Any.Type]

  func apply<Product>(to registration: Registration<Product>) {
    scope?.apply(to: registration)
    if let isEager { registration.eager(isEager) }
    func implement<Service>(_ service: Service.Type) { registration.implements(service) }
    for service in services { _openExistential(service, do: implement) }
  }
}

extension AutoInjectable {
  /// Registers the type by its own initializer, with the rules of a file for its parameters. The type's `configure`
  /// runs first, and then what the file says.
  static func register(
    in container: Container, _ placement: Placement, _ rules: [AnyParameter?]?, _ modifiers: ResourceModifiers
  ) throws {
    let registration = try container.add(rules.map { injection.replacing($0) } ?? injection, placement)
    configure(registration)
    modifiers.apply(to: registration)
  }
}

extension Container {
  /// Registers a value as its own type.
  func register<Value>(value: Value, _ placement: Placement) throws { _ = try add(ProductBox(value), placement) }
}
