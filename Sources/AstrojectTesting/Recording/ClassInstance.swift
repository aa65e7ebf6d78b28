import Astroject

/// The class instance that a product is, or that an optional holds; nil for a value, which has no identity.
func classInstance(in product: Any) -> AnyObject? {
  // A cast to `AnyObject` alone would put a value into a box.
  content(of: product).flatMap { type(of: $0) is AnyObject.Type ? $0 as AnyObject : nil }
}
