/// What an optional holds, however deep; anything else itself; nil for nothing.
package func content(of product: Any) -> Any? {
  guard let optional = product as? any Wrapping else { return product }
  return optional.wrapped.flatMap(content)
}

/// An optional, whatever it is of.
private protocol Wrapping {
  var wrapped: Any? { get }
}

extension Optional: Wrapping {
  fileprivate var wrapped: Any? { self }
}
