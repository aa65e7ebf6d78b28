import Astroject

extension Overrides {
  /// Supplies what something needs and nobody has registered.
  ///
  /// ```swift
  /// overrides.fillMissing { key in key.product == Clock.self ? FixedClock() : nil }
  /// ```
  /// It is asked at the moment at which a resolve would otherwise throw that there is no registration, once for each
  /// key, or perhaps more often where several ask for it at once, of which all get the same product: what it gives is
  /// kept by the container. An optional is not missing, nor is a collection. ``Astroject/Container/filledKeys`` lists
  /// what it has supplied, and failure texts do.
  ///
  /// It fails the test where the container was handed over already.
  ///
  /// - Parameters:
  ///   - fileID: Where it is called, for the report of a failure.
  ///   - filePath: Where it is called.
  ///   - line: Where it is called.
  ///   - column: Where it is called.
  ///   - make: Gives what stands in for a key, which has to be of the key's type, or nil to leave it missing. It
  ///     runs on whatever thread resolves.
  public func fillMissing(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ make: @escaping @Sendable (Key) -> Any?
  ) {
    let site = CallSite(fileID, filePath, line, column)
    if isOver { return Reporter.fail("\(OverrideError.tooLate(at: site.location))", at: site) }
    container.core.fork?.standIns.add(make)
  }

  /// Has the test fail when a type is resolved.
  ///
  /// ```swift
  /// try overrides.failOnUse(Mailer.self)
  /// ```
  /// It replaces what is registered under the key, if anything is. The failure is reported here, where it is said; the
  /// resolve throws `AstrojectError.factoryFailed` with an ``UnexpectedUse``.
  ///
  /// - Throws: Nothing that an override could be the cause of.
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
          Reporter.fail(use.text(on: resolver.build), at: site)
          throw use
        }, Placement(label, at: site.location), arguments: repeat each arguments)
    }
  }
}

/// Thrown where something is resolved that a test has said is not to be.
public struct UnexpectedUse: DescribedError, Sendable, Hashable {
  /// What was resolved.
  public let key: Key

  /// Says so.
  public var description: String { "Expected \(key) not to be used, but it was resolved." }

  /// The same with the way on which it was resolved.
  fileprivate func text(on build: Build?) -> String {
    let way = build?.path.ends
    guard let way, way.shown.count > 1 else { return description }
    let names = way.shown.map(\.key.description).noting(omission: way.omission)
    return description + "\n  Path: " + names.joined(separator: " → ")
  }
}

extension Container {
  /// What nobody has registered here and a test has supplied, in the order in which it was needed; see
  /// ``Overrides/fillMissing(_:)``.
  public var filledKeys: [Key] { core.fork?.standIns.keys ?? [] }

  /// Whether a test may supply what nobody has registered.
  var isFilled: Bool { core.fork?.standIns.isThere ?? false }
}
