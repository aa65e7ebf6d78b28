/// Unwraps an optional of any depth; nil if it is empty. Returns any other value as it is.
package func content(of product: Any) -> Any? {
  // Only an optional is asked for a conformance because a negative answer takes the runtime some microseconds.
  guard TypeKind(type(of: product)) == .optional, let optional = product as? any Wrapping else { return product }
  return optional.wrapped.flatMap(content)
}

/// An optional of any type.
protocol Wrapping {
  var wrapped: Any? { get }
}

extension Optional: Wrapping {
  var wrapped: Any? { self }
}
