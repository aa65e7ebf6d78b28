/// An object that has what others ask for, as wiring by hand keeps its shared services.
final class Holder<Value>: @unchecked Sendable {
  // Written once, before anybody else has the object; a variable, so that no read of it can be foreseen.
  private var value: Value

  init(_ value: Value) { self.value = value }

  /// The value; not inlined, so that it is read anew each time.
  @inline(never) func get() -> Value { value }

  /// The value as it is had of a service that answers asynchronously.
  @inline(never) func awaited() async throws -> Value { value }
}
