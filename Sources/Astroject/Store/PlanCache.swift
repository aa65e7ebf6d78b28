/// What an entry shows to readers without a lock: an instance in its box, a factory of instances, or nothing.
///
/// The entry counts it, and readers do not: see ``ReadHold``.
@usableFromInline
package struct PlanCache: Sendable {
  /// An address, which eight divides as it does that of any object, and in its lowest bits the `Use` of a factory.
  @usableFromInline let word: UInt

  /// Who may use a factory.
  enum Use: UInt {
    /// Those who block.
    case blocking = 1
    /// Those who await.
    case awaiting = 2
    /// Each in his own way.
    case both = 3
    /// Those who block, and those who await in the same way, as the recipe does not suspend.
    case bothAtOnce = 7
  }

  @inlinable init(word: UInt) { self.word = word }

  @inlinable package static var none: PlanCache { PlanCache(word: 0) }

  /// Whether more is to be done.
  var isNone: Bool { word == 0 }

  // MARK: For the entry that counts it

  /// An instance, counted once.
  init(counting instance: AnyProduct) { word = UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque()) }

  /// A factory, counted once.
  init(counting factory: AnyFactory, for use: Use) {
    word = UInt(bitPattern: Unmanaged.passRetained(factory).toOpaque()) | use.rawValue
  }

  /// Hands over what it is, which was counted.
  func takeObject() -> AnyObject? {
    UnsafeRawPointer(bitPattern: word & ~7).map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
  }

  // MARK: For readers

  // The entry's key is of the type that is asked for, and so is what it shows.

  /// The box of the instance, if that is what was published.
  @inlinable
  package var instance: UnsafeRawPointer? { word & 7 == 0 ? UnsafeRawPointer(bitPattern: word) : nil }

  /// The same with its type.
  @inlinable
  @inline(__always)
  package func instance<Product>(of type: Product.Type) -> Unmanaged<ProductBox<Product>>? {
    guard let instance else { return nil }
    return Unmanaged.fromOpaque(instance)
  }

  /// The box of the instance, counted.
  var anyInstance: AnyProduct? { instance.map { Unmanaged<AnyProduct>.fromOpaque($0).takeUnretainedValue() } }

  // Written without closures, and without generic functions that are not inlined: these would ask the runtime for
  // types.

  /// The factory, for a caller that blocks.
  @inlinable
  @inline(__always)
  package func factory<Product>(of type: Product.Type) -> Unmanaged<InstanceFactory<Product>>? {
    guard word & 1 != 0, let address = UnsafeRawPointer(bitPattern: word & ~7) else { return nil }
    return Unmanaged.fromOpaque(address)
  }

  /// The factory, for a caller that could await, but need not.
  @inlinable
  @inline(__always)
  package func factoryAtOnce<Product>(of type: Product.Type) -> Unmanaged<InstanceFactory<Product>>? {
    guard word & 4 != 0, let address = UnsafeRawPointer(bitPattern: word & ~7) else { return nil }
    return Unmanaged.fromOpaque(address)
  }

  /// The factory, for a caller that awaits.
  @inlinable
  @inline(__always)
  package func awaitedFactory<Product>(of type: Product.Type) -> Unmanaged<InstanceFactory<Product>>? {
    guard word & 6 == 2, let address = UnsafeRawPointer(bitPattern: word & ~7) else { return nil }
    return Unmanaged.fromOpaque(address)
  }

  /// The factory, whoever may use it.
  private var anyFactory: Unmanaged<AnyFactory>? {
    guard word & 7 != 0, let address = UnsafeRawPointer(bitPattern: word & ~7) else { return nil }
    return Unmanaged.fromOpaque(address)
  }

  /// What a container keeps of it for all who ask there, if it does so already.
  func kept(in core: Unmanaged<Core>) -> AnyProduct? {
    anyFactory?._withUnsafeGuaranteedRef { $0.kept(in: core) }
  }

  // MARK: Where the type is not known

  /// Puts a value for a build that awaits where it belongs, if it can be had without awaiting; false otherwise.
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

  /// What has to be awaited for a value, if that was published.
  package var factoryToAwait: AnyFactory? { word & 6 == 2 ? anyFactory?.takeUnretainedValue() : nil }
}
