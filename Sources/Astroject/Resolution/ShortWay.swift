/// The way of what needs no steps: an instance that is there for good, or one that nobody keeps, shares, watches or
/// finishes by hooks. It is the same for synchronous and asynchronous callers, as nothing on it suspends.
enum ShortWay {
  /// The instance lies here; see ``Entry/published``.
  case instance(UnsafeRawPointer)
  /// One is to be made for whoever asks alone.
  case make(AnyBlueprint)

  /// The way to what answers to a key, if it is a short one.
  init?(to key: Key, for inquiry: Inquiry) {
    guard !inquiry.core.observers.areListening, let found = inquiry.core.find(key) else { return nil }
    if let instance = UnsafeRawPointer(bitPattern: found.entry.published.load()) {
      self = .instance(instance)
    } else if found.blueprint.isForOne(isRoot: inquiry.tree == nil), !inquiry.isBound, Stack.remaining() > Stack.caution
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
  fileprivate func isForOne(isRoot: Bool) -> Bool {
    let traits = traits
    guard !traits.hasHooks, !traits.isSpoiled else { return false }
    switch (traits.lifetime, effect) {
    case (.transient, .leaf), (.transient, .sync): return true
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
      case .recipe(.leaf(let body)): return try body()
      case .recipe(.sync(let body)):
        let frame = try Frame(of: self, for: inquiry, through: inquiry.core, argument: argument, isBound: false)
        defer {
          frame.end()
          if inquiry.tree == nil { frame.tree.end() }
        }
        return try body(Resolver(core: inquiry.core, frame: frame), argument)
      case .recipe, .forwarding:
        throw AstrojectError.noRegistrationFound(inquiry.failure(key, place: place))
      }
    } catch {
      throw inquiry.translate(error, of: self, at: .factory)
    }
  }
}
