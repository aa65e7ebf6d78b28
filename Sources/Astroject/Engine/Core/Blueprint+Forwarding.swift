extension Blueprint {
  /// Makes a container answer for another type with the instance of this registration.
  ///
  /// - Parameter isOfComposite: True if that answers for the key that this composite was registered with.
  func forward<Product, Service>(
    from type: Product.Type, in core: Core, isCast: Bool, ofComposite isOfComposite: Bool = false,
    convert: @escaping @Sendable (Product) throws -> Service
  ) {
    let forwarding = Forwarding(to: self, isCast: isCast, convert: convert)
    core.forward(Blueprint(Service.self, by: forwarding, ofComposite: isOfComposite), to: self)
  }
}
