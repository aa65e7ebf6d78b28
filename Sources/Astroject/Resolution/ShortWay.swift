/// The way of what needs no steps: an instance that is there for good, or one that nobody keeps, shares, watches or
/// finishes by hooks. It is the same for synchronous and asynchronous callers, as nothing on it suspends.
///
/// Those who ask by a type alone find it by the published word of its entry, without a key; see ``Published``.
enum ShortWay {
  /// The instance lies here.
  case instance(UnsafeRawPointer)
  /// One is to be made for whoever asks alone.
  case make(AnyBlueprint)

  /// The way to what answers to a key, if it is a short one.
  init?(to key: Key, for inquiry: Inquiry, synchronously isSynchronous: Bool) {
    guard !inquiry.core.observers.areListening, let found = inquiry.core.find(key) else { return nil }
    if let instance = found.entry.publication.instance {
      self = .instance(instance)
    } else if found.blueprint.isForOne(isRoot: inquiry.isRoot, isSynchronous: isSynchronous),
      !ThreadRecord.current.pointee.isNearEndOfStack
    {
      // What is made only once is not worth a maker.
      if found.blueprint.traits.wasMade {
        found.entry.publish(found.blueprint)
      } else {
        found.blueprint.changeTraits { $0.wasMade = true }
      }
      self = .make(found.blueprint)
    } else {
      // Whoever awaits the next one need not come here.
      if !isSynchronous, found.entry.publication.word == 0 { found.blueprint.prepareForAwaiting(in: found.entry) }
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
  /// Whether readers without a lock may make instances: for whoever asks alone, and without anything else to be done.
  var isPublishable: Bool {
    let traits = traits
    guard !traits.hasHooks, !traits.isSpoiled else { return false }
    switch (traits.lifetime, effect) {
    case (.transient, .leaf), (.transient, .sync), (.transient, .either): return true
    case (.graph, .leaf), (.graph, .sync), (.graph, .either): return true
    // For those who await it, if there is a maker.
    case (.transient, .other): return true
    default: return false
    }
  }

  /// Lets those who await the next instance make it without steps, if it is for whoever asks alone.
  fileprivate func prepareForAwaiting(in entry: Entry) {
    switch effect {
    case .other: entry.publish(self)
    case .either where traits.lifetime == .transient:
      // What is made only once is not worth a maker; and the first instance shows what the others need.
      if traits.wasMade { entry.publish(self) } else { changeTraits { $0.wasMade = true } }
    case .leaf, .sync, .either, .noted: break
    }
  }

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
  // Each recipe is taken apart where it is run, as to hand it on would be to ask the runtime for its type.

  /// Makes an instance without steps; only for one that `isForOne`.
  func make(_ argument: Argument, for inquiry: Inquiry) throws -> Product {
    do {
      switch source {
      case .recipe(.leaf(let body)): return try run(body, LeafBuild(of: self, for: inquiry))
      case .recipe(.resolving(let body)):
        let frame = try Frame(of: self, for: inquiry, through: inquiry.core)
        return try run({ resolver, _ in try body(resolver) }, argument, frame)
      case .recipe(.sync(let body)):
        let frame = try Frame(of: self, for: inquiry, through: inquiry.core, argument: argument)
        return try run(body, argument, frame)
      case .recipe(.either(let ways)):
        if let bare = ways.bare, wiring?.isLeaf == true { return try run(bare, LeafBuild(of: self, for: inquiry)) }
        let frame = try Frame(of: self, for: inquiry, through: inquiry.core, argument: argument)
        return try run(ways.sync, argument, frame)
      case .recipe, .noted, .forwarding:
        throw AstrojectError.noRegistrationFound(inquiry.failure(key, place: place))
      }
    } catch {
      throw inquiry.translate(error, of: self, at: .factory)
    }
  }

  private func run(
    _ body: (Resolver, Argument) throws -> Product, _ argument: Argument, _ build: Frame
  ) throws -> Product {
    let thread = ThreadRecord.current
    let outer = thread.pointee.word
    let frame = Unmanaged.passRetained(build)
    thread.pointee.word = build.word
    defer {
      thread.pointee.word = outer
      Frame.end(frame)
    }
    return try body(Resolver(of: build), argument)
  }

  /// Runs what takes nothing.
  func run(_ body: () throws -> Product, _ build: LeafBuild) throws -> Product {
    let thread = ThreadRecord.current
    let outer = thread.pointee.word
    let leaf = thread.begin(build)
    defer { thread.end(leaf, outer) }
    let product = try body()
    if leaf.pointee.frame != nil { try finish(product, leaf) }
    return product
  }
}

extension ProductBlueprint {
  /// Looks after what was taken to need nothing, and has resolved all the same.
  @inline(never)
  func finish(_ product: Product, _ leaf: UnsafeMutablePointer<LeafBuild>) throws {
    guard let frame = leaf.pointee.frame else { return }
    try wiring?.check(frame)
    if leaf.pointee.isRoot, traits.lifetime == .graph {
      // What it was given may go on in its tree, and is to find it there.
      let node = Tree.Node(blueprint: id, container: frame.core.id, argument: .void)
      frame.tree.slot(for: node).slot.fill(box(product), order: 0)
    }
  }
}
