/// The word of an entry that is read without a lock: where the instance lies that answers, or what makes one for whoever
/// asks alone; or zero, where more is to be done.
///
/// What was published once is not freed before the store goes (see `Store.retire`), and whoever reads holds the store:
/// a caller of the container's own functions by holding the container, a build in it by being under way. So neither
/// counts a reference.
@usableFromInline
struct Published: Sendable {
  @usableFromInline let word: UInt

  @inlinable init(word: UInt) { self.word = word }

  static let none = Published(word: 0)

  /// An instance; it lies at an address that four divides.
  init(instance: UInt) { word = instance }

  /// A ``Maker``. An awaiting caller may be served by it, too, if nothing that is needed can have to be awaited.
  init(maker: AnyObject, evenForAwaiting isForAwaiting: Bool) {
    word = UInt(bitPattern: Unmanaged.passUnretained(maker).toOpaque()) | (isForAwaiting ? 3 : 1)
  }

  /// An ``AwaitedMaker``.
  init(awaitedMaker maker: AnyObject) {
    word = UInt(bitPattern: Unmanaged.passUnretained(maker).toOpaque()) | 2
  }

  /// The box of the instance, if that is what was published.
  @inlinable
  var instance: UnsafeRawPointer? { word & 3 == 0 ? UnsafeRawPointer(bitPattern: word) : nil }

  /// The same with its type, which is that of the entry's key.
  @inlinable
  func instance<Product>(of type: Product.Type) -> Unmanaged<ProductBox<Product>>? {
    instance.map { Unmanaged.fromOpaque($0) }
  }

  /// The maker, if that is what was published. The entry's key is of this type.
  @inlinable
  func maker<Product>(of type: Product.Type, synchronously isSynchronous: Bool) -> Unmanaged<Maker<Product>>? {
    guard isSynchronous ? word & 1 != 0 : word & 3 == 3, let address = UnsafeRawPointer(bitPattern: word & ~3) else {
      return nil
    }
    return Unmanaged.fromOpaque(address)
  }

  /// The maker of what has to be awaited, if that was published. The entry's key is of this type.
  @inlinable
  func awaitedMaker<Product>(of type: Product.Type) -> Unmanaged<AwaitedMaker<Product>>? {
    guard word & 3 == 2, let address = UnsafeRawPointer(bitPattern: word & ~3) else { return nil }
    return Unmanaged.fromOpaque(address)
  }
}
