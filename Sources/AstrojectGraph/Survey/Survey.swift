import Nexus

/// The registrations of a container and its parents with their dependencies: the raw material of graphs and rules.
///
/// It is a graph of *points*. A registration that takes its dependencies from the asking container has one point for
/// each container that it may be built for. Most registrations have a single point.
struct Survey {
  /// The surveyed container, its parent, and so on; an example child comes before them, if there is one.
  let cores: [Core]
  private let example: Container?
  /// The index of the surveyed container itself.
  let level: Int
  private(set) var registrations: [Registered] = []
  /// The points of all registrations that the first container can resolve come first.
  private(set) var points: [Point] = []
  private(set) var links: [Link] = []
  /// The registrations that take the container or its resolver.
  private(set) var resolving: Set<Int> = []
  /// The registrations with injected properties that may have a name or key, or that their protocol hides.
  private(set) var uncertain: Set<Int> = []
  /// Those of them whose protocol hides injected properties.
  private(set) var hiding: Set<Int> = []
  /// The registrations that a dictionary leaves out, because their keys have another type; with the dictionary's type.
  private(set) var leftOut: [(registered: Int, dictionary: Any.Type)] = []

  private var numbers: [UInt: Int] = [:]
  /// The point of each registration for each container; -1 for none.
  private var table: [Int] = []
  private var inventories: [Inventory?]

  /// The registrations that are visible in a container, by type.
  private struct Inventory {
    let all: [Match]
    private var byType: [ObjectIdentifier: [Match]] = [:]

    init(_ core: Core) {
      all = core.registrations()
      // A composite is no element of a collection. Only its forwarding leads to it.
      for found in all where !found.blueprint.key.isOfComposite {
        byType[ObjectIdentifier(found.blueprint.key.product), default: []].append(found)
      }
    }

    func of(_ type: Any.Type) -> [Match] { byType[ObjectIdentifier(type)] ?? [] }
  }

  /// Surveys a container; the only user code that runs is `isRegistered` of a fallback.
  ///
  /// - Parameter isForChildren: If true, and if children are given values, the container is surveyed as an example of
  ///   such a child sees it.
  init(_ core: Core, asChildrenSeeIt isForChildren: Bool = false) {
    example = isForChildren ? core.makeExemplaryChild() : nil
    cores = Array((example?.core ?? core).lineage)
    level = cores.firstIndex { $0 === core } ?? 0
    inventories = Array(repeating: nil, count: cores.count)
    let own = inventory(of: 0).all
    // A composite is reached by its key alone, to which something nearer may answer.
    let answering = own.map(\.blueprint).filter {
      $0.isComposite && !$0.key.isOfComposite && cores[0].find($0.key)?.blueprint === $0
    }
    let reached = Set(answering.flatMap { [$0.id, ($0.forwardingTarget ?? $0).id] })
    for found in own where !found.blueprint.isComposite || reached.contains(found.blueprint.id) {
      _ = point(of: found, for: 0)
    }
    connectPoints(from: 0)
    let count = points.count
    // What decorates nothing may be for the registrations of children.
    for core in cores {
      for decorator in core.ownDecorators where numbers[decorator.id] == nil {
        _ = point(of: number(of: decorator, in: core), for: 0)
      }
    }
    connectPoints(from: count)
    hiding = Set(hiddenInjections())
    uncertain.formUnion(hiding)
    for (index, use) in settledUses().enumerated() { links[index].use = use }
    // Registrations that nothing can resolve any more are part of the graph, without a point.
    for level in cores.indices.dropFirst() {
      for found in inventory(of: level).all where found.owner === cores[level] {
        _ = number(of: found.blueprint, in: found.owner)
      }
    }
  }

  private mutating func connectPoints(from first: Int) {
    var next = first
    while next < points.count {
      let begin = links.count
      let registered = registrations[points[next].registered]
      for (index, dependency) in registered.dependencies.enumerated() where dependency.site != .decorator {
        connect(dependency, index, of: registered, from: next)
      }
      points[next].links = begin..<links.count
      connectDecorators(of: next)
      points[next].links = begin..<links.count
      next += 1
    }
  }

  /// Links a point to its decorators, which take their dependencies from the same container as the point.
  private mutating func connectDecorators(of point: Int) {
    let registered = registrations[points[point].registered]
    // A product behind a forwarding takes its dependencies from the container of the other registration's point.
    let source = points[target(of: point) ?? point].source
    for decorator in cores[source].decorators(of: registered.blueprint) {
      let level = cores.firstIndex { core in core.ownDecorators.contains { $0 === decorator } } ?? source
      let target = self.point(of: number(of: decorator, in: cores[level]), for: source)
      let position = registered.position(of: decorator)
      links.append(
        Link(point: point, position, registered.dependencies[position], target: .point(target), use: .made))
    }
  }

  /// Returns the use of each link, which depends on the hooks and decorators of its owner.
  private func settledUses() -> [Use] {
    links.map { link in
      let use = comesByHook(link) ? .afterwards : link.use
      return use == .afterwards && isHidden(link) ? .made : use
    }
  }

  /// Returns the registrations whose protocol may hide injected properties, because a type that conforms to it has
  /// some.
  private func hiddenInjections() -> [Int] {
    let unseen = registrations.indices.compactMap { index -> (registered: Int, type: Any.Type)? in
      HiddenInjections.hidingType(of: registrations[index].summary).map { (index, $0) }
    }
    let hiding = HiddenInjections.behind(unseen.map(\.type))
    return unseen.filter { hiding.contains(ObjectIdentifier($0.type)) }.map(\.registered)
  }

  func isDecorated(_ point: Int) -> Bool {
    // They come last.
    points[point].links.last.map { links[$0].dependency.site == .decorator } ?? false
  }

  /// Returns the point that a forwarding leads to; nil if the point is no forwarding, or leads nowhere.
  func target(of point: Int) -> Int? {
    points[point].lifetime == .forwarded ? points[point].links.first.flatMap { links[$0].end } : nil
  }

  func registered(at point: Int) -> Registered { registrations[points[point].registered] }

  /// Returns the points that provide a type in the surveyed container, with any name and arguments.
  ///
  /// - Returns: The points, and the missing key if something that the type is made of is not registered.
  mutating func points(answering type: Any.Type) -> (points: [Int], missing: Key?) {
    let named = inventory(of: 0).of(type).map { point(of: $0, for: 0) }
    if !named.isEmpty { return (named, nil) }
    var points: [Int] = []
    var missing: Key?
    for (target, _) in targets(of: Key(type), Way(use: .made), from: 0) {
      switch target {
      case .point(let point): points.append(point)
      case .missing(let key): missing = key
      case .absent, .vacant, .fallback, .container, .resolver: break
      }
    }
    return (points, missing)
  }

  // MARK: Points

  private mutating func inventory(of level: Int) -> Inventory {
    if let known = inventories[level] { return known }
    let new = Inventory(cores[level])
    inventories[level] = new
    return new
  }

  private mutating func number(of blueprint: Blueprint, in owner: Core) -> Int {
    if let known = numbers[blueprint.id] { return known }
    let new = registrations.count
    let level = cores.firstIndex { $0 === owner } ?? 0
    registrations.append(Registered(blueprint, at: level))
    table += repeatElement(-1, count: cores.count)
    numbers[blueprint.id] = new
    return new
  }

  /// Returns the point of a match that is built for a container, and adds it at first.
  private mutating func point(of found: Match, for viewpoint: Int) -> Int {
    point(of: number(of: found.blueprint, in: found.owner), for: viewpoint)
  }

  private mutating func point(of number: Int, for viewpoint: Int) -> Int {
    let registered = registrations[number]
    var source = viewpoint
    var lacksKeeper = false
    let lifetime = registered.summary.lifetime
    switch lifetime {
    case .transient, .graph, .forwarded, .perContainer: break
    case .singleton, .disposable, .weak, .shared: source = registered.level
    case .scoped:
      guard let name = registered.summary.containerName else { break }
      // The container that registers a value for children is not given it, and neither are its parents.
      let end = registered.blueprint.flags.isGiven ? registered.level : cores.count
      let keeper = cores[viewpoint..<end].firstIndex { $0.name == name }
      lacksKeeper = keeper == nil
      source = keeper ?? viewpoint
    }
    let location = number * cores.count + source
    if table[location] < 0 {
      table[location] = points.count
      points.append(
        Point(registered: number, lifetime: lifetime, source: source, lacksKeeper: lacksKeeper, links: 0..<0))
    }
    return table[location]
  }

  // MARK: Links

  private mutating func connect(
    _ dependency: Dependency, _ index: Int, of registered: Registered, from point: Int
  ) {
    let add = { (survey: inout Survey, target: End, use: Use) in
      survey.links.append(Link(point: point, index, dependency, target: target, use: use))
    }
    let use = use(of: index, in: registered)
    switch dependency.kind {
    // The link belongs to the decorated registration; see `connectDecorators(of:)`.
    case .decorated: break
    case .argument, .fixed, .closure: add(&self, .absent, use)
    case .forwarded:
      guard case .forwarding(let target) = registered.summary.origin,
        let found = cores[registered.level].find(target)
      else { return add(&self, .missing(dependency.key), use) }
      add(&self, .point(self.point(of: found, for: points[point].source)), use)
    case .required, .optional, .lazy, .provider, .collection, .container, .resolver:
      let key = dependency.form.map { dependency.key.asking(for: $0) } ?? dependency.key
      let way = Way(use: use, form: dependency.form)
      let source = points[point].source
      // A fallback may provide it under a name.
      if !dependency.isLabelKnown, cores[source].hasFallback || mayBeLabelled(key.product, at: source) {
        uncertain.insert(points[point].registered)
        return
      }
      for (target, use) in targets(of: key, way, from: source) {
        switch target {
        case .container, .resolver: resolving.insert(points[point].registered)
        case .point, .missing, .absent, .vacant, .fallback: break
        }
        add(&self, target, use)
      }
    }
  }

  private func use(of index: Int, in registered: Registered) -> Use {
    // A loop never finds a transient owner again, so its dependencies cannot arrive later.
    registered.setsAfterwards(index) && registered.summary.lifetime != .transient ? .afterwards : .made
  }

  /// Returns true if the owner of a dependency is made with it: no hook gets it when the owner has been made.
  func isNeededToMake(_ link: Int) -> Bool {
    let link = links[link]
    guard link.use == .made, !link.dependency.mayComeLate else { return false }
    let registered = registered(at: link.point)
    let isOfHook =
      registered.setsAfterwards(link.position)
      || link.dependency.site == .declared && registered.summary.declarer == .hook
    return !isOfHook || isDecorated(link.point)
  }

  /// Returns true if an `afterInit` alone can have declared a dependency, so that it may lead back to its owner.
  private func comesByHook(_ link: Link) -> Bool {
    guard link.use == .made, link.dependency.site == .declared else { return false }
    let number = points[link.point].registered
    let summary = registrations[number].summary
    return summary.declarer == .hook && summary.lifetime != .transient && !hiding.contains(number)
      && !(summary.isLeafClosure && HiddenProperties.areShown(by: summary.key.product))
  }

  /// Returns true if the owner of a dependency is given out only after it gets that.
  ///
  /// It is decorated afterwards, or is a value, of which a copy would lack a property.
  private func isHidden(_ link: Link) -> Bool {
    if isDecorated(link.point) { return true }
    let summary = registered(at: link.point).summary
    switch TypeKind(summary.key.product) {
    case .structure, .enumeration, .optional, .structural: break
    // An object may be behind a protocol.
    case .existential, .metatype, .other: return false
    }
    if case .property = link.dependency.site { return true }
    return summary.setsPropertyLast
  }

  /// Returns true if an injected property of a type may have a name or key, because some registration of its type has
  /// one.
  private mutating func mayBeLabelled(_ type: Any.Type, at level: Int) -> Bool {
    let inventory = inventory(of: level)
    return Dependency.typesUnderNames(of: type).contains { type in
      inventory.of(type).contains { found in
        let key = found.blueprint.key
        return key.label != nil && !key.takesArguments && !found.blueprint.isContribution
      }
    }
  }

  /// The unwrapping of a dependency, such as an optional of a lazy of a collection.
  private struct Way {
    var use: Use
    var form: Any.Type?
    /// True if the dependency may be resolved with arguments.
    var mayTakeArguments = false
    /// True within an optional, which is nil if a `Provider` in it gives a form of a product that takes arguments.
    var isOptional = false
  }

  private mutating func targets(of key: Key, _ way: Way, from level: Int) -> [(End, Use)] {
    if let found = cores[level].find(key) { return [(.point(point(of: found, for: level)), way.use)] }
    if key.takesArguments, let found = cores[level].find(key.withoutArguments), found.blueprint.acceptor != nil {
      return [(.point(point(of: found, for: level)), way.use)]
    }
    if let others = elsewhere(key, way, from: level) { return others.map { (.point($0), way.use) } }
    let isBehind = isKnownToFallback(key, at: level)
    // A form that nothing is registered for comes after the fallback.
    guard let form = DerivedForms.form(of: way.form ?? key.product), form.isAvailable(for: key),
      form.mayBeEmpty && !isBehind || form.isKnown(in: cores[level], for: key)
    else { return [(isBehind ? .fallback : .missing(key), way.use)] }
    let inner = form.dependency(for: key, at: .declared)
    var innerWay = way
    innerWay.form = nil
    if way.isOptional { innerWay.mayTakeArguments = false }
    switch inner.kind {
    case .lazy: innerWay.use = max(way.use, .lazy)
    case .provider:
      innerWay.use = .provider
      innerWay.mayTakeArguments = true
    case .optional:
      innerWay.isOptional = true
      let targets = targets(of: inner.key, innerWay, from: level)
      let isAbsent = targets.contains { if case .missing = $0.0 { true } else { false } }
      return isAbsent ? [(.vacant, way.use)] : targets
    case .collection:
      var elements = inventory(of: level).of(inner.key.product).filter { found in
        found.blueprint.isSelfContained && !found.blueprint.isComposite
      }
      if let keys = inner.keys {
        for found in elements where !(found.blueprint.key.label?.isOf(keys) ?? true) {
          leftOut.append((number(of: found.blueprint, in: found.owner), key.product))
        }
        elements = elements.latest(by: keys)
      }
      return elements.isEmpty
        ? [(.absent, way.use)] : elements.map { (.point(point(of: $0, for: level)), way.use) }
    case .container: return [(.container, way.use)]
    case .resolver: return [(.resolver, way.use)]
    case .required, .argument, .fixed, .decorated, .closure, .forwarded: return [(.absent, way.use)]
    }
    return targets(of: inner.key, innerWay, from: level)
  }

  /// Returns the points under the key with other arguments, if the dependency may give them; nil if there are none.
  private mutating func elsewhere(_ key: Key, _ way: Way, from level: Int) -> [Int]? {
    guard !key.takesArguments, way.mayTakeArguments else { return nil }
    let alike = inventory(of: level).of(key.product).filter { found in
      !found.blueprint.isContribution && found.blueprint.key.label == key.label
    }
    return alike.isEmpty ? nil : alike.map { point(of: $0, for: level) }
  }

  private func isKnownToFallback(_ key: Key, at level: Int) -> Bool {
    guard cores[level].hasFallback else { return false }
    func ask<Product>(_ type: Product.Type) -> Bool { cores[level].fallback(for: key, type) != nil }
    return _openExistential(key.product, do: ask)
  }
}
