/// Carries a value across an isolation boundary that the compiler cannot see is safe.
///
/// Products need not be Sendable. A builder no longer touches a product that it has handed from its actor to a waiting
/// caller.
@frozen @usableFromInline
package struct Unchecked<Value>: @unchecked Sendable {
  @usableFromInline package var value: Value

  @inlinable package init(_ value: consuming Value) { self.value = value }
}
