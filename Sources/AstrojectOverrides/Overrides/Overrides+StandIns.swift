import Astroject

extension Overrides {
  /// Supplies products for keys that are needed and not registered.
  ///
  /// ```swift
  /// overrides.fillMissing { key in key.product == Clock.self ? FixedClock() : nil }
  /// ```
  /// The closure is called if a resolve would otherwise throw that there is no registration. Optionals and collections
  /// are never missing. The container caches the product of each key. If several threads or tasks need a key at once,
  /// the closure may be called more than once for it, and all of them receive the same product.
  ///
  /// ``Astroject/Container/filledKeys`` and failure texts list the supplied keys. A call after `overriding` has ended
  /// fails the test, and does nothing elsewhere.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for failure reports.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - make: Returns a product of the key's type, or nil to leave the key missing. It runs on the thread that
  ///     resolves, and no lock is held meanwhile.
  public func fillMissing(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ make: @escaping @Sendable (Key) -> Any?
  ) {
    let site = CallSite(fileID, filePath, line, column)
    if isOver { return Host.current?.fail("\(OverrideError.tooLate(at: site.location))", at: site) ?? () }
    container.core.fork?.standIns.add(make)
  }

  /// Makes the test fail if a type is resolved.
  ///
  /// ```swift
  /// try overrides.failOnUse(Mailer.self)
  /// ```
  /// It replaces the registration under the key, if there is one. In a test, the failure is reported at this call. The
  /// resolve throws `AstrojectError.factoryFailed` with an ``UnexpectedUse``.
  ///
  /// - Parameters:
  ///   - type: The type that must not be resolved.
  ///   - name: The name of the registration.
  ///   - key: A hashable value that replaces the name.
  ///   - arguments: The types of the arguments that are part of the key.
  ///   - fileID: The file of the call, for failure reports.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Throws: ``OverrideError/tooLate(at:)`` after `overriding` has ended.
  public func failOnUse<Product, each Argument>(
    _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil,
    arguments: repeat (each Argument).Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) throws {
    let site = CallSite(fileID, filePath, line, column)
    let label = Label(name: name, key: key)
    let use = UnexpectedUse(key: Key(type, label: label, arguments: (repeat each Argument).self))
    _ = try putting(at: site) { draft in
      try draft.addTakingArguments(
        Recipe<(repeat each Argument), Product>.sync { resolver, _ in
          Host.current?.fail(use.text(on: resolver.build), at: site)
          throw use
        }, Placement(label, at: site.location), arguments: repeat each arguments)
    }
  }
}

/// An error thrown by the resolve of a type that the test forbids.
public struct UnexpectedUse: DescribedError, Sendable, Hashable {
  /// The resolved key.
  public let key: Key

  /// A sentence with the resolved key.
  public var description: String { "Expected \(key) not to be used, but it was resolved." }

  /// Returns the sentence with the path on which the key was resolved.
  fileprivate func text(on build: Build?) -> String {
    let way = build?.path.ends
    guard let way, way.shown.count > 1 else { return description }
    let names = way.shown.map(\.key.description).noting(omission: way.omission)
    return description + "\n  Path: " + names.joined(separator: " → ")
  }
}

extension Container {
  /// The keys without a registration that a test has supplied, in the order of their use; see
  /// `fillMissing`.
  public var filledKeys: [Key] { core.fork?.standIns.keys ?? [] }

  /// True if a test may supply products for keys that are not registered.
  var isFilled: Bool { core.fork?.standIns.isThere ?? false }
}
