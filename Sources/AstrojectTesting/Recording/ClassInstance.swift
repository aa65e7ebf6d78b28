/// The class instance that a product is, or that an optional holds; nil for a value, which has no identity.
func classInstance(in product: Any) -> AnyObject? {
  if let optional = product as? any Wrapping { return optional.wrapped.flatMap(classInstance(in:)) }
  // A cast to `AnyObject` alone would put a value into a box.
  return type(of: product) is AnyObject.Type ? product as AnyObject : nil
}

/// An optional, whatever it is of.
private protocol Wrapping {
  var wrapped: Any? { get }
}

extension Optional: Wrapping {
  fileprivate var wrapped: Any? { self }
}
