// Resolving, by recursion.

extension Oracle {
  /// The instances that are shared within one resolve.
  private final class Tree {
    struct Node: Hashable {
      let entry: ObjectIdentifier
      let asker: ObjectIdentifier
      let argument: Int?
    }
    var kept: [Node: Kept] = [:]
  }

  /// A factory that is running.
  final class Frame {
    let entry: Entry
    let home: Home
    let argument: Int?
    let parent: Frame?
    let kept: Kept?
    /// True for a decorator, whose frame is inside the frame of the decorated product.
    let isLayer: Bool

    init(_ entry: Entry, in home: Home, argument: Int?, parent: Frame?, kept: Kept?, asLayer isLayer: Bool = false) {
      self.isLayer = isLayer
      self.entry = entry
      self.home = home
      self.argument = argument
      self.parent = parent
      self.kept = kept
    }

    var depth: Int { (parent?.depth ?? -1) + 1 }
    /// The frames above and this one, outermost first.
    var lineage: [Frame] { (parent?.lineage ?? []) + [self] }
    var path: [Stop] { lineage.map(\.entry.stop) }

    func isTwin(of other: Frame) -> Bool {
      guard entry === other.entry, home === other.home, argument == other.argument else { return false }
      // A decorator may decorate many products.
      guard isLayer, let parent, let otherParent = other.parent else { return true }
      return parent.isTwin(of: otherParent)
    }

    /// True if this frame repeats one above it. The search ends at a product that its hooks may already resolve.
    var closesLoop: Bool {
      var next = parent
      while let above = next, above.kept?.draft == nil {
        if above.isTwin(of: self) { return true }
        next = above.parent
      }
      return false
    }

    /// The error of a loop. Its path ends where the first loop closes, which may be above this frame.
    ///
    /// A decorator's step stands for that of what it surrounds.
    var loop: Refusal {
      var path: [Stop] = []
      for frame in lineage {
        let stop = frame.entry.stop
        if frame.isLayer, let last = path.last, last.service == stop.service, !last.takesArgument { path.removeLast() }
        path.append(stop)
        if frame.closesLoop { break }
      }
      return Refusal(kind: .circularDependency, paths: [path])
    }
  }

  /// The caller of a resolve, its container and its form.
  private struct Asker {
    var home: Home
    var frame: Frame?
    let tree: Tree
    var awaits: Bool
    let isCancelled: Bool

    func refusal(_ kind: Refusal.Kind, _ stop: Stop) -> Refusal {
      Refusal(kind: kind, paths: [(frame?.path ?? []) + [stop]])
    }
  }

  /// Returns nil if an optional finds nothing.
  func resolve(_ ask: Ask, in home: Home, _ way: Way) throws -> [Thing]? {
    try resolve(
      ask,
      for: Asker(home: home, tree: Tree(), awaits: way != .synchronous, isCancelled: way == .inCancelledTask))
  }

  private func resolve(_ ask: Ask, for asker: Asker) throws -> [Thing]? {
    if ask.form == .all {
      return try asker.home.collection(of: ask.service.kind).map {
        try resolve($0.entry, of: $0.owner, nil, for: asker)
      }
    }
    guard let (entry, owner) = asker.home.find(ask.service, takingArgument: ask.argument != nil) else {
      if ask.argument != nil, let plain = asker.home.find(ask.service, takingArgument: false)?.entry {
        let target = plain.target ?? plain
        if let replaced = target.replaced, !replaced.takesArgument { throw Undecided() }
        if target.recipe.form == .initializer || target.replaced != nil,
          let owner = asker.home.find(ask.service, takingArgument: false)?.owner
        {
          return [try resolve(plain, of: owner, ask.argument, for: asker)]
        }
      }
      if ask.form == .optional { return nil }
      throw asker.refusal(
        .noRegistrationFound, Stop(service: ask.service, takesArgument: ask.argument != nil, recipe: nil))
    }
    return [try resolve(entry, of: owner, ask.argument, for: asker)]
  }

  private func resolve(_ entry: Entry, of owner: Home, _ argument: Int?, for asker: Asker) throws -> Thing {
    for entry in [entry, entry.target].compactMap(\.self) where entry.isRefused && entry.target == nil {
      try forgetReleased(entry)
    }
    if let target = entry.target {
      guard let source = source(of: target, owner, for: asker), !source.decorators(of: entry.service).isEmpty,
        !target.isRefused
      else { return try forward(entry, to: target, of: owner, argument, for: asker) }
      // A product behind a forwarding is decorated, and cached as long as the target.
      switch target.scope {
      case .transient: return try build(entry, of: owner, in: source, argument, into: nil, for: asker)
      case .graph, .shared, .perContainer:
        return try claim(inTree: entry, of: owner, in: source, argument, for: asker)
      case .singleton, .disposable, .weak, .scoped, .named:
        return try claim(keptBy: source, entry, of: owner, argument, for: asker)
      }
    }
    if entry.isRefused { throw asker.refusal(.invalidInstance, entry.stop) }
    let keeper: Home
    switch entry.scope {
    case .transient: return try build(entry, of: owner, in: asker.home, argument, into: nil, for: asker)
    case .graph: return try claim(inTree: entry, of: owner, in: asker.home, argument, for: asker)
    case .singleton, .disposable, .weak: keeper = owner
    case .shared:
      // One custom scope object cannot cache an instance for each value.
      if argument != nil { throw asker.refusal(.invalidInstance, entry.stop) }
      keeper = owner
    case .scoped, .perContainer: keeper = asker.home
    case .named(let name):
      guard let named = asker.home.lineage.first(where: { $0.name == name }) else {
        throw asker.refusal(.containerNotFound, entry.stop)
      }
      keeper = named
    }
    return try claim(keptBy: keeper, entry, of: owner, argument, for: asker)
  }

  /// Returns the container that an entry's dependencies come from; nil if no container has the name of its scope.
  private func source(of entry: Entry, _ owner: Home, for asker: Asker) -> Home? {
    switch entry.scope {
    case .transient, .graph, .scoped, .perContainer: asker.home
    case .singleton, .disposable, .weak, .shared: owner
    case .named(let name): asker.home.lineage.first { $0.name == name }
    }
  }

  /// - Parameter inner: The caller of the target if the forwarding is decorated.
  private func forward(
    _ entry: Entry, to target: Entry, of owner: Home, _ argument: Int?, for asker: Asker, by inner: Asker? = nil
  ) throws -> Thing {
    let thing = try resolve(target, of: owner, argument, for: inner ?? asker)
    if !Kind.isClass(thing.kind, a: entry.service.kind) {
      var stop = target.stop
      stop.service.kind = entry.service.kind
      throw asker.refusal(.typeMismatch, stop)
    }
    return thing
  }

  private func claim(
    inTree entry: Entry, of owner: Home, in source: Home, _ argument: Int?, for asker: Asker
  ) throws -> Thing {
    let node = Tree.Node(entry: ObjectIdentifier(entry), asker: ObjectIdentifier(source), argument: argument)
    let kept = asker.tree.kept[node] ?? Kept(of: entry)
    asker.tree.kept[node] = kept
    return try claim(kept, of: owner, in: source, argument, for: asker)
  }

  private func claim(
    keptBy keeper: Home, _ entry: Entry, of owner: Home, _ argument: Int?, for asker: Asker
  ) throws -> Thing {
    let location = Place(entry: ObjectIdentifier(entry), argument: argument)
    let kept = keeper.kept[location] ?? Kept(of: entry)
    keeper.kept[location] = kept
    return try claim(kept, of: owner, in: keeper, argument, for: asker)
  }

  /// Returns the cached instance, or builds it.
  private func claim(
    _ kept: Kept, of owner: Home, in home: Home, _ argument: Int?, for asker: Asker
  ) throws -> Thing {
    if kept.isBeingBuilt {
      if let draft = kept.draft {
        if kept.isFollowed || asker.frame?.entry.target != nil { kept.lead(asker.frame) }
        return draft
      }
      throw Frame(kept.entry, in: home, argument: argument, parent: asker.frame, kept: kept).loop
    }
    if let thing = kept.thing {
      if kept.strong == nil, thing.isTainted { throw Undecided() }
      for leader in kept.leaders { leader.lead(asker.frame) }
      return thing
    }
    kept.scope = (kept.entry.target ?? kept.entry).scope
    kept.isBeingBuilt = true
    var thing: Thing?
    defer { kept.end(thing, order: next) }
    let made = try build(kept.entry, of: owner, in: home, argument, into: kept, for: asker)
    thing = made
    return made
  }

  private func build(
    _ entry: Entry, of owner: Home, in home: Home, _ argument: Int?, into kept: Kept?, for asker: Asker
  ) throws -> Thing {
    let decorators = home.decorators(of: entry.service)
    let isAwaited = entry.target == nil && entry.recipe.isAwaited || entry.hooks.contains(where: \.isAwaited)
    if !asker.awaits, isAwaited || decorators.contains(where: \.recipe.isAwaited) {
      throw asker.refusal(.asynchronousFactory, entry.stop)
    }
    let frame = Frame(entry, in: home, argument: argument, parent: asker.frame, kept: kept)
    try refuseLoop(frame)
    var inner = asker
    inner.home = home
    inner.frame = frame
    // A synchronous closure resolves without awaiting. An initializer resolves like its caller.
    inner.awaits = asker.awaits && (entry.recipe.isAwaited || entry.recipe.form == .initializer)
    if let target = entry.target {
      inner.awaits = asker.awaits
      let thing = try forward(entry, to: target, of: owner, argument, for: asker, by: inner)
      return try decorate(thing, by: decorators, in: frame, for: inner)
    }
    // An initializer may have no parameter for the argument. But a class may have properties that its type does not
    // show, so it is built first, and the argument is refused afterwards.
    let isRefused = entry.recipe.form == .initializer && !entry.recipe.takesArgument && argument != nil
    var thing: Thing
    do {
      if entry.recipe.form == .closure { try world.begin() }
      let parts = try gather(entry.recipe.needs, for: inner)
      if entry.recipe.form == .initializer { try world.begin() }
      thing = try world.make(entry.recipe, argument: entry.recipe.takesArgument ? argument : nil, parts: parts)
      if isRefused { throw asker.refusal(.noRegistrationFound, entry.stop) }
    } catch let refusal as Refusal where isRefused && refusal.isAboutNeed(of: frame.path) {
      // The error is about the argument instead of the missing parameter.
      throw asker.refusal(.noRegistrationFound, entry.stop)
    } catch {
      throw translate(error, .factoryFailed, entry, for: asker)
    }
    if !entry.hooks.isEmpty, decorators.isEmpty { kept?.draft = thing }
    for hook in entry.hooks {
      inner.awaits = hook.isAwaited
      do {
        try world.begin()
        _ = try gather(hook.needs, for: inner)
        try world.prepare(thing, by: hook, of: entry.recipe.id)
      } catch {
        throw translate(error, .afterInitFailed, entry, for: asker)
      }
    }
    inner.awaits = asker.awaits
    thing = try decorate(thing, by: decorators, in: frame, for: inner)
    return thing
  }

  /// Applies decorators to a product, each within the product's build.
  private func decorate(_ thing: Thing, by decorators: [Entry], in frame: Frame, for asker: Asker) throws -> Thing {
    var thing = thing
    for decorator in decorators {
      let layer = Frame(decorator, in: asker.home, argument: frame.argument, parent: frame, kept: nil, asLayer: true)
      try refuseLoop(layer)
      var inner = asker
      inner.frame = layer
      inner.awaits = asker.awaits && decorator.recipe.isAwaited
      do {
        try world.begin()
        let parts = try gather(decorator.recipe.needs, for: inner)
        thing = try world.make(decorator.recipe, argument: nil, parts: [thing] + parts)
      } catch {
        throw translate(error, .factoryFailed, decorator, for: asker)
      }
    }
    return thing
  }

  private func gather(_ needs: [Ask], for asker: Asker) throws -> [Thing] {
    var parts: [Thing] = []
    for ask in needs {
      do {
        parts += try resolve(ask, for: asker) ?? []
      } catch let refusal as Refusal {
        guard ask.isTolerated else { throw refusal }
      }
    }
    return parts
  }

  private func translate(_ error: any Error, _ kind: Refusal.Kind, _ entry: Entry, for asker: Asker) -> any Error {
    switch error {
    case is CancellationError where asker.isCancelled: asker.refusal(.cancelled, entry.stop)
    case is Trouble, is CancellationError: asker.refusal(kind, entry.stop)
    default: error
    }
  }

  /// Looks for a loop of unshared products at depths that double.
  private func refuseLoop(_ frame: Frame) throws {
    guard frame.depth >= 4, frame.depth & (frame.depth - 1) == 0, frame.closesLoop else { return }
    throw frame.loop
  }
}

extension Refusal {
  /// Returns true if a dependency of the last build of a path is missing.
  fileprivate func isAboutNeed(of path: [Stop]) -> Bool {
    kind == .noRegistrationFound && paths.contains { $0.count == path.count + 1 }
  }
}
