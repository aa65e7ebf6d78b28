import Nexus

/// The settings of a registration that a file gives, besides those that `register` takes.
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

/// Registers a type that is known only while the program runs.
typealias Registering = (Container, Placement, ResourceModifiers) throws -> Void

extension AutoInjectable {
  /// Returns the function that registers the type: by its own initializer, with the rules of a file for its parameters.
  /// The type's `configure` runs first, and then what the file says.
  ///
  /// The initializer is asked for once, so that the rules fit the parameters even if the type makes it anew each time.
  ///
  /// - Parameter rules: Reads the rules for parameters of some types; nil for none.
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
