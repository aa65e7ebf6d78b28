/// The word that an entry publishes for lock-free readers: a boxed instance, a factory, or nothing.
///
/// The entry retains the object, and readers do not; see ``ReadHold``.
@frozen @usableFromInline
package struct PlanCache: Sendable {
  /// The address of an object, which is divisible by eight, with the `Use` of a factory in its lowest bits.
  @usableFromInline let word: UInt

  /// The callers that may use a factory.
  enum Use: UInt {
    /// Callers that block.
    case blocking = 1
    /// Callers that await.
    case awaiting = 2
    /// Both, each by a method of its own.
    case both = 3
    /// Both by the method for callers that block because the recipe does not suspend.
    case bothAtOnce = 7
  }

  @inlinable init(word: UInt) { self.word = word }

  @inlinable package static var none: PlanCache { PlanCache(word: 0) }

  /// True if nothing is published, so that more has to be done.
  var isNone: Bool { word == 0 }

  // MARK: For the entry that retains it

  /// Retains an instance, to be published.
  init(counting instance: AnyProduct) { word = UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque()) }

  /// Retains a factory, to be published.
  init(counting factory: AnyFactory, for use: Use) {
    word = UInt(bitPattern: Unmanaged.passRetained(factory).toOpaque()) | use.rawValue
  }

  /// Returns the published object, and leaves its release to the caller.
  func takeObject() -> AnyObject? {
    UnsafeRawPointer(bitPattern: word & ~7).map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
  }

  // MARK: For readers

  // The key of the entry has the requested type, and so has the published object.

  /// The box of the instance; nil if no instance is published.
  @inlinable
  package var instance: UnsafeRawPointer? { word & 7 == 0 ? UnsafeRawPointer(bitPattern: word) : nil }

  /// Returns the box of the instance with its type; nil if no instance is published.
  @inlinable
  @inline(__always)
  package func instance<Product>(of type: Product.Type) -> Unmanaged<ProductBox<Product>>? {
    guard let instance else { return nil }
    return Unmanaged.fromOpaque(instance)
  }

  /// The box of the instance, retained; nil if no instance is published.
  var anyInstance: AnyProduct? { instance.map { Unmanaged<AnyProduct>.fromOpaque($0).takeUnretainedValue() } }

  // Written without closures, and without generic functions that are not inlined, because these would ask the runtime
  // for types.

  /// Returns the factory for a caller that blocks.
  @inlinable
  @inline(__always)
  package func factory<Product>(of type: Product.Type) -> Unmanaged<InstanceFactory<Product>>? {
    guard word & 1 != 0, let address = UnsafeRawPointer(bitPattern: word & ~7) else { return nil }
    return Unmanaged.fromOpaque(address)
  }

  /// Returns the factory for a caller that could await, but need not.
  @inlinable
  @inline(__always)
  package func factoryAtOnce<Product>(of type: Product.Type) -> Unmanaged<InstanceFactory<Product>>? {
    guard word & 4 != 0, let address = UnsafeRawPointer(bitPattern: word & ~7) else { return nil }
    return Unmanaged.fromOpaque(address)
  }

  /// Returns the factory for a caller that awaits.
  @inlinable
  @inline(__always)
  package func awaitedFactory<Product>(of type: Product.Type) -> Unmanaged<InstanceFactory<Product>>? {
    guard word & 6 == 2, let address = UnsafeRawPointer(bitPattern: word & ~7) else { return nil }
    return Unmanaged.fromOpaque(address)
  }

  /// The factory, for any caller.
  private var anyFactory: Unmanaged<AnyFactory>? {
    guard word & 7 != 0, let address = UnsafeRawPointer(bitPattern: word & ~7) else { return nil }
    return Unmanaged.fromOpaque(address)
  }

  /// Returns the instance that a container caches for all its callers; nil if there is none yet.
  func kept(in core: Unmanaged<Core>) -> AnyProduct? {
    anyFactory?._withUnsafeGuaranteedRef { $0.kept(in: core) }
  }

  // MARK: Without the type

  /// Writes a value for an awaiting build into its memory, if it need not be awaited; returns false otherwise.
  package func putAtOnce(at address: UnsafeMutableRawPointer, for parent: Build, _ hold: ReadHold) throws -> Bool {
    if let instance {
      Unmanaged<AnyProduct>.fromOpaque(instance)._withUnsafeGuaranteedRef { $0.put(at: address) }
      return true
    }
    guard let anyFactory else { return false }
    if let kept = anyFactory._withUnsafeGuaranteedRef({ $0.kept(in: parent.source) }) {
      kept.put(at: address)
      return true
    }
    if word & 4 == 0 { return false }
    hold.stay()
    try anyFactory._withUnsafeGuaranteedRef { try $0.put(at: address, for: parent) }
    return true
  }

  /// The factory that has to be awaited for a value; nil if none is published.
  package var factoryToAwait: AnyFactory? { word & 6 == 2 ? anyFactory?.takeUnretainedValue() : nil }
}
