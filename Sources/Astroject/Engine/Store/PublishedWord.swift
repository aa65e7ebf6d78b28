/// The word that an entry publishes for lock-free readers: a boxed instance, a plan, or nothing.
///
/// The entry retains the object, and readers do not; see ``ReadHold``.
@frozen @usableFromInline
package struct PublishedWord: Sendable {
  /// The address of an object, which is divisible by eight, plus one for a plan.
  @usableFromInline let word: UInt

  @inlinable init(word: UInt) { self.word = word }

  @inlinable package static var none: PublishedWord { PublishedWord(word: 0) }

  /// True if nothing is published, so that more has to be done.
  var isNone: Bool { word == 0 }

  // MARK: For the entry that retains it

  /// Retains an instance, to be published.
  init(counting instance: AnyProduct) { word = Borrowed(retaining: instance).word }

  /// Retains a plan, to be published.
  init(counting plan: Stage) { word = Borrowed(retaining: plan).word | 1 }

  /// Returns the published object, and leaves its release to the caller.
  func takeObject() -> AnyObject? { Borrowed<AnyObject>(word: word & ~1)?.take() }

  // MARK: For readers

  // The key of the entry has the requested type, and so has the published object.

  /// True if an instance is published.
  package var hasInstance: Bool { !isNone && word & 1 == 0 }

  /// Returns the box of the instance with its type; nil if no instance is published.
  @inlinable
  @inline(__always)
  package func instance<Product>(of type: Product.Type) -> Borrowed<ProductBox<Product>>? {
    word & 1 == 0 ? Borrowed(word: word) : nil
  }

  /// The box of the instance, retained; nil if no instance is published.
  var anyInstance: AnyProduct? { hasInstance ? Borrowed<AnyProduct>(word: word)?.object : nil }

  // Written without closures, and without generic functions that are not inlined, because these would ask the runtime
  // for types.

  /// The plan; nil if none is published.
  var plan: Borrowed<Stage>? { word & 1 != 0 ? Borrowed(word: word & ~1) : nil }
}
