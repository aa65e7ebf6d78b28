/// A weak reference to a product that is a class instance.
struct Weak<Product> {
  private weak var object: AnyObject?

  /// Creates a weak reference; nil for a product that is not a class instance.
  init?(_ product: Product) {
    guard type(of: product as Any) is AnyObject.Type else { return nil }
    object = product as AnyObject
  }

  var product: Product? {
    // Without this check, an optimized build for a class would read the type of a null reference (Swift 6.3).
    guard let object else { return nil }
    return object as? Product
  }
}
