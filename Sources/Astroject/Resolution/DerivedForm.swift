/// A type that can be made of what is registered for another one, where it is not registered itself.
protocol DerivedForm {
  /// Whether a request with this key can be answered so.
  static func isAvailable(for key: Key) -> Bool

  /// Whether there is something registered to make it of.
  static func isKnown(in core: Core, for key: Key) -> Bool

  static func derive<Argument>(_ inquiry: Inquiry, _ key: Key, _ argument: Argument) throws -> Self
  static func derive<Argument>(_ inquiry: Inquiry, _ key: Key, _ argument: Argument) async throws -> Self
}

// MARK: - Optional

/// An optional is nil where its type is not registered.
extension Optional: DerivedForm {
  static func isAvailable(for key: Key) -> Bool { true }

  static func isKnown(in core: Core, for key: Key) -> Bool {
    core.knows(Key(Wrapped.self, label: key.label, arguments: key.arguments), Wrapped.self)
  }

  static func derive<Argument>(_ inquiry: Inquiry, _ key: Key, _ argument: Argument) throws -> Self {
    guard isKnown(in: inquiry.core, for: key) else { return nil }
    var resolution = resolution(inquiry, key, argument)
    return try resolution.run()
  }

  static func derive<Argument>(_ inquiry: Inquiry, _ key: Key, _ argument: Argument) async throws -> Self {
    guard isKnown(in: inquiry.core, for: key) else { return nil }
    var resolution = resolution(inquiry, key, argument)
    return try await resolution.run()
  }

  private static func resolution<Argument>(
    _ inquiry: Inquiry, _ key: Key, _ argument: Argument
  ) -> Resolution<Wrapped, Argument> {
    Resolution(
      inquiry, key: Key(Wrapped.self, label: key.label, arguments: key.arguments), argument: argument)
  }
}

// MARK: - Array

/// An array is the collection of all that is registered for its element.
extension Array: DerivedForm {
  static func isAvailable(for key: Key) -> Bool { key.label == nil && !key.takesArguments }
  static func isKnown(in core: Core, for key: Key) -> Bool {
    isAvailable(for: key) && !core.collection(of: Element.self).isEmpty
  }

  static func derive<Argument>(_ inquiry: Inquiry, _ key: Key, _ argument: Argument) throws -> Self {
    var elements: Self = []
    for element in inquiry.core.collection(of: Element.self) {
      var resolution: Resolution<Element, Void> = try element.resolution(inquiry)
      elements.append(try resolution.run())
    }
    return elements
  }

  static func derive<Argument>(_ inquiry: Inquiry, _ key: Key, _ argument: Argument) async throws -> Self {
    var elements: Self = []
    for element in inquiry.core.collection(of: Element.self) {
      var resolution: Resolution<Element, Void> = try element.resolution(inquiry)
      elements.append(try await resolution.run())
    }
    return elements
  }
}

// MARK: - Collections

extension Array {
  /// The collection, asked for by name rather than by type: one tree, and no registration of an array in the way.
  static func collect(_ inquiry: Inquiry) throws -> Self {
    guard inquiry.tree == nil else { return try derive(inquiry, Key(Self.self), ()) }
    let tree = Tree()
    defer { tree.end() }
    return try derive(inquiry.within(tree), Key(Self.self), ())
  }

  /// The collection, asked for by name rather than by type: one tree, and no registration of an array in the way.
  static func collect(_ inquiry: Inquiry) async throws -> Self {
    guard inquiry.tree == nil else { return try await derive(inquiry, Key(Self.self), ()) }
    let tree = Tree()
    defer { tree.end() }
    return try await derive(inquiry.within(tree), Key(Self.self), ())
  }
}

extension Found {
  /// The resolution of one element of a collection.
  fileprivate func resolution<Element>(_ inquiry: Inquiry) throws -> Resolution<Element, Void> {
    // It was found among the registrations of the element's type that take no arguments.
    try Resolution(inquiry, of: unsafeDowncast(blueprint, to: Blueprint<Element, Void>.self), in: owner, argument: ())
  }
}

// MARK: - Resolution

extension Resolution {
  /// A derived form, which is of the product's type, as a product.
  func fit<Form: DerivedForm>(_ form: Form) -> Product {
    // The form was made by the product's own type, so the memory holds a product. A cast would do the same, but takes
    // nil in an optional for nothing.
    withUnsafePointer(to: form) { UnsafeRawPointer($0).assumingMemoryBound(to: Product.self).pointee }
  }

  /// What a fallback throws, as an error of the container's.
  func asked(_ error: any Error) -> AstrojectError {
    if let error = error as? AstrojectError { return error }
    let failure = inquiry.failure(key, cause: .fallback, underlyingError: error)
    return error is CancellationError && Task.isCancelled ? .cancelled(failure) : .factoryFailed(failure)
  }
}
