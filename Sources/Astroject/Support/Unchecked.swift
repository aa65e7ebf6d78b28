/// Carries a value over an isolation boundary that the compiler cannot see is safe.
///
/// Products need not be Sendable. One that is handed from the actor that built it to the caller that waited for it is
/// no longer touched by the builder.
@usableFromInline
package struct Unchecked<Value>: @unchecked Sendable {
  @usableFromInline package var value: Value

  @inlinable package init(_ value: Value) { self.value = value }
}
