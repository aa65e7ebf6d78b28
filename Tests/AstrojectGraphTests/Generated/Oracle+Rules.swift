import AstrojectGraph

// The rules as their documentation states them.

extension Oracle {
  struct Finding: Hashable {
    let rule: GraphRule
    /// The item at fault, and the reason: `12 parameter 2 Braid<T0> keyed 7`.
    let text: String
    /// The item at fault.
    let item: Int?
    /// The type that the finding is about, for rules that tests silence by type.
    var type: Strand?

    static func == (left: Finding, right: Finding) -> Bool { left.rule == right.rule && left.text == right.text }
    func hash(into hasher: inout Hasher) {
      hasher.combine(rule)
      hasher.combine(text)
    }
  }

  /// All findings except cycles.
  var findings: Set<Finding> {
    var all: Set<Finding> = missing
    all.formUnion(captives)
    all.formUnion(keptContainers)
    all.formUnion(unfitClosures)
    all.formUnion(ambiguities)
    all.formUnion(unowned)
    let covered = pointsToldAsCaptives
    for (number, point) in points.enumerated() where !isForward(point.entry) {
      let item = item(point.entry)
      let rules: [(GraphRule, isBroken: Bool)] = [
        (.weakValue, item.scope == .weak && item.product.isValue),
        (
          .missingContainer,
          point.lacksKeeper && (!covered.contains(number) || isAskedBesides(number)) || isStranded(number)
        ),
        (.sharedWithArguments, item.scope == .shared && item.wantsArguments),
        (.eagerWithArguments, item.isEager && item.wantsArguments),
      ]
      for (rule, isBroken) in rules where isBroken {
        all.insert(Finding(rule: rule, text: name(of: number), item: item.id))
      }
    }
    return all
  }

  // MARK: Missing dependencies

  private var missing: Set<Finding> {
    var result: Set<Finding> = []
    for link in links.joined() {
      let owner = item(at: link.point)
      let location = "\(name(of: link.point)) \(link.location) \(link.position ?? 0)"
      switch link.target {
      case .missing(let address):
        guard !sketch.externals.contains(address.product) else { continue }
        let isValue = address.product == .number && address.tie == nil && link.location == "parameter"
        result.insert(
          Finding(
            rule: isValue ? .argument : .missingDependency, text: "\(location) \(address)", item: owner.id,
            type: address.product))
      case .point(let end):
        guard item(at: end).wantsArguments, link.use != .provider, link.location != "forwarding", !link.need.takesNumber
        else { continue }
        result.insert(
          Finding(rule: .argument, text: "\(location) to \(name(of: end))", item: owner.id, type: link.need.of))
      case .absent, .container: continue
      }
    }
    for root in sketch.roots where !sketch.externals.contains(root) && !isAnswered(root) {
      result.insert(Finding(rule: .missingDependency, text: "root \(root)", item: nil))
    }
    return result
  }

  private func isAnswered(_ type: Strand) -> Bool {
    var copy = self
    return copy.visible(from: sketch.view).contains { entries[$0].address.product == type }
  }

  private var ambiguities: Set<Finding> {
    var result: Set<Finding> = []
    for (point, links) in links.enumerated() {
      let open = links.filter { link in
        guard link.location == "parameter", sketch.externals.contains(link.need.of) else { return false }
        return [.plain, .optional, .lazy, .provider].contains(link.need.form)
      }
      for (type, group) in Dictionary(grouping: open, by: \.need.of) {
        // The type itself takes precedence over its derived forms.
        let exact = group.filter { $0.need.form == .plain }
        let best = exact.isEmpty ? group : exact
        guard best.count > 1, group.contains(where: { $0.end == nil }) else { continue }
        let positions = best.map { "\($0.position ?? 0)" }.joined(separator: " ")
        result.insert(
          Finding(
            rule: .ambiguousArgument, text: "\(name(of: point)) \(type) \(positions)", item: item(at: point).id,
            type: type))
      }
    }
    return result
  }

  // MARK: Holding

  /// The rank of a point's lifetime; nil if it lives as long as its holder.
  func rank(_ point: Int) -> Int? {
    let item = item(at: point)
    if isForward(points[point].entry) { return nil }
    switch item.scope {
    case .unsaid: return item.origin == .instance ? 5 : nil
    case .singleton: return 5
    case .disposable: return 4
    case .scoped, .named: return 3
    case .shared, .perContainer: return 2
    case .graph: return 1
    case .transient, .weak: return nil
    }
  }

  /// The points that a point holds, and their owners: the point itself, and held points that live as long as it.
  private func held(by holder: Int) -> (ends: Set<Int>, owners: Set<Int>) {
    let ends = reach(from: holder) { $0.use <= .lazy && ($0.point == holder || rank($0.point) == nil) }
    return (ends, ends.filter { rank($0) == nil }.union([holder]))
  }

  private var captives: Set<Finding> {
    var result: Set<Finding> = []
    for holder in points.indices {
      let isWeak = item(at: holder).scope == .weak && !isForward(points[holder].entry)
      guard let own = isWeak ? 2 : rank(holder) else { continue }
      let shorter = held(by: holder).ends.filter { (rank($0) ?? own) < own }
      for end in shorter.union(asked(by: holder)) {
        result.insert(
          Finding(
            rule: .captiveDependency, text: "\(name(of: holder)) holds \(name(of: end))", item: item(at: holder).id))
      }
    }
    return result
  }

  /// The scoped points that a point gets from its container, which gives the point to all its children.
  private func asked(by holder: Int) -> Set<Int> {
    guard !isForward(points[holder].entry), [.singleton, .disposable, .weak].contains(item(at: holder).scope),
      item(at: holder).origin != .instance
    else { return [] }
    return reachedByAsking(from: holder).filter { end in
      if isForward(points[end].entry) { return false }
      switch item(at: end).scope {
      case .scoped, .named: return true
      default: return false
      }
    }
  }

  private func reachedByAsking(from holder: Int) -> Set<Int> {
    reach(from: holder) { link in
      if link.point == holder || isForward(points[link.point].entry) { return true }
      let owner = item(at: link.point)
      return [.unsaid, .graph, .transient].contains(owner.scope) && owner.origin != .instance
    }
  }

  /// The points with a missing container that are reported as captives of a holder.
  private func pointsToldAsCaptives(of holder: Int) -> Set<Int> {
    let isWeak = item(at: holder).scope == .weak && !isForward(points[holder].entry)
    guard let own = isWeak ? 2 : rank(holder),
      !item(at: holder).permits.contains(where: { $0.rule == .captiveDependency })
    else { return [] }
    let captives = held(by: holder).ends.filter { (rank($0) ?? own) < own }.union(asked(by: holder))
    return captives.filter { points[$0].lacksKeeper }
  }

  /// Returns true if a holder asks for a point in its own container, and does not hold it as a captive.
  private func isAskedBesides(_ point: Int) -> Bool {
    points.indices.contains { holder in
      isAnchored(holder) && reachedByAsking(from: holder).contains(point)
        && !pointsToldAsCaptives(of: holder).contains(point)
    }
  }

  /// The points with a missing container that are reported as captives, and the points that only these need.
  private var pointsToldAsCaptives: Set<Int> {
    var told = Set(points.indices.flatMap(pointsToldAsCaptives))
    var size = -1
    while !told.isEmpty, size != told.count {
      size = told.count
      for point in points.indices where points[point].lacksKeeper {
        let owners = points.indices.filter { $0 != point && links[$0].contains { $0.end == point } }
        if !owners.isEmpty, told.isSuperset(of: owners) { told.insert(point) }
      }
    }
    return told
  }

  private func isAnchored(_ point: Int) -> Bool {
    if isForward(points[point].entry) { return false }
    return switch item(at: point).scope {
    case .singleton, .disposable, .weak, .shared: true
    case .named: !points[point].lacksKeeper
    case .unsaid: item(at: point).origin == .instance
    case .graph, .transient, .scoped, .perContainer: false
    }
  }

  /// Returns true if `bootstrap` builds a point with something whose container is missing.
  private func isStranded(_ point: Int) -> Bool {
    guard item(at: point).isEager, item(at: point).level == sketch.view, !points[point].lacksKeeper, !isAnchored(point)
    else { return false }
    return reach(from: point) { $0.use <= .afterwards && ($0.point == point || !isAnchored($0.point)) }
      .contains { points[$0].lacksKeeper }
  }

  private var keptContainers: Set<Finding> {
    var result: Set<Finding> = []
    for keeper in points.indices where !isForward(points[keeper].entry) {
      let kept = item(at: keeper)
      if [.unsaid, .graph, .transient, .weak].contains(kept.scope) { continue }
      for owner in held(by: keeper).owners where points[owner].source == points[keeper].source {
        for link in links[owner] where link.use <= .lazy {
          guard case .container = link.target else { continue }
          result.insert(
            Finding(
              rule: .containerKept,
              text: "\(name(of: keeper)) by \(name(of: owner)) \(link.location) \(link.position ?? 0)", item: kept.id))
        }
      }
    }
    return result
  }

  private var unowned: Set<Finding> {
    guard !points.contains(where: { isOpaque($0.entry) }) else { return [] }
    var held: Set<Int> = []
    for root in rootPoints ?? [] { hold(root, in: &held) }
    for link in links.joined() where link.use <= .lazy && !isForward(points[link.point].entry) {
      if let end = link.end, end != link.point { hold(end, in: &held) }
    }
    var result: Set<Finding> = []
    for point in points.indices where !held.contains(point) && !isForward(points[point].entry) {
      let item = item(at: point)
      if item.scope == .weak, !item.product.isValue {
        result.insert(Finding(rule: .weakUnowned, text: name(of: point), item: item.id))
      }
    }
    return result
  }

  /// Adds a point to the held ones, and the target of a forwarding too.
  private func hold(_ point: Int, in held: inout Set<Int>) {
    held.insert(point)
    guard isForward(points[point].entry) else { return }
    for link in links[point] { if let end = link.end { hold(end, in: &held) } }
  }

  /// Returns true if an entry may resolve unknown dependencies.
  func isOpaque(_ entry: Int) -> Bool {
    if isForward(entry) { return false }
    let item = item(entry)
    guard item.declared == nil, item.origin != .instance else { return false }
    if uncertain.contains(entry) { return true }
    if item.origin == .closure || item.hook != nil { return true }
    return item.parameters.contains { [.container, .lazyContainer, .resolver, .closure].contains($0.form) }
  }

  // MARK: Effects

  private func ownEffect(_ point: Int) -> (isAsynchronous: Bool, isOnMainActor: Bool) {
    let item = item(at: point)
    if isForward(points[point].entry) { return (false, false) }
    let hook = item.hook ?? .none
    let isInjectedThere = item.effect.isOnMainActor && !item.afterwards.isEmpty
    return (
      item.effect.isAsynchronous || hook.isAsynchronous,
      item.effect.isOnMainActor || hook.isOnMainActor || isInjectedThere
    )
  }

  /// The effect of the closures of a point, and of its initializer if that may resolve what is declared.
  private func closureEffect(_ point: Int) -> (isAsynchronous: Bool, isOnMainActor: Bool) {
    let item = item(at: point)
    let mayResolve = item.origin == .closure || item.parameters.contains { [.container, .resolver].contains($0.form) }
    let effects = [item.hook ?? .none, mayResolve ? item.effect : .none]
    return (effects.contains(where: \.isAsynchronous), effects.contains(where: \.isOnMainActor))
  }

  /// The effect of a point, together with the effects of all dependencies that it is built with.
  func effect(_ point: Int) -> (isAsynchronous: Bool, isOnMainActor: Bool) {
    let reached = reach(from: point) { $0.use <= .afterwards && !$0.isDeclared }
    var effect = ownEffect(point)
    for other in reached {
      let own = ownEffect(other)
      effect = (effect.isAsynchronous || own.isAsynchronous, effect.isOnMainActor || own.isOnMainActor)
    }
    return effect
  }

  private var unfitClosures: Set<Finding> {
    var result: Set<Finding> = []
    for link in links.joined() where link.isDeclared && link.use <= .afterwards {
      guard let end = link.end else { continue }
      let (own, other) = (closureEffect(link.point), effect(end))
      let text = "\(name(of: link.point)) to \(name(of: end))"
      let owner = item(at: link.point).id
      if !own.isAsynchronous, other.isAsynchronous {
        result.insert(Finding(rule: .asyncDependency, text: text, item: owner))
      } else if !own.isAsynchronous, !own.isOnMainActor, other.isOnMainActor {
        result.insert(Finding(rule: .isolation, text: text, item: owner))
      }
    }
    return result
  }

  // MARK: Cycles

  /// The points that need themselves before they are built.
  var strictLoops: Set<Int> {
    Set(points.indices.filter { reach(from: $0) { $0.use == .made && !mayBeLate($0) }.contains($0) })
  }

  /// The points that are requested again, by the filling of properties, before they are built, and what they need on
  /// the way there.
  var looseLoops: Set<Int> {
    var result: Set<Int> = []
    for link in links.joined() where link.use == .made && isShared(link.point) {
      guard let end = link.end else { continue }
      let isLoop =
        end == link.point && !mayBeLate(link, into: end)
        || reach(from: end) { $0.use <= .afterwards && !mayBeLate($0, into: link.point) }.contains(link.point)
      if isLoop { result.formUnion([link.point, end]) }
    }
    return result
  }

  /// The points with a property that gets what no other request shares, and what needs the point to be built.
  var fillingLoops: Set<Int> {
    Set(
      points.indices.filter { point in
        links[point].contains { link in
          guard fillsAlone(link), let end = link.end, target(of: end) != point else { return false }
          return reach(from: end) { $0.use == .made && !$0.isFilled }.contains(point)
        }
      })
  }

  /// Returns true if a property of an object that is shared gets what no other request shares.
  func fillsAlone(_ link: Link) -> Bool {
    link.isFilled && link.use == .afterwards && link.end.map { !isOfShared($0) } ?? false
  }

  /// Returns true if a property may be filled after its object is handed on, with a shared instance under construction.
  ///
  /// If a point is given, the property has to lead to it.
  func mayBeLate(_ link: Link, into point: Int? = nil) -> Bool {
    guard link.isFilled, link.need.form == .plain, item(at: link.point).product.shape == .braid, let end = link.end
    else { return false }
    return isOfShared(end, into: point)
  }

  /// Returns true if a point, or the target of its forwarding, is shared while it is built.
  private func isOfShared(_ end: Int, into point: Int? = nil) -> Bool {
    let target = target(of: end)
    if let point, point != target { return false }
    return ![.transient, .shared, .perContainer].contains(item(at: target).scope)
  }

  private func target(of point: Int) -> Int {
    var target = point
    while isForward(points[target].entry), let next = links[target].first?.end { target = next }
    return target
  }

  /// Returns true if a request for a point during its build gets the same instance.
  func isShared(_ point: Int) -> Bool {
    !isForward(points[point].entry) && item(at: point).scope != .transient
  }

  // MARK: Roots

  /// The points that are resolved from outside; nil if the sketch has no roots.
  var rootPoints: [Int]? {
    guard !sketch.roots.isEmpty else { return nil }
    var copy = self
    let seen = Set(copy.visible(from: sketch.view))
    return points.indices.filter { index in
      // The first points are those of the visible entries.
      index < seen.count && sketch.roots.contains(entries[points[index].entry].address.product)
    }
  }

  /// The names of the points that no root reaches and `bootstrap` does not build.
  var unused: Set<String> {
    guard let roots = rootPoints else { return [] }
    var used = Set(roots).union(
      points.indices.filter { item(at: $0).isEager && !isForward(points[$0].entry) })
    for start in used { used.formUnion(reach(from: start) { _ in true }) }
    return Set(points.indices.map { name(of: $0) }).subtracting(used.map { name(of: $0) })
  }
}
