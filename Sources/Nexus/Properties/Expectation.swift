import Astroject

/// What a property gets whose object is being made by code of which it is known what it asks for: the value lies ready, or is
/// resolved for the build, and nothing is noted.
@usableFromInline
enum Expectation {
  /// Where the value of a type lies ready for the next property, or else the build whose code runs on this thread, if it is
  /// one that expects nothing.
  @usableFromInline
  static func current(_ type: ObjectIdentifier) -> (address: UnsafeMutableRawPointer?, frame: Frame?) {
    if let provision = Ambient.provision {
      return (Provision.at(provision)._withUnsafeGuaranteedRef { $0.take(type) { $0 == nil } }, nil)
    }
    // A task may have ended since: what lies ready for the build is not passed over.
    guard let frame = Frame.leading, !frame.hasFilling, Ambient.provided.address(for: frame) == nil else {
      return (nil, nil)
    }
    return (nil, frame)
  }

  /// Where the value lies ready, for a property with a name.
  @usableFromInline
  static func address(_ type: ObjectIdentifier, name: String) -> UnsafeMutableRawPointer? {
    Ambient.provision.flatMap { provision in
      Provision.at(provision)._withUnsafeGuaranteedRef { $0.take(type) { $0?.isName(name) ?? false } }
    }
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
