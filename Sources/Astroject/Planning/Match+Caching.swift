extension Match {
  /// Notes that an instance is about to be kept in a slot of a container.
  func noteKept(in keeper: Core, _ slot: InstanceSlot, for lifetime: Lifetime, in context: Context? = nil, order: UInt)
  {
    // What only a `Lazy` keeps is not the container's to forget.
    if blueprint.location.isKnown { Transaction.note((self, keeper, slot, context, order)) }
    let flags = blueprint.flags
    guard flags.hasKept, flags.lifetime == lifetime else {
      blueprint.changeFlags { flags in
        flags.hasKept = true
        // The scope was changed while this was being built. There is one instance in any case if it was made elsewhere.
        if flags.lifetime != lifetime, !flags.isInstance { flags.isSpoiled = true }
      }
      // What is kept in the new scope may be in view.
      if blueprint.flags.isSpoiled { owner.unpublish(blueprint.key) }
      return
    }
    // What is kept only once is not worth a factory.
    if flags.lifetime == .container, keeper !== owner, entry.publishesNothing { publishFactory() }
  }

  // MARK: For readers without a lock

  /// Lets them make instances, or take those that containers keep. By a name nobody would look for them.
  func publishFactory() { if Key.isType(entry.word), mayPublish { entry.publishFactory(of: blueprint) } }

  /// Lets them take the instance of a plain singleton.
  func publishInstance(in slot: InstanceSlot) { if mayPublish { entry.publishInstance(in: slot, of: blueprint) } }

  /// Nothing is published while a step is open: what it registers counts for others only when it ends.
  private var mayPublish: Bool { owner.transactions.load() == 0 }
}
