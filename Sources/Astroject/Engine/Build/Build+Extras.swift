// The data that few builds need.

extension Build {
  /// The rare data of a build, allocated when there is something to store.
  final class Extras {
    struct Contents {
      /// The argument, if there is one, which tells a recursion from a loop.
      var argument: Any?
      /// The arguments, if the recipe takes them by type.
      var supplied: SuppliedArguments?
      /// The slot at which other callers wait for the build.
      var slot: InstanceSlot?
      /// The step of a trace for this build.
      ///
      /// When it ends, it releases all that it holds.
      var openStep: OpenStep?
      /// The buffer that fills the properties of the object under construction.
      var propertyBuffer: (any PropertyBuffering)?
      /// The products that this one needs; see ``Wiring``.
      var needs: [Wiring] = []
    }

    let contents: Lock<Contents>

    init(_ contents: Contents = Contents()) { self.contents = Lock(contents) }
  }

  /// Stores the extras of a build that no other code knows of yet, and that has none.
  func begin(with extras: Extras.Contents) {
    extrasWord.store(Borrowed(retaining: Extras(extras)).word)
    let flag = (extras.supplied == nil ? 0 : Flag.hasSupplied) | (extras.openStep == nil ? 0 : Flag.hasStep)
    flags.store(flags.load() | flag)
  }

  /// Frees the extras of a build that has ended, and that no other code knows of any more.
  @inline(never)
  func dropExtras() {
    let old = extrasWord.object(Extras.self)
    extrasWord.store(0)
    old?.release()
  }

  var extras: Extras? { extrasWord.object()?.object }

  func makeExtras() -> Extras { extras ?? extrasWord.object(orPut: Extras()) }

  private func extra<Value>(_ flag: UInt, _ get: (Extras.Contents) -> Value?) -> Value? {
    flags.load() & flag == 0 ? nil : extras?.contents.withLock { get($0) }
  }

  /// The step that a trace records for this build, if there is one.
  var openStep: OpenStep? { extra(Flag.hasStep, \.openStep) }

  /// True if a trace records the requests of this build.
  package var isTraced: Bool { flags.load() & Flag.hasStep != 0 }

  /// The arguments that this build was given, which its dependencies do not see.
  package var supplied: SuppliedArguments? { extra(Flag.hasSupplied, \.supplied) }

  @inlinable
  package var hasSupplied: Bool { flags.load() & Flag.hasSupplied != 0 }

  /// True if the object under construction has properties to fill.
  @inlinable
  package var hasPropertyBuffer: Bool { flags.load() & Flag.hasPropertyBuffer != 0 }

  /// The buffer that fills the properties of the object under construction, if there is one.
  package var propertyBuffer: (any PropertyBuffering)? { extra(Flag.hasPropertyBuffer, \.propertyBuffer) }

  /// Returns the buffer that fills properties, which is made if there is none.
  package func propertyBuffer(orMake make: () -> any PropertyBuffering) -> any PropertyBuffering {
    if let propertyBuffer { return propertyBuffer }
    let propertyBuffer = makeExtras().contents.withLock { extras in
      let propertyBuffer = extras.propertyBuffer ?? make()
      extras.propertyBuffer = propertyBuffer
      return propertyBuffer
    }
    note(Flag.hasPropertyBuffer)
    return propertyBuffer
  }

  /// Removes the buffer that fills properties.
  package func dropPropertyBuffer() {
    guard propertyBuffer != nil else { return }
    note(Flag.hasPropertyBuffer, on: false)
    extras?.contents.change { $0.propertyBuffer = nil }
  }

  /// Throws if a property of a finished object could not be filled, or if an argument was left over.
  @inline(never)
  package func finishProperties() throws { if hasPropertyBuffer { try propertyBuffer?.finish(for: self) } }

  /// Throws if a property of the product, which was made on a thread that runs no code of a build, could not be filled.
  @inline(never)
  func refuseUnfilled(_ product: Any) throws { try UnfilledProperties.refuse(product, at: path) }

  /// Marks this build as suspended.
  ///
  /// Only for a build that no other thread knows of yet. The caller marks those above it.
  func noteSuspended() { flags.store(flags.load() | Flag.hasSuspended) }

  var hasSuspended: Bool { flags.load() & Flag.hasSuspended != 0 }

  /// Marks this build and those above it as suspended, because this build is about to suspend, and refuses callers that
  /// would block a thread until they end.
  package func suspend() {
    var next: Build? = self
    while let build = next, !build.hasSuspended {
      build.note(Flag.hasSuspended)
      if let slot = build.extras?.contents.withLock({ $0.slot }) {
        slot.suspend(build)
      } else {
        build.knownTree?.suspend(build)
      }
      next = build.parent
    }
  }
}
