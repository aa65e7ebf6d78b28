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
      return Unmanaged<ProductBox<Product>>.fromOpaque(instance)._withUnsafeGuaranteedRef { $0.value }
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
    case (.transient, .sync): return true
    case (.transient, .either): return isSynchronous
    case (.transient, _): return isLeaf(synchronously: isSynchronous)
    // Nobody could share what the root of a tree makes of nothing.
    case (.graph, _): return isRoot && isLeaf(synchronously: isSynchronous)
    default: return false
    }
  }
}

extension Blueprint {
  /// Makes an instance without steps; only for one that `isForOne`.
  fileprivate func make(_ argument: Argument, for inquiry: Inquiry) throws -> Product {
    do {
      // Each recipe is taken apart here, as to hand it on would be to ask the runtime for its type.
      switch source {
      case .recipe(.leaf(let body)): return try run(body, for: inquiry)
      case .recipe(.sync(let body)): return try run(body, argument, for: inquiry, isLeading: true)
      case .recipe(.either(let ways)):
        if let bare = ways.bare, wiring?.isLeaf == true { return try run(bare, for: inquiry) }
        return try run(ways.sync, argument, for: inquiry, isLeading: false)
      case .recipe, .noted, .forwarding:
        throw AstrojectError.noRegistrationFound(inquiry.failure(key, place: place))
      }
    } catch {
      throw inquiry.translate(error, of: self, at: .factory)
    }
  }

  private func run(
    _ body: (Resolver, Argument) throws -> Product, _ argument: Argument, for inquiry: Inquiry, isLeading: Bool
  ) throws -> Product {
    let frame = try Frame(of: self, for: inquiry, through: inquiry.core, argument: argument)
    let outer = isLeading ? Ambient.enter(frame) : 0
    defer {
      if isLeading { Ambient.leave(to: outer) }
      frame.end()
      if inquiry.tree == nil { frame.tree.end() }
    }
    return try body(Resolver(core: inquiry.core, frame: frame), argument)
  }

  /// Runs what takes nothing.
  func run(_ body: () throws -> Product, for inquiry: Inquiry) throws -> Product {
    var leaf = LeafBuild(of: self, for: inquiry)
    defer { leaf.end() }
    return try withUnsafeMutablePointer(to: &leaf) { leaf in
      let outer = Ambient.enter(leaf)
      defer { Ambient.leave(to: outer) }
      let product = try body()
      guard let frame = leaf.pointee.frame else { return product }
      try wiring?.check(frame)
      if inquiry.tree == nil, traits.lifetime == .graph {
        // What it was given may go on in its tree, and is to find it there.
        let node = Tree.Node(blueprint: id, container: inquiry.core.id, argument: .void)
        frame.tree.slot(for: node).slot.fill(ProductBox(product), order: 0)
      }
      return product
    }
  }
}
