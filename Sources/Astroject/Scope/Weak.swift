/// A weak reference to a product that is a class instance.
struct Weak<Product> {
  private weak var object: AnyObject?

  /// Nil for a product that is not a class instance.
  init?(_ product: Product) {
    guard type(of: product as Any) is AnyObject.Type else { return nil }
    object = product as AnyObject
  }

  var product: Product? {
    // Without a look at it first, an optimized build of a class would read the type of nothing (Swift 6.3).
    guard let object else { return nil }
    return object as? Product
  }
}
