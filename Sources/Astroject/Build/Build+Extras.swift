// What few builds have.

extension Build {
  /// Made when there is something to put into it.
  final class Extras {
    struct Contents {
      /// The argument, where there is one, to tell a recursion from a loop.
      var argument: Any?
      /// The arguments, where a recipe takes them by type.
      var supply: Supply?
      /// What others wait at.
      var slot: Slot?
      /// What a trace records of this build, if there is one; it lets go of everything when it ends.
      var openStep: OpenStep?
      /// What fills the properties of the object that is being made.
      var filling: (any PropertyFilling)?
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

  /// The arguments that this build was given and that its dependencies do not see.
  package var supply: Supply? { extra(Flag.hasSupply, \.supply) }

  @inlinable
  package var hasSupply: Bool { flags.load() & Flag.hasSupply != 0 }

  /// Whether anything fills the properties of the object that is being made.
  @inlinable
  package var hasFilling: Bool { flags.load() & Flag.hasFilling != 0 }

  /// What is made, if it has to be held back when its own code ends.
  var held: HeldProduct? { isHeld ? extras?.contents.withLock { $0.held } : nil }

  /// Whether there may be such.
  var isHeld: Bool { flags.load() & Flag.isHeld != 0 }

  /// The same, made if there is none.
  func heldProduct() -> HeldProduct {
    flags.update { $0 | Flag.isHeld }
    return makeExtras().contents.withLock { extras in
      let held = extras.held ?? HeldProduct(in: extras.slot)
      extras.held = held
      return held
    }
  }

  /// What fills the properties of the object that is being made, if anything does.
  package var filling: (any PropertyFilling)? { extra(Flag.hasFilling, \.filling) }

  /// The same, made if there is nothing.
  package func filling(orMake make: () -> any PropertyFilling) -> any PropertyFilling {
    if let filling { return filling }
    let filling = makeExtras().contents.withLock { extras in
      let filling = extras.filling ?? make()
      extras.filling = filling
      return filling
    }
    flags.update { $0 | Flag.hasFilling }
    return filling
  }

  /// Forgets it.
  package func dropFilling() {
    guard filling != nil else { return }
    flags.update { $0 & ~Flag.hasFilling }
    let old = extras?.contents.withLock { $0.filling.take() }
    // Freed where no lock is held.
    withExtendedLifetime(old) {}
  }

  /// Throws if a property of an object that was made could not be filled, or an argument was taken by none.
  @inline(__always)
  package func finishFilling() throws { if hasFilling { try filling?.finish(for: self) } }

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
