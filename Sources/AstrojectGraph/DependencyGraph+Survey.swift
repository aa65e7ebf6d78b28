import Nexus

extension DependencyGraph {
  init(_ analysis: Analysis) { self.init(analysis, NodeNames(analysis.survey)) }

  init(_ analysis: Analysis, _ names: NodeNames) {
    let survey = analysis.survey
    var effects: [Int: Dependency.Effect] = [:]
    var points: [Int: [Int]] = [:]
    for (index, point) in survey.points.enumerated() {
      effects[point.registered, default: .none].add(analysis.effects[index])
      points[point.registered, default: []].append(index)
    }
    var nodes: [Node] = []
    var edges: [Edge] = []
    var owned: [Range<Int>] = []
    // The survey has the link at the decorated registration, but the edge belongs to the decorator.
    var decorating: [Int: [Edge]] = [:]
    var needs: [Key: String] = [:]
    for registered in names.order {
      let registration = survey.registrations[registered]
      nodes.append(
        Node(
          registration, id: names[registered], effect: effects[registered] ?? registration.summary.effect,
          isOpaque: survey.isOpaque(registered), isShadowed: points[registered] == nil))
      let points = points[registered] ?? []
      var links = points.flatMap { survey.links[survey.points[$0].links] }
      if points.count > 1 { links.sort { $0.position < $1.position } }
      let first = edges.count
      var seen: Set<Edge> = []
      for link in links {
        let edge = Edge(link, in: survey, names, &needs)
        // A parameter of one point has each of its edges once.
        if points.count > 1 || edge.position == nil, !seen.insert(edge).inserted { continue }
        if edge.kind == .decorates, let decorator = link.end.map({ survey.points[$0].registered }) {
          decorating[decorator, default: []].append(edge)
        } else {
          edges.append(edge)
        }
      }
      owned.append(first..<edges.count)
    }
    if !decorating.isEmpty {
      edges = zip(names.order, owned).flatMap { edges[$1] + (decorating[$0] ?? []) }
    }
    self.init(containers: survey.cores.map { Level(name: $0.name) }, nodes: nodes, edges: edges)
    origin = Unlisted(
      GraphOrigin(
        nodes: Dictionary(uniqueKeysWithValues: names.order.map { (survey.registrations[$0].blueprint.id, names[$0]) }),
        levels: Dictionary(uniqueKeysWithValues: survey.cores.enumerated().map { ($1.id, $0) })))
  }
}

extension DependencyGraph.Node {
  fileprivate init(
    _ registered: Survey.Registered, id: String, effect: Dependency.Effect, isOpaque: Bool, isShadowed: Bool
  ) {
    let (summary, blueprint) = (registered.summary, registered.blueprint)
    self.init(
      id: id, key: summary.key.description + (blueprint.isDecorator ? " (decorator)" : ""),
      type: TypeName(summary.key.product).qualified, origin: Origin(summary.origin), scope: Scope(summary.lifetime),
      keeper: summary.containerName, effect: Effect(effect), ownEffect: Effect(summary.effect), isOpaque: isOpaque,
      isEager: summary.isEager, isContribution: blueprint.isContribution, isDecorator: blueprint.isDecorator,
      isShadowed: isShadowed,
      container: registered.level, group: blueprint.group.map { TypeName($0.type).description },
      location: blueprint.knownLocation, replaced: summary.replaced,
      resource: blueprint.location.isInCode ? nil : blueprint.location.fileID,
      allowances: summary.allowances.compactMap { Allowance($0) })
  }
}

extension DependencyGraph.Node.Allowance {
  /// Never nil in practice, because only this module makes allowances, and it uses its own rules.
  fileprivate init?(_ allowance: Astroject.Allowance) {
    guard let rule = GraphRule(rawValue: allowance.rule) else { return nil }
    self.init(rule: rule, type: allowance.type.map { TypeName($0).description }, reason: allowance.reason)
  }
}

extension DependencyGraph.Edge {
  /// - Parameter needs: The texts of keys that were printed before, as a cache.
  init(_ link: Survey.Link, in survey: Survey, _ names: NodeNames, _ needs: inout [Key: String]) {
    let point = survey.points[link.point]
    let dependency = link.dependency
    var (site, position, property) = (Site.parameter, Int?.none, String?.none)
    switch dependency.site {
    case .parameter(let index): position = index + 1
    case .property(let name): (site, property) = (.property, name)
    case .declared: site = survey.registered(at: link.point).summary.isOfProperty(dependency) ? .property : .declared
    case .forwarding: site = .forwarding
    case .decorator:
      self.init(decorating: link, in: survey, names)
      return
    }
    // The derived form itself may be registered, such as the array.
    let exact = dependency.form.map { dependency.key.asking(for: $0) }
    let isExact = exact != nil && link.end.map { survey.registered(at: $0).summary.key } == exact
    let key = isExact ? exact ?? dependency.key : link.need
    let need: String
    if let known = needs[key] {
      need = known
    } else {
      need = key.description
      needs[key] = need
    }
    self.init(
      from: names[point.registered], to: link.end.map { names[survey.points[$0].registered] }, need: need,
      kind: isExact ? .required : Kind(dependency.kind), site: site, position: position,
      property: property, container: point.source, isMissing: link.isMissing,
      missingKey: link.isMissing ? key.qualifiedDescription : nil)
  }
}

extension DependencyGraph.Edge {
  /// Makes the edge from a decorator to the registration that it decorates; the link leads the other way.
  private init(decorating link: Survey.Link, in survey: Survey, _ names: NodeNames) {
    let point = survey.points[link.point]
    let decorator = link.end.map { names[survey.points[$0].registered] }
    self.init(
      from: decorator ?? names[point.registered], to: names[point.registered],
      need: survey.registrations[point.registered].summary.key.description, kind: .decorates, site: .decorator,
      position: nil, property: nil, container: point.source, isMissing: false)
  }
}

extension Survey.Link {
  var isMissing: Bool { if case .missing = target { true } else { false } }

  /// The key that a lookup ends with: the missing key, or that of the dependency.
  var need: Key { if case .missing(let key) = target { key } else { dependency.key } }
}

// MARK: - Words

extension DependencyGraph.Node.Effect {
  fileprivate init(_ effect: Dependency.Effect) {
    self.init(isAsynchronous: effect.isAsynchronous, isOnMainActor: effect.isOnMainActor)
  }
}

extension DependencyGraph.Node.Origin {
  fileprivate init(_ origin: Summary.Origin) {
    switch origin {
    case .initializer: self = .initializer
    case .closure: self = .closure
    case .instance: self = .instance
    case .forwarding: self = .forwarding
    }
  }
}

extension DependencyGraph.Node.Scope {
  init(_ lifetime: Lifetime) {
    switch lifetime {
    case .graph: self = .graph
    case .transient: self = .transient
    case .singleton: self = .singleton
    case .disposable: self = .disposableSingleton
    case .weak: self = .weak
    case .scoped: self = .scoped
    case .shared: self = .custom
    case .perContainer: self = .customPerContainer
    case .forwarded: self = .forwarded
    }
  }
}

extension DependencyGraph.Edge.Kind {
  fileprivate init(_ kind: Dependency.Kind) {
    switch kind {
    case .required: self = .required
    case .optional: self = .optional
    case .lazy: self = .lazy
    case .provider: self = .provider
    case .collection: self = .collection
    case .argument: self = .argument
    case .forwarded: self = .forwarded
    case .decorated: self = .decorates
    case .fixed: self = .value
    case .closure: self = .closure
    case .container: self = .container
    case .resolver: self = .resolver
    }
  }
}
