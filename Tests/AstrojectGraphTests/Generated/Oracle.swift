import AstrojectGraph

/// The graph of a sketch, derived from the documentation in the plainest form.
struct Oracle {
  /// A registration: an item, or a type that an item implements.
  struct Entry: Hashable {
    let item: Int
    let forward: Int?
    let address: Address

    /// The name that tests use.
    var name: String { forward == nil ? "\(item)" : "\(item)>\(address)" }
  }

  /// A registration, and the container that its dependencies come from.
  struct Point: Hashable {
    let entry: Int
    let source: Int
    let lacksKeeper: Bool
  }

  enum Use: Int, Comparable {
    case made, afterwards, lazy, provider
    static func < (left: Use, right: Use) -> Bool { left.rawValue < right.rawValue }
  }

  enum Target {
    case point(Int)
    case missing(Address)
    case absent, container
  }

  struct Link {
    let point: Int
    let need: Need
    /// `parameter 2`, `property`, `declared` or `forwarding`.
    let location: String
    let position: Int?
    let use: Use
    let target: Target
    /// True if the property of a built object is filled.
    let isFilled: Bool

    var end: Int? { if case .point(let end) = target { end } else { nil } }
    var isDeclared: Bool { location == "declared" }
  }

  let sketch: Sketch
  private(set) var entries: [Entry] = []
  private(set) var points: [Point] = []
  /// The links, by the index of their point.
  private(set) var links: [[Link]] = []
  /// The registrations with a property that may get one of several registrations.
  private(set) var uncertain: Set<Int> = []

  private let items: [Int: Item]
  /// The entries of each container, in order.
  private var levels: [[Int]] = []
  private var numbers: [Point: Int] = [:]
  private var visibleEntries: [Int: [Int]] = [:]

  init(_ sketch: Sketch) {
    self.sketch = sketch
    items = Dictionary(uniqueKeysWithValues: sketch.items.map { ($0.id, $0) })
    for level in 0...sketch.view {
      let own = sketch.items.filter { $0.level == level }
      var live: [Int] = []
      for (index, item) in own.enumerated() {
        let isReplaced = own[(index + 1)...].contains {
          !$0.isContribution && !item.isContribution && $0.address == item.address
        }
        if isReplaced { continue }
        live.append(entries.count)
        entries.append(Entry(item: item.id, forward: nil, address: item.address))
        for (number, strand) in item.forwards.enumerated() {
          live.append(entries.count)
          let address = Address(product: strand, tie: item.tie, takesNumber: item.takesNumber)
          entries.append(Entry(item: item.id, forward: number, address: address))
        }
      }
      levels.append(live)
    }
    for entry in visible(from: sketch.view) { _ = point(entry, seenFrom: sketch.view) }
    var next = 0
    while next < points.count {
      connect(next)
      next += 1
    }
  }

  func item(_ entry: Int) -> Item { items[entries[entry].item, default: .absent] }
  func item(at point: Int) -> Item { item(points[point].entry) }
  func isForward(_ entry: Int) -> Bool { entries[entry].forward != nil }
  func name(of point: Int) -> String { entries[points[point].entry].name }

  // MARK: Finding

  /// The entries that a container sees: its own, and those of its parents that it does not override.
  mutating func visible(from level: Int) -> [Int] {
    if let known = visibleEntries[level] { return known }
    var result: [Int] = []
    var taken: Set<Address> = []
    for level in (0...level).reversed() {
      let keyed = levels[level].filter { !item($0).isContribution || isForward($0) }
      result += levels[level].filter { !keyed.contains($0) || !taken.contains(entries[$0].address) }
      taken.formUnion(keyed.map { entries[$0].address })
    }
    visibleEntries[level] = result
    return result
  }

  /// Finds the entry for an address: the latest one of the nearest container.
  func find(_ address: Address, from level: Int) -> Int? {
    for level in (0...level).reversed() {
      let found = levels[level].last {
        entries[$0].address == address && (!item($0).isContribution || isForward($0))
      }
      if let found { return found }
    }
    return nil
  }

  /// Finds an initializer, which takes arguments although its address does not contain them.
  private func acceptor(of address: Address, from level: Int) -> Int? {
    guard address.takesNumber else { return nil }
    let found = find(Address(product: address.product, tie: address.tie), from: level)
    return found.flatMap { item($0).origin == .initializer ? $0 : nil }
  }

  private mutating func point(_ entry: Int, seenFrom viewpoint: Int) -> Int {
    let item = item(entry)
    var source = viewpoint
    var lacksKeeper = false
    if !isForward(entry) {
      switch item.scope {
      case .unsaid where item.origin == .instance: source = item.level
      case .unsaid, .graph, .transient, .scoped, .perContainer: break
      case .singleton, .disposable, .weak, .shared: source = item.level
      case .named(let name):
        let keeper = (0...viewpoint).last { sketch.levels[$0] == name }
        lacksKeeper = keeper == nil
        source = keeper ?? viewpoint
      }
    }
    let point = Point(entry: entry, source: source, lacksKeeper: lacksKeeper)
    if let known = numbers[point] { return known }
    numbers[point] = points.count
    points.append(point)
    return points.count - 1
  }

  // MARK: Connecting

  private mutating func connect(_ point: Int) {
    let (entry, source) = (points[point].entry, points[point].source)
    let item = item(entry)
    links.append([])
    if isForward(entry) {
      let behind = levels[item.level].first { entries[$0].item == item.id && !isForward($0) } ?? entry
      let target = Target.point(self.point(behind, seenFrom: source))
      let need = Need(form: .plain, of: item.product, tie: item.tie)
      links[point] = [
        Link(
          point: point, need: need, location: "forwarding", position: nil, use: .made, target: target, isFilled: false)
      ]
      return
    }
    for (index, need) in item.parameters.enumerated() {
      add(need, at: "parameter", index + 1, of: point, .made)
    }
    for need in item.properties {
      if isAmbiguous(need, from: source) {
        uncertain.insert(entry)
        continue
      }
      add(need, at: "property", nil, of: point, .made)
    }
    for need in item.afterwards {
      add(need, at: "property", nil, of: point, item.scope == .transient ? .made : .afterwards, isFilled: true)
    }
    let use: Use = item.declaresForHook && item.scope != .transient ? .afterwards : .made
    for need in item.declared ?? [] { add(need, at: "declared", nil, of: point, use) }
  }

  /// Returns true if an injected property may get a named registration.
  mutating func isAmbiguous(_ need: Need, from level: Int) -> Bool {
    guard need.form != .collection else { return false }
    return visible(from: level).contains { entry in
      let address = entries[entry].address
      return address.product == need.of && address.tie != .none && !address.takesNumber && !item(entry).isContribution
    }
  }

  private mutating func add(
    _ need: Need, at location: String, _ position: Int?, of point: Int, _ use: Use, isFilled: Bool = false
  ) {
    for (target, use) in targets(of: need, from: points[point].source, use) {
      links[point].append(
        Link(
          point: point, need: need, location: location, position: position, use: use, target: target, isFilled: isFilled
        ))
    }
  }

  private mutating func targets(of need: Need, from level: Int, _ use: Use) -> [(Target, Use)] {
    var address = Address(product: need.of, tie: need.tie, takesNumber: need.takesNumber)
    var (found, use) = (find(address, from: level), use)
    var absent = Target.missing(address)
    switch need.form {
    case .argument, .value, .closure, .resolver: return [(.absent, use)]
    case .container: return [(.container, use)]
    case .lazyContainer: return [(.container, max(use, .lazy))]
    case .plain: found = found ?? acceptor(of: address, from: level)
    case .lazy: use = max(use, .lazy)
    case .provider:
      // A provider may be called with arguments.
      address.takesNumber = true
      found = found ?? find(address, from: level)
      use = .provider
    case .optional: absent = .absent
    case .lazyOptional, .optionalLazy: (absent, use) = (.absent, max(use, .lazy))
    case .collection, .lazyCollection:
      if need.form == .lazyCollection { use = max(use, .lazy) }
      let elements = visible(from: level).filter {
        entries[$0].address.product == need.of && !item($0).wantsArguments
      }
      return elements.isEmpty ? [(.absent, use)] : elements.map { (.point(point($0, seenFrom: level)), use) }
    }
    return [(found.map { .point(point($0, seenFrom: level)) } ?? absent, use)]
  }

  // MARK: Walking

  /// The points that a point leads to along some links; the point itself only if a link leads back to it.
  func reach(from start: Int, along isMeant: (Link) -> Bool) -> Set<Int> {
    var reached: Set<Int> = []
    var line = [start]
    while let point = line.popLast() {
      for link in links[point] where isMeant(link) {
        if let end = link.end, reached.insert(end).inserted { line.append(end) }
      }
    }
    return reached
  }
}
