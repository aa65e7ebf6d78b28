import Nexus

/// Expresses faults in terms of the graph.
struct Speller {
  let graph: DependencyGraph
  let names: NodeNames
  private let nodes: [DependencyGraph.Node.ID: DependencyGraph.Node]
  private let analysis: Analysis
  private let survey: Survey
  private let routes: Routes
  /// The candidates for near matches, by the container in which a dependency is missing.
  private let nearMatches: [Int: NearMatches]
  /// The texts of keys that were printed before.
  private var needs: [Key: String] = [:]

  init(_ inspection: Inspection) {
    analysis = inspection.analysis
    survey = analysis.survey
    names = NodeNames(survey)
    graph = DependencyGraph(inspection.analysis, names)
    nodes = Dictionary(graph.nodes.map { ($0.id, $0) }) { first, _ in first }
    routes = Routes(survey, from: inspection.analysis.roots)
    var nearMatches: [Int: NearMatches] = [:]
    let faults = inspection.faults + inspection.hints + inspection.silenced.map(\.fault)
    for fault in faults where survey.isAboutAbsence(fault) {
      let level = survey.source(of: fault)
      nearMatches[level] = nearMatches[level] ?? NearMatches(survey.cores[level])
    }
    self.nearMatches = nearMatches
  }

  func node(_ registered: Int) -> DependencyGraph.Node? { nodes[names[registered]] }

  func allowance(_ silencer: Silencer) -> GraphReport.IdleAllowance? {
    guard let node = node(silencer.registered), node.allowances.indices.contains(silencer.number) else { return nil }
    return GraphReport.IdleAllowance(node: node, allowance: node.allowances[silencer.number])
  }

  mutating func finding(_ fault: Fault) -> GraphFinding {
    let links = fault.links.map { survey.links[$0] }
    var ends = links.map(\.point)
    if let last = links.last?.end { ends.append(last) }
    let edges = links.map { DependencyGraph.Edge($0, in: survey, names, &needs) }
    let suggestions = survey.isAboutAbsence(fault) ? suggestions(for: fault) : .empty
    // Of several holders that lack one container, each has a fault of its own.
    let way = fault.rule == .missingContainer && !survey.isOfEager(fault) ? links : []
    let route = (way.first?.point ?? fault.point).map(routes.route) ?? []
    let (path, omission) = (route + way.compactMap(\.end)).ends
    let draft = FindingDraft(
      rule: fault.rule, node: fault.point.flatMap(node(at:)),
      edges: edges, nodes: ends.compactMap(node(at:)), neededBy: neededBy(fault, links),
      path: path.compactMap(node(at:)), pathOmission: omission, need: fault.need,
      nearMatches: suggestions,
      containerNames: fault.rule == .missingContainer && !survey.isOfEager(fault) && !survey.isAboutGift(fault)
        ? survey.cores[survey.source(of: fault)].namesAround : [],
      code: code(fault, links, suggestions.matches))
    return GraphFinding(draft)
  }

  /// Returns the registrations that need or hold what a fault is about, in order of registration.
  private func neededBy(_ fault: Fault, _ links: [Survey.Link]) -> [DependencyGraph.Node] {
    var points = fault.holders
    if fault.rule == .missingDependency || fault.rule == .unprovidedOptional { points += links.map(\.point) }
    let registered = Set(points.map { survey.points[$0].registered })
    let sequence = { (registered: Int) in survey.registrations[registered].blueprint.sequence }
    return registered.sorted { sequence($0) < sequence($1) }.compactMap { node($0) }
  }

  private func node(at point: Int) -> DependencyGraph.Node? { node(survey.points[point].registered) }

  private func suggestions(for fault: Fault) -> AstrojectError.Ranking {
    fault.need.flatMap { nearMatches[survey.source(of: fault)]?.like($0) } ?? .empty
  }

  // MARK: Code

  /// The opaque registrations, each with its place, the reason and the remedy.
  private var opacity: [String] {
    analysis.opaque.compactMap { number in node(number).map { $0.placed + survey.opacity(number) } }
  }

  private func code(
    _ fault: Fault, _ links: [Survey.Link], _ suggestions: [AstrojectError.NearMatch]
  ) -> FindingDraft.Code {
    let owner = fault.point.map { survey.registered(at: $0) }
    let summary = owner?.summary
    let isEager = survey.isOfEager(fault)
    let instance = fault.rule == .mismatchedForwarding ? fault.point.flatMap(survey.typeOfInstance) : nil
    return FindingDraft.Code(
      subject: (instance ?? (summary?.key ?? fault.need)?.product).map { Spelling.expression($0) } ?? "",
      questions: links.map {
        FindingDraft.Question($0.dependency, of: survey.registered(at: $0.point).summary)
      },
      registration: fault.need.map { registration(of: $0, among: suggestions) } ?? "",
      parameters: summary?.wired.filter(\.isOfParameter) ?? [],
      rulePlace: owner?.blueprint.rulePlace ?? .registration,
      isLoose: fault.links.contains { survey.links[$0].use == .afterwards || survey.mayComeLate($0) }
        && !(fault.links.first.map(survey.fillsAlone) ?? false),
      hook: fault.rule == .cycle ? survey.hook(on: links) : nil,
      decorating: fault.rule == .cycle ? survey.decorating(instead: links) : nil,
      carrier: links.first.flatMap { node(at: survey.carrier(of: $0.point)) },
      isOutOfReach: links.last?.end.map { survey.points[$0].lacksKeeper } ?? false,
      isAskedFor: fault.rule == .captiveDependency && survey.isAskedFor(links),
      isGiven: (isEager ? links.last?.end.map(survey.registered) ?? owner : owner)?.blueprint.flags.isGiven ?? false,
      isUngiven: survey.isAboutGift(fault),
      mainActorForm: owner.map { owner in
        Spelling.onMainActor(
          asPart: owner.blueprint.isPart && owner.summary.declarer != .hook,
          takingMore: owner.summary.key.takesArguments || owner.summary.hasAfterInit)
      } ?? "", isEager: isEager, isRoot: fault.isRoot,
      opacity: fault.rule == .opaque ? opacity : [], maxOpaque: analysis.maxOpaque ?? 0,
      arguments: arguments(of: fault), refusal: fault.rule == .argument ? links.last.flatMap(refusal) : nil)
  }

  /// Returns the line that would register a key, or an element of the key that is a dictionary of services.
  private func registration(of key: Key, among matches: [AstrojectError.NearMatch]) -> String {
    guard let form = DerivedForms.form(for: key), form.mayBeEmpty,
      case let element = form.dependency(for: key, at: .declared), let keys = element.keys
    else { return key.registrationLine(among: matches) }
    return element.key.registrationLine(among: matches, under: keys == String.self ? "name: …" : "key: …")
  }

  /// Returns the arguments that a fault is about.
  private func arguments(of fault: Fault) -> String {
    switch fault.rule {
    case .argument: (fault.links.last.flatMap { survey.links[$0].end } ?? fault.point).map { arguments(of: $0) } ?? ""
    case .incomparableArguments:
      fault.point.map { arguments(of: $0, where: IncomparableArguments.isIncomparable) } ?? ""
    default: ""
    }
  }

  /// Returns the sentence about declared arguments that an initializer refuses, as its error has it.
  private func refusal(of link: Survey.Link) -> String? {
    guard let cause = survey.refusal(of: link), let end = link.end else { return nil }
    let target = survey.registered(at: end).blueprint
    let failure = AstrojectError.Failure(key: target.key, path: [target.step], cause: cause)
    let text = AstrojectError.noRegistrationFound(failure).description
    return String(text.prefix { !$0.isNewline })
  }

  /// Returns the arguments that a point takes: `an argument of type Int as parameter 2 of 3`.
  private func arguments(of point: Int, where isMeant: (Any.Type) -> Bool = { _ in true }) -> String {
    var target = survey.registered(at: point).summary
    if case .forwarding(let blueprint) = target.origin { target = blueprint.summary }
    let parameters = target.wired.filter(\.isOfParameter)
    var types = target.key.argumentList.filter(isMeant).map { Spelling.argument($0) }
    for (index, parameter) in parameters.enumerated()
    where parameter.kind == .argument && isMeant(parameter.key.product) {
      types.append("\(Spelling.argument(parameter.key.product)) as parameter \(index + 1) of \(parameters.count)")
    }
    let list =
      types.count > 1 ? types.dropLast().joined(separator: ", ") + " and " + types[types.count - 1] : types.joined()
    return (types.count == 1 ? "an argument of type " : "arguments of type ") + list
  }
}

extension Survey {
  /// Returns true if a fault is about a missing registration, so that near matches make sense.
  fileprivate func isAboutAbsence(_ fault: Fault) -> Bool {
    fault.rule == .missingDependency || fault.rule == .argument && fault.links.contains { links[$0].end == nil }
  }

  /// Returns true if a fault is about a container that was not given a product.
  fileprivate func isAboutGift(_ fault: Fault) -> Bool {
    fault.rule == .missingContainer && fault.point.map(isUngiven) ?? false
  }

  /// Returns true if a fault is about an eager registration that only a child could build: what it needs has its
  /// container there, or it lacks its own.
  fileprivate func isOfEager(_ fault: Fault) -> Bool {
    guard fault.rule == .missingContainer, let point = fault.point, !isUngiven(point) else { return false }
    let registered = registered(at: point)
    return !points[point].lacksKeeper
      || registered.summary.isEager && registered.level == level && fault.links.isEmpty
  }

  /// Returns the last link of a loop that belongs to the declared dependencies of an `afterInit`.
  fileprivate func hook(on loop: [Link]) -> FindingDraft.Hook? {
    let isForwarding = { (link: Link) in link.dependency.site == .forwarding }
    guard
      let edge = loop.lastIndex(where: { link in
        let summary = registered(at: link.point).summary
        // No key path leads to a property of an actor.
        return link.dependency.site == .declared && summary.hasAfterInit && !(summary.key.product is any Actor.Type)
      })
    else { return nil }
    let summary = registered(at: loop[edge].point).summary
    // The first link after it that is no forwarding belongs to the product that the property gets.
    let next = (loop[(edge + 1)...] + loop[..<edge]).first { !isForwarding($0) } ?? loop[edge]
    let isPair = loop.count(where: { !isForwarding($0) }) == 2
    let isClosure = if case .closure = summary.origin { true } else { false }
    return FindingDraft.Hook(
      edge: edge, isAlternative: isClosure,
      isPlain: isPair && !isDecorated(loop[edge].point) && TypeKind.isReference(summary.key.product)
        && points[next.point].lifetime.isSharedWhileBuilt)
  }

  /// Returns the remedy if a loop is of one registration, which was to decorate another one; nil for any other loop.
  fileprivate func decorating(instead loop: [Link]) -> String? {
    let own = loop.filter { $0.dependency.site != .forwarding }
    guard own.count == 1, case let dependency = own[0].dependency, dependency.kind == .required else { return nil }
    if case .property = dependency.site { return nil }
    let owner = registered(at: own[0].point)
    return owner.summary.isOfProperty(dependency)
      ? nil : Spelling.decorating(with: owner.blueprint, in: cores[owner.level], asking: dependency.key)
  }

  /// Returns true if the links lead to a scoped point that their holder asks for, but does not hold for too long.
  fileprivate func isAskedFor(_ links: [Link]) -> Bool {
    guard let holder = links.first?.point, let end = links.last?.end,
      points[end].lifetime == .scoped, let rank = rank(of: end)
    else { return false }
    return links.contains { $0.use == .provider } || holdingRank(of: holder).map { $0 < rank } ?? false
  }

  /// Returns the container in which the dependencies of a fault are looked up, of several the outermost.
  func source(of fault: Fault) -> Int {
    let own = fault.point.map { points[$0].source } ?? 0
    guard fault.rule == .missingDependency else { return own }
    return fault.links.reduce(own) { max($0, points[links[$1].point].source) }
  }
}
