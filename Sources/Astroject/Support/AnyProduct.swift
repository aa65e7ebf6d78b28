/// A product without its type.
///
/// The engine knows no product types: the blueprint that makes a product boxes it, and the caller unboxes it. So
/// nothing in between has to describe the product to the runtime.
@usableFromInline
package class AnyProduct: @unchecked Sendable {
  // Never changed. A product need not be Sendable because each caller gets it as if from the factory.
  /// The product as `Any`.
  package var any: Any { () }

  /// True if the product is a class instance.
  final var isObject: Bool { type(of: any) is AnyObject.Type }

  /// Copies the product to uninitialized memory for a value of its type.
  package func put(at address: UnsafeMutableRawPointer) {}

  /// Returns a product that is a class instance in a box of this type.
  ///
  /// - Parameter words: The memory of the product, if a cast of the object would depend on the executor.
  fileprivate class func around(_ object: AnyObject, _ words: UnsafeRawPointer?) -> AnyProduct? { nil }

  /// Returns a copy of the product's memory, which retains nothing.
  fileprivate func copyOfWords() -> UnsafeMutableRawPointer? { nil }

  /// The record of a conformance of the product to its protocol that holds on one global actor only; nil if there is
  /// none.
  var isolatedRecord: UnsafeRawPointer? { nil }

  /// True if the runtime finds the conformance of the product to its protocol on the executor of this code.
  ///
  /// It is false for optionals, metatypes, and protocols with constrained associated types.
  fileprivate var conformsHere: Bool { true }
}

/// A box with a product, which knows its type.
@usableFromInline
package class ProductBox<Product>: AnyProduct, @unchecked Sendable {
  @usableFromInline package final let value: Product

  /// Creates a box. It is required because it is called on metatypes.
  @usableFromInline package required init(_ value: Product) { self.value = value }

  override final package var any: Any { value }
  override final package func put(at address: UnsafeMutableRawPointer) {
    address.initializeMemory(as: Product.self, to: value)
  }
  override fileprivate final class func around(_ object: AnyObject, _ words: UnsafeRawPointer?) -> AnyProduct? {
    guard let words else { return (object as? Product).map { self.init($0) } }
    return withExtendedLifetime(object) { self.init(words.assumingMemoryBound(to: Product.self).pointee) }
  }
  override fileprivate final func copyOfWords() -> UnsafeMutableRawPointer? {
    let words = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<Product>.size, alignment: MemoryLayout<Product>.alignment)
    withUnsafePointer(to: value) { words.copyMemory(from: $0, byteCount: MemoryLayout<Product>.size) }
    return words
  }
  override final var isolatedRecord: UnsafeRawPointer? { IsolatedConformance.record(in: value) }
  override fileprivate final var conformsHere: Bool {
    // A cast to the type of a generic parameter would not look at the executor.
    TypeKind.isImplementation(Swift.type(of: any), of: Product.self)
  }
}

// MARK: - Isolated conformances

extension AnyProduct {
  /// True if the product conforms to its protocol on a global actor only.
  final var isConfined: Bool { isolatedRecord != nil }

  /// Returns the conformance because of which a recipient must not have the product; nil if it may.
  @inline(never)
  final func misplacedConformance(for recipient: Recipient = .here) -> IsolatedConformance? {
    guard let record = isolatedRecord else { return nil }
    if IsolatedConformance.isOnMainActor(record) {
      if recipient == .mainActor || recipient == .here && MainThread.isCurrent { return nil }
    } else if recipient != .mainActor, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), conformsHere {
      // On another global actor the runtime finds the conformances of that one, if it knows isolated conformances.
      return nil
    }
    return IsolatedConformance(record, of: Swift.type(of: content(of: any) ?? any), for: recipient)
  }

  /// Returns the product in the box.
  ///
  /// The type is not checked. A box that answers to a key has the product type of that key. A box that a blueprint has
  /// made, or that lies in one of its slots, has the product type of that blueprint.
  @inlinable
  package final func value<Product>(as type: Product.Type) -> Product {
    // A check would stop a debug build if another copy of the library has made the box, that of a `Lazy`.
    _unsafeUncheckedDowncast(self, to: ProductBox<Product>.self).value
  }
}

/// A product that is held without a box if it is a class instance, and in its box otherwise.
struct HeldProduct {
  // Never changed. In memory, the first two words are a value of the product's type if there is no box.
  /// The instance, or the box.
  private let object: AnyObject
  /// The witness table of an instance, if its type is that of a protocol.
  private let table: UInt
  /// The type of the box that an instance would have; nil if the object is the box.
  private let boxType: AnyProduct.Type?

  init(_ box: AnyProduct) { (object, table, boxType) = (box, 0, nil) }

  /// Holds the class instance at an address, whose type needs no box.
  init<Product>(at address: UnsafePointer<Product>, tableOffset: Int, boxType: AnyProduct.Type) {
    let words = UnsafeRawPointer(address)
    object = words.load(as: AnyObject.self)
    table = tableOffset == 0 ? 0 : words.word(1)
    self.boxType = boxType
  }

  /// Returns true for a class, and for a protocol for classes only with one witness table at most.
  static func needsNoBox(_ type: Any.Type) -> Bool {
    func size<Product>(_: Product.Type) -> Int { MemoryLayout<Product>.size }
    return TypeKind.isReference(type) && size(type) <= 2 * MemoryLayout<UInt>.size
  }

  /// The product in a box.
  var box: AnyProduct {
    withUnsafePointer(to: self) { boxType?.around(object, $0) } ?? unsafeDowncast(object, to: AnyProduct.self)
  }

  /// Returns the product, whose type is not checked.
  func value<Product>(as type: Product.Type) -> Product {
    if boxType == nil { return box.value(as: type) }
    return withUnsafeBytes(of: self) { $0.load(as: type) }
  }
}

/// A weak reference to a product.
final class WeakProduct: @unchecked Sendable {
  // Only the runtime changes a weak reference.
  private weak var object: AnyObject?
  private let box: AnyProduct.Type
  /// The words of a confined product: the reference and the conformances, which a cast elsewhere would not find.
  ///
  /// They are read only while the object is retained.
  private let words: UnsafeMutableRawPointer?

  /// Creates a weak reference; nil for a product that is not a class instance.
  init?(_ product: AnyProduct) {
    guard product.isObject else { return nil }
    object = product.any as AnyObject
    box = type(of: product)
    words = product.isConfined ? product.copyOfWords() : nil
  }

  deinit { words?.deallocate() }

  /// The product in a new box; nil if it is deallocated.
  var product: AnyProduct? { object.flatMap { box.around($0, words) } }
}
