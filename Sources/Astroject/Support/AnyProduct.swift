/// One product, as those see it who do not know its type.
///
/// The engine knows no types: the blueprint that makes a product puts it into a box, and the caller who has asked takes
/// it out. So nothing between the two has to describe the product to the runtime.
@usableFromInline
package class AnyProduct: @unchecked Sendable {
  // Never changed. A product need not be Sendable: whoever gets it gets it as from the factory.
  /// The product, as a value of any type.
  var any: Any { () }

  /// Puts a copy where a value of its type belongs.
  package func put(at address: UnsafeMutableRawPointer) {}

  /// A reference that does not keep it; nil for what is no class instance.
  func weakened() -> WeakProduct? { nil }
}

/// A product in the hands of the engine.
@usableFromInline
package class ProductBox<Product>: AnyProduct, @unchecked Sendable {
  @usableFromInline package final let value: Product

  /// Required, so that a box can be made of its type as a value; see ``GraphFactory``.
  @usableFromInline package required init(_ value: Product) { self.value = value }

  override final var any: Any { value }
  override final package func put(at address: UnsafeMutableRawPointer) {
    address.initializeMemory(as: Product.self, to: value)
  }
  override final func weakened() -> WeakProduct? { Weak(value).map { WeakBox($0) } }
}

extension AnyProduct {
  /// Takes the product out.
  ///
  /// Whoever asks knows the type: a box that answers to a key is of the type of the key's product, and one that a
  /// blueprint has made, or that lies in a slot of its, is of the blueprint's.
  @inlinable
  package final func value<Product>(as type: Product.Type) -> Product {
    unsafeDowncast(self, to: ProductBox<Product>.self).value
  }
}

/// A product that is kept by nobody here.
class WeakProduct: @unchecked Sendable {
  // A weak reference is changed by the runtime alone.
  /// The product, in a new box, if it is still there.
  var product: AnyProduct? { nil }
}

private final class WeakBox<Product>: WeakProduct, @unchecked Sendable {
  private let weak: Weak<Product>

  init(_ weak: Weak<Product>) { self.weak = weak }

  override var product: AnyProduct? { weak.product.map { ProductBox($0) } }
}
