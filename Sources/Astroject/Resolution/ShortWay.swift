/// The way of what needs no steps: an instance that is there for good, or one that nobody keeps, shares, watches or
/// finishes by hooks. It is the same for synchronous and asynchronous callers, as nothing on it suspends.
///
/// Those who ask by a type alone find it by the published word of its entry, without a key; see ``Published``.
@usableFromInline
package enum ShortWay {
  /// One is to be made for whoever asks alone.
  case make(Blueprint)
  /// One is there, perhaps since a moment ago.
  case kept(AnyProduct)

  /// The way to what answers to a key, if it is a short one. What is to be kept is built here.
  init?(to key: Key, for inquiry: Inquiry, synchronously isSynchronous: Bool) throws {
    guard !inquiry.core.observers.areListening, let found = inquiry.core.find(key) else { return nil }
    try self.init(
      to: found, for: inquiry, takingArguments: key.takesArguments, synchronously: isSynchronous)
  }

  /// The way to what answers to a type, for whoever blocks and holds the container; nil if code of a build is running
  /// here, or every resolve has to be seen.
  init?(toType word: UInt, forNobodyWhoAsks inquiry: Inquiry) throws {
    guard Ambient.isNobody, !InstanceCall.noteViolation(), let found = inquiry.core.findVisible(forType: word) else {
      return nil
    }
    try self.init(to: found, for: inquiry, takingArguments: false, synchronously: true)
  }

  @inline(__always)
  private init?(
    to found: Found, for inquiry: Inquiry, takingArguments takesArguments: Bool, synchronously isSynchronous: Bool
  ) throws {
    if let instance = found.entry.instance {
      self = .kept(instance)
    } else if found.blueprint.isForOne(isRoot: inquiry.isRoot, isSynchronous: isSynchronous),
      !ThreadRecord.current.pointee.isNearEndOfStack
    {
      // What is made only once is not worth a factory.
      if found.blueprint.traits.wasMade {
        found.publish()
      } else {
        found.blueprint.changeTraits { $0.wasMade = true }
      }
      self = .make(found.blueprint)
    } else if !takesArguments, let product = try found.kept(for: inquiry, synchronously: isSynchronous) {
      self = .kept(product)
    } else {
      // Whoever awaits the next one need not come here.
      if !isSynchronous, found.entry.showsNothing { found.prepareForAwaiting() }
      return nil
    }
  }

  /// Goes it. What answers to a key is of the types that the key names.
  package func product<Product, Argument>(_ argument: Argument, for inquiry: Inquiry) throws -> Product {
    switch self {
    case .make(let blueprint):
      return try TypedBlueprint<Product, Argument>(blueprint).make(argument, for: inquiry)
    case .kept(let product): return product.value(as: Product.self)
    }
  }
}

extension Traits {
  /// Whether readers without a lock may make instances: for whoever asks alone, and without anything else to be done;
  /// or may take those that containers keep.
  var isPublishable: Bool {
    if isSpoiled { return false }
    // What is kept has been through its hooks.
    if lifetime == .container { return true }
    guard !hasHooks else { return false }
    switch (lifetime, effect) {
    case (.transient, .leaf), (.transient, .sync), (.transient, .either): return true
    case (.graph, .leaf), (.graph, .sync), (.graph, .either): return true
    // For those who await it, if there is a factory.
    case (.transient, .other): return true
    default: return false
    }
  }
}

extension Found {
  /// Lets those who await the next instance make it without steps, if it is for whoever asks alone.
  fileprivate func prepareForAwaiting() {
    let traits = blueprint.traits
    guard traits.lifetime == .transient else { return }
    switch traits.effect {
    case .other: publish()
    case .either:
      // What is made only once is not worth a factory; and the first instance shows what the others need.
      if traits.wasMade { publish() } else { blueprint.changeTraits { $0.wasMade = true } }
    case .leaf, .sync, .noted: break
    }
  }
}

extension Blueprint {
  /// Whether an instance is for whoever asks alone, and made without suspending.
  fileprivate func isForOne(isRoot: Bool, isSynchronous: Bool) -> Bool {
    let traits = traits
    guard !traits.hasHooks, !traits.isSpoiled else { return false }
    switch (traits.lifetime, effect) {
    case (.transient, .sync): return true
    case (.transient, .either): return isSynchronous || isLeaf
    case (.transient, _): return isLeaf
    // Nobody could share what the root of a tree makes of nothing.
    case (.graph, _): return isRoot && isLeaf
    default: return false
    }
  }
}
