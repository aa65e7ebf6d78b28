/// What an entry shows to readers without a lock: an instance in its box, a maker of instances, or nothing.
///
/// The entry counts it, and readers do not: see ``ReadHold``.
@usableFromInline
package struct Published: Sendable {
  @usableFromInline let word: UInt

  @inlinable init(word: UInt) { self.word = word }

  @inlinable package static var none: Published { Published(word: 0) }

  /// Whether more is to be done.
  var isNone: Bool { word == 0 }

  // MARK: For the entry that counts it

  /// An instance, counted once.
  init(counting instance: AnyProduct) { word = UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque()) }

  /// A maker, counted once. An awaiting caller may be served by it, too, if nothing that is needed can have to be
  /// awaited.
  init<Product>(counting maker: Maker<Product>, evenForAwaiting isForAwaiting: Bool) {
    word = UInt(bitPattern: Unmanaged.passRetained(maker).toOpaque()) | (isForAwaiting ? 3 : 1)
  }

  /// An awaited maker, counted once.
  init<Product>(counting maker: AwaitedMaker<Product>) {
    word = UInt(bitPattern: Unmanaged.passRetained(maker).toOpaque()) | 2
  }

  /// Hands over what it is, which was counted.
  func takeObject() -> AnyObject? {
    UnsafeRawPointer(bitPattern: word & ~3).map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
  }

  // MARK: For readers

  /// The box of the instance, if that is what was published: its address, which four divides as it does that of any object.
  @inlinable
  package var instance: UnsafeRawPointer? { word & 3 == 0 ? UnsafeRawPointer(bitPattern: word) : nil }

  /// The same with its type, which is that of the entry's key.
  @inlinable
  @inline(__always)
  package func instance<Product>(of type: Product.Type) -> Unmanaged<ProductBox<Product>>? {
    guard let instance else { return nil }
    return Unmanaged.fromOpaque(instance)
  }

  /// The box of the instance, counted.
  var anyInstance: AnyProduct? { instance.map { Unmanaged<AnyProduct>.fromOpaque($0).takeUnretainedValue() } }

  /// The maker, if that is what was published. The entry's key is of this type.
  @inlinable
  @inline(__always)
  package func maker<Product>(of type: Product.Type, synchronously isSynchronous: Bool) -> Unmanaged<Maker<Product>>? {
    guard isSynchronous ? word & 1 != 0 : word & 3 == 3, let address = UnsafeRawPointer(bitPattern: word & ~3) else {
      return nil
    }
    return Unmanaged.fromOpaque(address)
  }

  /// What an awaiting caller has to await, if that was published, or a maker that has a twin. The entry's key is of this
  /// type.
  @inlinable
  @inline(__always)
  package func awaitedMaker<Product>(of type: Product.Type) -> Unmanaged<AwaitedMaker<Product>>? {
    guard let address = UnsafeRawPointer(bitPattern: word & ~3) else { return nil }
    switch word & 3 {
    case 1: return Unmanaged<Maker<Product>>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.twin }
    case 2: return Unmanaged.fromOpaque(address)
    default: return nil
    }
  }

  /// What a container keeps of it for all who ask there, if it does so already.
  func kept(in core: Unmanaged<Core>) -> AnyProduct? {
    maker?._withUnsafeGuaranteedRef { $0.kept(in: core) }
  }

  /// Whether containers keep it for all who ask there.
  package var isKept: Bool { maker?._withUnsafeGuaranteedRef { $0.keeping != nil } ?? false }

  /// The maker, if that is what was published, of one kind or the other.
  private var maker: Unmanaged<AnyMaker>? {
    guard word & 3 != 0, let address = UnsafeRawPointer(bitPattern: word & ~3) else { return nil }
    return .fromOpaque(address)
  }

  // MARK: For awaiting callers

  /// How many levels of what is needed are looked at, to see whether all is at hand. Where there are more, it is awaited,
  /// which takes no stack.
  package static var levels: Int { 8 }

  /// Whether it can be had without awaiting, as far as that is known by now. The entry's key is of this type.
  ///
  /// - Parameter levels: How many levels of what it needs are looked at.
  package func isAtHand<Product>(of type: Product.Type, in core: Core, levels: Int) -> Bool {
    switch word & 3 {
    case 0: word != 0
    case 3: true
    default: awaitedMaker(of: type)?._withUnsafeGuaranteedRef { $0.isAtHand(in: core, levels: levels) } ?? false
    }
  }

  /// Takes for a build what is at hand. The entry's key is of this type.
  ///
  /// - Throws: ``NotAtHand`` if it has to be awaited all the same.
  package func takeAtHand<Product>(for parent: Frame, _ hold: ReadHold) throws -> Product {
    if let instance = instance(of: Product.self) {
      return instance._withUnsafeGuaranteedRef { $0.value(as: Product.self) }
    }
    hold.stay()
    if let twin = awaitedMaker(of: Product.self) {
      return try twin._withUnsafeGuaranteedRef { try $0.makeAtHand(for: parent) }
    }
    guard let maker = maker(of: Product.self, synchronously: false) else { throw NotAtHand() }
    return try maker._withUnsafeGuaranteedRef { try $0.make(for: parent) }
  }
}
