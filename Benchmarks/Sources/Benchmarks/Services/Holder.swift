/// An object that holds a shared service, as in wiring by hand.
final class Holder<Value>: @unchecked Sendable {
  // Written once, before other code has the object. It is a variable, so that the compiler cannot predict reads.
  private var value: Value

  init(_ value: Value) { self.value = value }

  /// Returns the value. It is not inlined, so that each call reads the value.
  @inline(never) func get() -> Value { value }

  /// Returns the value as an asynchronous service does.
  @inline(never) func awaited() async throws -> Value { value }
}
