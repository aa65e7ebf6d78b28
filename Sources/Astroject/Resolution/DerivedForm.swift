/// A type that can be made of what is registered for another one, where it is not registered itself.
package protocol DerivedForm {
  /// Whether a request with this key can be answered so.
  static func isAvailable(for key: Key) -> Bool

  /// What it is of, as a dependency.
  static func dependency(for key: Key, at site: Dependency.Site) -> Dependency

  /// The form for an argument that fits what it is made of; nil if the argument does not fit.
  static func supplied(by argument: SuppliedArgument, exactly isExact: Bool) -> Self?

  /// Whether there is something registered to make it of.
  static func isKnown(in core: Core, for key: Key) -> Bool

  static func derive<Argument>(
    _ inquiry: Inquiry, _ key: Key, _ argument: Argument, _ list: ArgumentList<Argument>?, within openStep: OpenStep?
  ) throws -> Self
  static func derive<Argument>(
    _ inquiry: Inquiry, _ key: Key, _ argument: Argument, _ list: ArgumentList<Argument>?, within openStep: OpenStep?
  ) async throws -> Self
}

extension DerivedForm {
  package static func supplied(by argument: SuppliedArgument, exactly isExact: Bool) -> Self? { nil }
}

// MARK: - Optional

/// An optional is nil where its type is not registered.
extension Optional: DerivedForm {
  package static func isAvailable(for key: Key) -> Bool { true }

  package static func dependency(for key: Key, at site: Dependency.Site) -> Dependency {
    Dependency(key: key.asking(for: Wrapped.self), kind: .optional, site: site)
  }

  package static func supplied(by argument: SuppliedArgument, exactly isExact: Bool) -> Wrapped?? {
    argument.fitting(Wrapped.self, exactly: isExact).map { .some($0) }
  }

  package static func isKnown(in core: Core, for key: Key) -> Bool {
    core.answers(key.asking(for: Wrapped.self), Wrapped.self)
  }

  package static func derive<Argument>(
    _ inquiry: Inquiry, _ key: Key, _ argument: Argument, _ list: ArgumentList<Argument>?, within openStep: OpenStep?
  ) throws -> Self {
    guard isKnown(in: inquiry.core, for: key) else { return nil }
    var resolution = resolution(inquiry, key, argument, list, openStep)
    return try resolution.run()
  }

  package static func derive<Argument>(
    _ inquiry: Inquiry, _ key: Key, _ argument: Argument, _ list: ArgumentList<Argument>?, within openStep: OpenStep?
  ) async throws -> Self {
    guard isKnown(in: inquiry.core, for: key) else { return nil }
    var resolution = resolution(inquiry, key, argument, list, openStep)
    return try await resolution.run()
  }

  private static func resolution<Argument>(
    _ inquiry: Inquiry, _ key: Key, _ argument: Argument, _ list: ArgumentList<Argument>?, _ openStep: OpenStep?
  ) -> Resolution<Wrapped, Argument> {
    Resolution(inquiry, key: key.asking(for: Wrapped.self), argument: argument, list: list, within: openStep)
  }
}

// MARK: - Array

/// An array is the collection of all that is registered for its element.
extension Array: DerivedForm {
  package static func isAvailable(for key: Key) -> Bool { key.label == nil && !key.takesArguments }

  package static func dependency(for key: Key, at site: Dependency.Site) -> Dependency {
    Dependency(key: key.asking(for: Element.self), kind: .collection, site: site)
  }
  package static func isKnown(in core: Core, for key: Key) -> Bool {
    isAvailable(for: key) && !core.collection(of: Element.self).isEmpty
  }

  package static func derive<Argument>(
    _ inquiry: Inquiry, _ key: Key, _ argument: Argument, _ list: ArgumentList<Argument>?, within openStep: OpenStep?
  ) throws -> Self {
    var elements: Self = []
    for element in inquiry.core.collection(of: Element.self) {
      var resolution: Resolution<Element, Void> = try element.resolution(inquiry, openStep)
      elements.append(try resolution.run())
    }
    return elements
  }

  package static func derive<Argument>(
    _ inquiry: Inquiry, _ key: Key, _ argument: Argument, _ list: ArgumentList<Argument>?, within openStep: OpenStep?
  ) async throws -> Self {
    var elements: Self = []
    for element in inquiry.core.collection(of: Element.self) {
      var resolution: Resolution<Element, Void> = try element.resolution(inquiry, openStep)
      elements.append(try await resolution.run())
    }
    return elements
  }
}

// MARK: - Resolver and Container

/// The resolver of the build that asks for it.
extension Resolver: DerivedForm {
  package static func isAvailable(for key: Key) -> Bool { key.label == nil && !key.takesArguments }
  package static func isKnown(in core: Core, for key: Key) -> Bool { isAvailable(for: key) }

  package static func dependency(for key: Key, at site: Dependency.Site) -> Dependency {
    Dependency(key: key, kind: .resolver, site: site)
  }

  package static func derive<Argument>(
    _ inquiry: Inquiry, _ key: Key, _ argument: Argument, _ list: ArgumentList<Argument>?, within openStep: OpenStep?
  ) -> Self { (inquiry.parent as? Frame).map { Resolver(of: $0) } ?? Resolver(outsideIn: inquiry.core) }
}

/// The container that resolves.
extension Container: DerivedForm {
  package static func isAvailable(for key: Key) -> Bool { key.label == nil && !key.takesArguments }
  package static func isKnown(in core: Core, for key: Key) -> Bool { isAvailable(for: key) }

  package static func dependency(for key: Key, at site: Dependency.Site) -> Dependency {
    Dependency(key: key, kind: .container, site: site)
  }

  package static func derive<Argument>(
    _ inquiry: Inquiry, _ key: Key, _ argument: Argument, _ list: ArgumentList<Argument>?, within openStep: OpenStep?
  ) throws -> Self {
    guard let container = inquiry.core.container else { throw AstrojectError.containerReleased(inquiry.failure(key)) }
    // The class is final.
    return unsafeDowncast(container, to: Self.self)
  }
}

// MARK: - Collections

extension Array {
  /// The collection, asked for by name rather than by type: one tree, and no registration of an array in the way.
  static func collect(_ inquiry: Inquiry) throws -> Self {
    let key = Key(Self.self)
    guard inquiry.isRoot else { return try inquiry.tracing(key) { try derive(inquiry, key, (), nil, within: $0) } }
    let tree = Tree()
    defer { tree.end() }
    let inquiry = inquiry.within(tree)
    return try inquiry.tracing(key) { try derive(inquiry, key, (), nil, within: $0) }
  }

  /// The collection, asked for by name rather than by type: one tree, and no registration of an array in the way.
  static func collect(_ inquiry: Inquiry) async throws -> Self {
    let key = Key(Self.self)
    guard inquiry.isRoot else {
      return try await inquiry.tracing(key) { try await derive(inquiry, key, (), nil, within: $0) }
    }
    let tree = Tree()
    defer { tree.end() }
    let inquiry = inquiry.within(tree)
    return try await inquiry.tracing(key) { try await derive(inquiry, key, (), nil, within: $0) }
  }
}

extension Found {
  /// The resolution of one element of a collection.
  fileprivate func resolution<Element>(_ inquiry: Inquiry, _ openStep: OpenStep?) throws -> Resolution<Element, Void> {
    // It was found among the registrations of the element's type that take no arguments.
    try Resolution(
      inquiry, of: unsafeDowncast(blueprint, to: Blueprint<Element, Void>.self), in: owner, argument: (),
      within: openStep)
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
