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

extension Container {
  /// Is unavailable: write `with:` before the stand-ins.
  ///
  /// Without this form, Swift 6.3 crashes instead of reporting the mistake.
  ///
  /// - Parameters:
  ///   - type: The type that the subject is resolved by.
  ///   - name: The name of the subject.
  ///   - key: A hashable value that replaces the name.
  ///   - standIns: The stand-ins, which belong after `with:`.
  @available(*, unavailable, message: "write the label: 'solitary(T.self, with: mock)'")
  @_disfavoredOverload
  public func solitary<Subject>(
    _ type: Subject.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, _ standIns: Any...
  ) throws -> Subject { fatalError("unavailable") }
}
