/// The injected properties that could not be filled and were noted in no build, because their objects were made on a
/// thread that runs no code of one.
///
/// Their objects may still be products of a build, whose code waits for that thread. So while there are such
/// properties, each product is searched for them. Otherwise that costs one load.
package enum UnfilledProperties {
  /// Searches an object for an unfilled property that its type shows.
  package typealias Search = @Sendable (Any) -> (name: String, error: any Error)?

  /// The number of these properties.
  private static let count = AtomicWord(0)
  private static let search = Lock<Search?>(nil)

  /// True if there are such properties.
  static var exist: Bool {
    @inline(__always) get { count.load() != 0 }
  }

  /// Counts a property until `remove`.
  package static func add(searchedBy search: @escaping Search) {
    self.search.withLock { $0 = search }
    _ = count.add(1)
  }

  package static func remove() { _ = count.add(0 &- 1) }

  /// Throws the error of an unfilled property of a product, if there is one.
  ///
  /// - Parameter path: The path to the product, whose step is the last one.
  @inline(never)
  static func refuse(_ product: Any, at path: @autoclosure () -> [AstrojectError.Step]) throws {
    guard let found = search.withLock({ $0 })?((product as? AnyProduct)?.any ?? product) else { return }
    throw (found.error as? AstrojectError)?.of(property: found.name, madeElsewhereFor: path()) ?? found.error
  }
}
