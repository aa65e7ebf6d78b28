import Nexus

/// The settings in a file that are applied to a registration after `register` has made it.
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

/// A function that registers a type known only at run time.
typealias Registering = (Container, Placement, ResourceModifiers) throws -> Void

extension AutoInjectable {
  /// Returns a function that registers the type by its injection, with the file's rules for its parameters.
  ///
  /// The type's `configure` runs first, so the file's settings override it. The injection is read once, so that the
  /// rules fit its parameters even if the type returns a different injection each time.
  ///
  /// - Parameter rules: Reads the rules for parameters of some types, and returns nil to use the type's own rules.
  static func registering(_ rules: ([Any.Type]) -> [AnyParameter?]?) -> Registering {
    let own = injection
    let injection = rules(own.parameterTypes.map(\.type)).map { own.replacing($0) } ?? own
    return { container, placement, modifiers in
      let registration = try container.add(injection, placement)
      configure(registration)
      modifiers.apply(to: registration)
    }
  }
}

extension Container {
  /// Registers a value as its own type.
  func register<Value>(value: Value, _ placement: Placement) throws { _ = try add(ProductBox(value), placement) }
}
