/// The way of what needs no steps: an instance that is there for good, or one that nobody keeps, shares, watches or
/// finishes by hooks. It is the same for synchronous and asynchronous callers, as nothing on it suspends.
enum ShortWay {
  /// The instance lies here; see ``Entry/published``.
  case instance(UnsafeRawPointer)
  /// One is to be made for whoever asks alone.
  case make(AnyBlueprint)

  /// The way to what answers to a key, if it is a short one.
  init?(to key: Key, for inquiry: Inquiry, synchronously isSynchronous: Bool) {
    guard !inquiry.core.observers.areListening, let found = inquiry.core.find(key) else { return nil }
    if let instance = UnsafeRawPointer(bitPattern: found.entry.published.load()) {
      self = .instance(instance)
    } else if found.blueprint.isForOne(isRoot: inquiry.tree == nil, isSynchronous: isSynchronous),
      Stack.remaining() > Stack.reserve
    {
      self = .make(found.blueprint)
    } else {
      return nil
    }
  }

  /// Goes it. What answers to a key is of the types that the key names.
  func product<Product, Argument>(_ argument: Argument, for inquiry: Inquiry) throws -> Product {
    switch self {
    case .instance(let instance):
      return instance.assumingMemoryBound(to: Product.self).pointee
    case .make(let blueprint):
      return try unsafeDowncast(blueprint, to: Blueprint<Product, Argument>.self).make(argument, for: inquiry)
    }
  }
}

extension AnyBlueprint {
  /// Whether an instance is for whoever asks alone, and made without suspending.
  fileprivate func isForOne(isRoot: Bool, isSynchronous: Bool) -> Bool {
    let traits = traits
    guard !traits.hasHooks, !traits.isSpoiled else { return false }
    switch (traits.lifetime, effect) {
    case (.transient, .leaf), (.transient, .sync): return true
    case (.transient, .either): return isSynchronous
    // Nobody could share what the root of a tree makes of nothing.
    case (.graph, .leaf): return isRoot
    default: return false
    }
  }
}

extension Blueprint {
  /// Makes an instance without steps; only for one that `isForOne`.
  fileprivate func make(_ argument: Argument, for inquiry: Inquiry) throws -> Product {
    do {
      switch source {
      case .recipe(.leaf(let body)): return try Ambient.lead(leafOf: self, for: inquiry, body)
      case .recipe(let recipe):
        let frame = try Frame(of: self, for: inquiry, through: inquiry.core, argument: argument)
        defer {
          frame.end()
          if inquiry.tree == nil { frame.tree.end() }
        }
        if let product = try recipe.run(Resolver(core: inquiry.core, frame: frame), argument) { return product }
        fallthrough
      case .forwarding:
        throw AstrojectError.noRegistrationFound(inquiry.failure(key, place: place))
      }
    } catch {
      throw inquiry.translate(error, of: self, at: .factory)
    }
  }
}
