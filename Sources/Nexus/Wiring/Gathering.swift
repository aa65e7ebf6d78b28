import Astroject

/// Gets the values of an initializer's parameters one after the other, where each is what its wire gets.
///
/// The initializer's caller is compiled with the types known, so that each value goes from where it comes to where it is
/// needed, and none has to be described to the runtime.
@usableFromInline
package struct Gathering {
  // The wires lie here as what they are to everybody, and are taken for what they were made as; whoever runs the
  // initializer holds them and the build.
  private let wires: UnsafeMutableBufferPointer<Unmanaged<AnyWire>>
  private let frame: Unmanaged<Frame>?
  private var position = 0

  init(_ wires: UnsafeMutableBufferPointer<Unmanaged<AnyWire>>, for frame: Frame) {
    self.wires = wires
    self.frame = .passUnretained(frame)
  }

  private init() {
    wires = UnsafeMutableBufferPointer(start: nil, count: 0)
    frame = nil
  }

  /// For an initializer that takes nothing.
  static var nothing: Gathering { Gathering() }

  /// The value for the next parameter.
  @usableFromInline
  package mutating func next<Value>(_ type: Value.Type) throws -> Value {
    guard let frame, position < wires.count else { throw AstrojectError.Cause.missingArgument(type) }
    let wire = wires[position]
    position += 1
    return try wire._withUnsafeGuaranteedRef { wire in
      // Each parameter's wire is of the parameter's type.
      try frame._withUnsafeGuaranteedRef { try unsafeDowncast(wire, to: Wire<Value>.self).get(for: $0) }
    }
  }
}
