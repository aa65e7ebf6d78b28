// What few builds have.

extension Build {
  /// Made when there is something to put into it.
  final class Extras {
    struct Contents {
      /// The argument, where there is one, to tell a recursion from a loop.
      var argument: Any?
      /// The arguments, where a recipe takes them by type.
      var supplied: SuppliedArguments?
      /// What a decorator surrounds.
      var surrounded: AnyProduct?
      /// What others wait at.
      var slot: InstanceSlot?
      /// What a trace records of this build, if there is one; it lets go of everything when it ends.
      var openStep: OpenStep?
      /// What fills the properties of the object that is being made.
      var propertyBuffer: (any PropertyBuffering)?
      /// What is made, if it has to be held back when its own code ends.
      var held: HeldProduct?
    }

    let contents = Lock(Contents())
  }

  var extras: Extras? { extrasWord.object()?.takeUnretainedValue() }

  func makeExtras() -> Extras { extras ?? extrasWord.object(orPut: Extras()) }

  private func extra<Value>(_ flag: UInt, _ get: (Extras.Contents) -> Value?) -> Value? {
    flags.load() & flag == 0 ? nil : extras?.contents.withLock { get($0) }
  }

  /// What a trace records of this build, if there is one.
  var openStep: OpenStep? { extra(Flag.hasStep, \.openStep) }

  /// Whether a trace records what this build asks for.
  package var isTraced: Bool { flags.load() & Flag.hasStep != 0 }

  /// What it surrounds, while it is the build of a decorator.
  package var surrounded: AnyProduct? { extras?.contents.withLock { $0.surrounded } }

  /// Has it surround something.
  func surround(_ product: AnyProduct) { makeExtras().contents.withLock { $0.surrounded = product } }

  /// The arguments that this build was given and that its dependencies do not see.
  package var supplied: SuppliedArguments? { extra(Flag.hasSupplied, \.supplied) }

  @inlinable
  package var hasSupplied: Bool { flags.load() & Flag.hasSupplied != 0 }

  /// Whether anything fills the properties of the object that is being made.
  @inlinable
  package var hasPropertyBuffer: Bool { flags.load() & Flag.hasPropertyBuffer != 0 }

  /// What is made, if it has to be held back when its own code ends.
  var held: HeldProduct? { isHeldBack ? extras?.contents.withLock { $0.held } : nil }

  /// Whether there may be such.
  var isHeldBack: Bool { flags.load() & Flag.isHeldBack != 0 }

  /// The same, made if there is none.
  func heldProduct() -> HeldProduct {
    flags.update { $0 | Flag.isHeldBack }
    return makeExtras().contents.withLock { extras in
      let held = extras.held ?? HeldProduct(in: extras.slot)
      extras.held = held
      return held
    }
  }

  /// What fills the properties of the object that is being made, if anything does.
  package var propertyBuffer: (any PropertyBuffering)? { extra(Flag.hasPropertyBuffer, \.propertyBuffer) }

  /// The same, made if there is nothing.
  package func propertyBuffer(orMake make: () -> any PropertyBuffering) -> any PropertyBuffering {
    if let propertyBuffer { return propertyBuffer }
    let propertyBuffer = makeExtras().contents.withLock { extras in
      let propertyBuffer = extras.propertyBuffer ?? make()
      extras.propertyBuffer = propertyBuffer
      return propertyBuffer
    }
    flags.update { $0 | Flag.hasPropertyBuffer }
    return propertyBuffer
  }

  /// Forgets it.
  package func dropPropertyBuffer() {
    guard propertyBuffer != nil else { return }
    flags.update { $0 & ~Flag.hasPropertyBuffer }
    let old = extras?.contents.withLock { $0.propertyBuffer.take() }
    // Freed where no lock is held.
    withExtendedLifetime(old) {}
  }

  /// Throws if a property of an object that was made could not be filled, or an argument was taken by none.
  @inline(__always)
  package func finishProperties() throws { if hasPropertyBuffer { try propertyBuffer?.finish(for: self) } }

  /// Notes that this build is about to suspend, where nobody else knows of it yet, and those above it do so, too.
  func noteSuspended() { flags.store(flags.load() | Flag.hasSuspended) }

  var hasSuspended: Bool { flags.load() & Flag.hasSuspended != 0 }

  /// Turns away those who would block a thread until this build has ended, as it is about to suspend; false if that was
  /// done before.
  private func refuseBlockedWaiters() -> Bool {
    guard flags.load() & Flag.hasSuspended == 0 else { return false }
    flags.update { $0 | Flag.hasSuspended }
    if let slot = extras?.contents.withLock({ $0.slot }) { slot.suspend() } else { knownTree?.suspend(self) }
    return true
  }

  /// Notes that this build is about to suspend, and with it those that wait for it.
  package func suspend() {
    var next: Build? = self
    while let build = next, build.refuseBlockedWaiters() { next = build.parent }
  }
}
