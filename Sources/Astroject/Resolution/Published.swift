/// The word of an entry that is read without a lock: where the box of the instance lies that answers, or what makes one;
/// or zero, where more is to be done.
///
/// What was published once is not freed before the store goes (see `Store.retire`), and whoever reads holds the store:
/// a caller of the container's own functions by holding the container, a build in it by being under way. So neither
/// counts a reference.
@usableFromInline
package struct Published: Sendable {
  @usableFromInline let word: UInt

  @inlinable init(word: UInt) { self.word = word }

  package static let none = Published(word: 0)

  /// A ``Maker``. An awaiting caller may be served by it, too, if nothing that is needed can have to be awaited.
  init(maker: AnyObject, evenForAwaiting isForAwaiting: Bool) {
    word = UInt(bitPattern: Unmanaged.passUnretained(maker).toOpaque()) | (isForAwaiting ? 3 : 1)
  }

  /// An ``AwaitedMaker``.
  init(awaitedMaker maker: AnyObject) {
    word = UInt(bitPattern: Unmanaged.passUnretained(maker).toOpaque()) | 2
  }

  /// The box of the instance, if that is what was published: its address, which sixteen divides as it does that of any
  /// object.
  @inlinable
  package var instance: UnsafeRawPointer? { word & 3 == 0 ? UnsafeRawPointer(bitPattern: word) : nil }

  /// The same with its type, which is that of the entry's key.
  @inlinable
  @inline(__always)
  package func instance<Product>(of type: Product.Type) -> Unmanaged<ProductBox<Product>>? {
    guard let instance else { return nil }
    return Unmanaged.fromOpaque(instance)
  }

  /// The maker, if that is what was published. The entry's key is of this type.
  @inlinable
  @inline(__always)
  package func maker<Product>(of type: Product.Type, synchronously isSynchronous: Bool) -> Unmanaged<Maker<Product>>? {
    guard isSynchronous ? word & 1 != 0 : word & 3 == 3, let address = UnsafeRawPointer(bitPattern: word & ~3) else {
      return nil
    }
    return Unmanaged.fromOpaque(address)
  }

  /// The maker of what has to be awaited, if that was published. The entry's key is of this type.
  @inlinable
  package func awaitedMaker<Product>(of type: Product.Type) -> Unmanaged<AwaitedMaker<Product>>? {
    guard word & 3 == 2, let address = UnsafeRawPointer(bitPattern: word & ~3) else { return nil }
    return Unmanaged.fromOpaque(address)
  }
}
