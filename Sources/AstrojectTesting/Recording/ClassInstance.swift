import Astroject

/// Returns the class instance that a product is or that its optional holds; nil for a value, which has no identity.
func classInstance(in product: Any) -> AnyObject? {
  // A cast to `AnyObject` alone would box a value.
  content(of: product).flatMap { type(of: $0) is AnyObject.Type ? $0 as AnyObject : nil }
}
