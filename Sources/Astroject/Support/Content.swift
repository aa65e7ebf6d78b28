/// What an optional holds, however deep; anything else itself; nil for nothing.
package func content(of product: Any) -> Any? {
  // Nothing else is asked whether it conforms: an answer that is no takes the runtime some microseconds.
  guard TypeKind(type(of: product)) == .optional, let optional = product as? any Wrapping else { return product }
  return optional.wrapped.flatMap(content)
}

/// An optional, whatever it is of.
private protocol Wrapping {
  var wrapped: Any? { get }
}

extension Optional: Wrapping {
  fileprivate var wrapped: Any? { self }
}
