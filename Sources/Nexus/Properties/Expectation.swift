import Astroject

/// What a property gets whose object is being made by code that expects nothing of it: neither has its value been prepared,
/// nor is it noted what it asks for.
@usableFromInline
enum Expectation {
  /// The build whose code runs on this thread, if it is one that expects nothing.
  @usableFromInline static var leading: Frame? {
    guard let frame = Frame.leading, !frame.hasFilling else { return nil }
    return frame
  }

  /// The value, resolved for that build.
  @inlinable
  static func value<Value>(for frame: Frame) throws -> Value {
    let published = frame.publication(of: Value.self)
    if let instance = published.instance(of: Value.self) { return instance._withUnsafeGuaranteedRef { $0.value } }
    if let maker = published.maker(of: Value.self, synchronously: true) {
      return try maker._withUnsafeGuaranteedRef { try $0.make(for: frame) }
    }
    return try valueStepwise(for: frame)
  }

  @usableFromInline
  static func valueStepwise<Value>(for frame: Frame) throws -> Value {
    try frame.core.resolve(Key(Value.self), (), for: Inquiry(of: frame))
  }
}
