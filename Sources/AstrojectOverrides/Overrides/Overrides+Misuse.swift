import Astroject

// Frequent mistakes: the compiler answers them with the right call.

extension Overrides {
  /// Is unavailable: pass a closure, or use `replace(instance:as:)`.
  ///
  /// - Parameters:
  ///   - type: The type that the original is resolved by.
  ///   - mock: The value, which belongs in a closure.
  @available(
    *, unavailable, message: "give a closure: 'replace(T.self) { mock }', or 'replace(instance: mock, as: T.self)'"
  )
  @_disfavoredOverload
  public func replace<Product>(_ type: Product.Type, with mock: Product) throws { fatalError("unavailable") }

  /// Is unavailable: pass a closure, or use `replace(instance:as:)`.
  ///
  /// - Parameters:
  ///   - type: The type that the original is resolved by.
  ///   - factory: The value, which belongs in a closure.
  @available(
    *, unavailable, message: "give a closure: 'replace(T.self) { mock }', or 'replace(instance: mock, as: T.self)'"
  )
  @_disfavoredOverload
  public func replace<Product>(_ type: Product.Type, factory: Product) throws { fatalError("unavailable") }
}
