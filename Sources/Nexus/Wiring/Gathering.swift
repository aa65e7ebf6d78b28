import Astroject

/// Gets the values of an initializer's parameters one after the other, where each is what its wire gets.
///
/// The initializer's caller is compiled with the types known, so that each value goes from where it comes to where it
/// is needed, and none has to be described to the runtime.
@usableFromInline
package struct Gathering {
  // The wires lie here as what they are to everybody, and are taken for what they were made as; whoever runs the
  // initializer holds them and the build.
  private let wires: UnsafeMutableBufferPointer<Unmanaged<AnyWire>>
  private let wiring: Unmanaged<InitializerWiring>?
  @usableFromInline let frame: Unmanaged<Frame>?
  @usableFromInline var position = 0
  /// Whether each parameter gets what is registered for its type.
  @usableFromInline let isByTypesAlone: Bool
  /// Whether it may also take the makers that are published for callers that block.
  @usableFromInline let mayTakeMakers: Bool
  /// True if the type of the object shows injected properties.
  @usableFromInline package let hasProperties: Bool
  /// Whether nothing is to be awaited, though there is one who could.
  private let isAtHand: Bool

  @inline(__always)
  init(_ wiring: InitializerWiring, for frame: Frame) {
    wires = wiring.wires
    self.wiring = .passUnretained(wiring)
    self.frame = .passUnretained(frame)
    isAtHand = frame.isAtHand
    isByTypesAlone = wiring.isByTypesAlone
    mayTakeMakers = wiring.isByTypesAlone && !isAtHand
    hasProperties = !wiring.properties.isEmpty
  }

  private init() {
    wires = UnsafeMutableBufferPointer(start: nil, count: 0)
    wiring = nil
    frame = nil
    isAtHand = false
    isByTypesAlone = false
    mayTakeMakers = false
    hasProperties = false
  }

  /// For an initializer that takes nothing.
  static var nothing: Gathering { Gathering() }

  /// The value for the next parameter.
  @inlinable
  @inline(__always)
  package mutating func next<Value>(_ type: Value.Type) throws -> Value {
    // Inlined is what most parameters take, so that it is done where the type is known.
    guard mayTakeMakers, let frame else { return try getNext(type) }
    let hold = ReadHold.begin()
    defer { hold.end() }
    let published = frame._withUnsafeGuaranteedRef { $0.publication(of: type, hold) }
    if let maker = published.maker(of: type, synchronously: true) {
      position &+= 1
      hold.stay()
      return try frame._withUnsafeGuaranteedRef { frame in
        try maker._withUnsafeGuaranteedRef { try $0.make(for: frame) }
      }
    }
    if let instance = published.instance(of: type) {
      position &+= 1
      return instance._withUnsafeGuaranteedRef { $0.value }
    }
    hold.stay()
    return try getNext(type)
  }

  /// The same by its wire.
  @usableFromInline
  mutating func getNext<Value>(_ type: Value.Type) throws -> Value {
    if isAtHand, isByTypesAlone {
      let hold = ReadHold.begin()
      defer { hold.end() }
      let published = publicationForNext(Key.word(of: type), hold)
      if let instance = takeNextInstance(of: type, published) { return instance._withUnsafeGuaranteedRef { $0.value } }
      if let kept = takeNextKept(published) { return kept.value(as: type) }
    }
    return try getNext(type, atHand: isAtHand)
  }

  private mutating func getNext<Value>(_ type: Value.Type, atHand isAtHand: Bool) throws -> Value {
    guard let frame, position < wires.count else { throw AstrojectError.Cause.missingArgument(type) }
    let wire = wires[position]
    position += 1
    defer { forgetParameters() }
    return try wire._withUnsafeGuaranteedRef { wire in
      // Each parameter's wire is of the parameter's type.
      try frame._withUnsafeGuaranteedRef { frame in
        let wire = unsafeDowncast(wire, to: Wire<Value>.self)
        return isAtHand ? try wire.getAtHand(for: frame) : try wire.get(for: frame)
      }
    }
  }

  // MARK: Awaiting

  /// The value for the next parameter, which may have to be awaited.
  @inlinable
  @inline(__always)
  package mutating func nextAwaited<Value>(_ type: Value.Type) async throws -> Value {
    // Inlined is what waits, as each function on the way takes a frame of the task's, and the instance that is there.
    var awaitedMaker: AwaitedMaker<Value>?
    let isAtHand: Bool
    do {
      let hold = ReadHold.begin()
      defer { hold.end() }
      let published = publicationForNext(Key.word(of: type), hold)
      if let instance = takeNextInstance(of: type, published) { return instance._withUnsafeGuaranteedRef { $0.value } }
      if let kept = takeNextKept(published) { return kept.value(as: type) }
      isAtHand = isNextAtHand(published)
      awaitedMaker = published.awaitedMaker(of: type)?.takeUnretainedValue()
    }
    if isAtHand {
      do {
        return try takeNext(type)
      } catch {
        try goOn(after: error)
      }
      // It has changed meanwhile, or that has run code which may have changed it.
      awaitedMaker = awaitedMakerOfNext()
    }
    defer { forgetParameters() }
    if let awaitedMaker { return try await awaitedMaker.make(for: nextFrame(), asItsCode: false) }
    if let way = try shortWayToNext() { return try goNext(way) }
    return try await awaitNext()
  }

  /// The box of the next value, if that is an instance. It is not counted: all who ask would write to the same memory.
  @inlinable
  mutating func takeNextInstance<Value>(
    of type: Value.Type, _ published: Published
  ) -> Unmanaged<ProductBox<Value>>? {
    guard isByTypesAlone, let instance = published.instance(of: type) else { return nil }
    position += 1
    return instance
  }

  /// The next value, if containers keep it, and do so already.
  @usableFromInline
  mutating func takeNextKept(_ published: Published) -> AnyProduct? {
    guard isByTypesAlone, let kept = frame?._withUnsafeGuaranteedRef({ $0.kept(published) }) else { return nil }
    position += 1
    return kept
  }

  /// Returns true if the next value can be had without awaiting, where nothing of it is there yet: what containers keep
  /// has to be awaited then.
  @usableFromInline
  func isNextAtHand(_ published: Published) -> Bool {
    guard let frame, position < wires.count, !isByTypesAlone || !published.isKept else { return false }
    return wires[position]._withUnsafeGuaranteedRef { wire in
      frame._withUnsafeGuaranteedRef { wire.isAtHand(in: $0.core, levels: Published.levels) }
    }
  }

  /// What the next value is awaited from, if that is published.
  @usableFromInline
  func awaitedMakerOfNext<Value>() -> AwaitedMaker<Value>? {
    ReadHold.during { hold in
      publicationForNext(Key.word(of: Value.self), hold).awaitedMaker(of: Value.self)?.takeUnretainedValue()
    }
  }

  /// The next value, without awaiting.
  @usableFromInline
  mutating func takeNext<Value>(_ type: Value.Type) throws -> Value { try getNext(type, atHand: true) }

  /// Awaits the value that was not at hand after all.
  @usableFromInline
  mutating func goOn(after error: any Error) throws {
    guard error is NotAtHand else { throw error }
    position -= 1
  }

  /// What may be taken for the next parameter without a lock.
  @usableFromInline
  func publicationForNext(_ word: UInt, _ hold: ReadHold) -> Published {
    guard let frame, position < wires.count else { return .none }
    if isByTypesAlone { return frame._withUnsafeGuaranteedRef { $0.publication(forType: word, hold) } }
    return wires[position]._withUnsafeGuaranteedRef { wire in
      frame._withUnsafeGuaranteedRef { wire.publication(for: $0, hold) }
    }
  }

  /// The build, which gets something for the next parameter.
  @usableFromInline
  mutating func nextFrame() throws -> Frame {
    guard let frame else { throw AstrojectError.Cause.gone }
    position += 1
    return frame.takeUnretainedValue()
  }

  /// The short way to the next value, if there is one.
  @usableFromInline
  func shortWayToNext() throws -> ShortWay? {
    guard let frame, position < wires.count else { return nil }
    return try wires[position]._withUnsafeGuaranteedRef { wire in
      try frame._withUnsafeGuaranteedRef { try wire.shortWay(for: $0) }
    }
  }

  /// The next value, by a short way.
  @usableFromInline
  mutating func goNext<Value>(_ way: ShortWay) throws -> Value { try way.product((), for: Inquiry(of: nextFrame())) }

  @usableFromInline
  mutating func awaitNext<Value>() async throws -> Value {
    guard position < wires.count else { throw AstrojectError.Cause.missingArgument(Value.self) }
    let wire = wires[position].takeUnretainedValue()
    // Each parameter's wire is of the parameter's type.
    return try await unsafeDowncast(wire, to: Wire<Value>.self).getByStep(for: nextFrame())
  }

  // MARK: Running the initializer

  /// Runs the initializer of an object with properties, without awaiting, for a caller that leads it already.
  @inlinable
  package func run<each D, E: Error, Product>(
    _ initializer: (repeat each D) throws(E) -> Product, _ values: repeat each D
  ) throws -> Product {
    let provision = try beginProperties()
    defer { endProperties(provision) }
    let product = try initializer(repeat each values)
    if hasFilling { try finish() }
    return product
  }

  @usableFromInline
  func beginProperties() throws -> Provision? {
    try frame?._withUnsafeGuaranteedRef { frame in
      try wiring?._withUnsafeGuaranteedRef { try $0.properties.begin(in: frame) }
    }
  }

  @usableFromInline
  func endProperties(_ provision: Provision?) { provision?.end() }

  /// Runs the initializer, which does not suspend. It gets the values as arguments: a tuple of them would have to be
  /// described to the runtime.
  @inlinable
  @inline(__always)
  package func lead<each D, E: Error, Product>(
    _ initializer: (repeat each D) throws(E) -> Product, _ values: repeat each D
  ) throws -> Product {
    let outer = try begin()
    defer { end(outer) }
    return try initializer(repeat each values)
  }

  @usableFromInline
  func begin() throws -> UInt {
    guard let frame else { throw AstrojectError.Cause.gone }
    return frame._withUnsafeGuaranteedRef { Ambient.begin($0) }
  }

  /// Forgets what objects have asked for that were made for a parameter.
  @usableFromInline
  func forgetParameters() { if hasFilling { frame?._withUnsafeGuaranteedRef { $0.dropFilling() } } }

  @usableFromInline
  func end(_ outer: UInt) { Ambient.end(outer) }

  /// Whether the object has properties that are to be looked after.
  @usableFromInline
  package var hasFilling: Bool { frame?._withUnsafeGuaranteedRef { $0.hasFilling } ?? false }

  /// Looks after an object that was made.
  @usableFromInline
  package func finish() throws {
    try frame?._withUnsafeGuaranteedRef { try $0.finishFilling() }
  }
}
