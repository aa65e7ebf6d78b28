import Astroject

// What is often written in the place of something else: the compiler says what to write.

extension Overrides {
  /// Unavailable: give a closure.
  @available(
    *, unavailable, message: "give a closure: 'replace(T.self) { mock }', or 'replace(instance: mock, as: T.self)'"
  )
  @_disfavoredOverload
  public func replace<Product>(_ type: Product.Type, with mock: Product) throws { fatalError("unavailable") }

  /// Unavailable: give a closure.
  @available(
    *, unavailable, message: "give a closure: 'replace(T.self) { mock }', or 'replace(instance: mock, as: T.self)'"
  )
  @_disfavoredOverload
  public func replace<Product>(_ type: Product.Type, factory: Product) throws { fatalError("unavailable") }
}
