extension Blueprint {
  /// Makes a container answer for another type with the instance of this registration.
  func forward<Product, Service>(
    from type: Product.Type, in core: Core, isCast: Bool, convert: @escaping @Sendable (Product) throws -> Service
  ) {
    let forwarding = Forwarding(to: self, isCast: isCast, convert: convert)
    core.forward(Blueprint(Service.self, by: forwarding), to: self)
  }

  /// Makes a container answer for the key that the composite was registered with.
  func leadToComposite<Product>(of type: Product.Type, in core: Core) {
    let forwarding = Forwarding(to: self, isCast: true) { (product: Product) in product }
    core.forward(Blueprint(Product.self, by: forwarding, ofComposite: true), to: self)
  }
}
