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
}

extension Container {
  /// The keys without a registration that a test has supplied, in the order of their use; see
  /// `fillMissing`.
  public var filledKeys: [Key] { core.fork?.standIns.keys ?? [] }

  /// True if a test may supply products for keys that are not registered.
  var isFilled: Bool { core.fork?.standIns.isThere ?? false }
}
