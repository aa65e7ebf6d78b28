import Nexus

// The texts of findings: the problem, its location, the path to it and a remedy.

extension FindingDraft {
  /// The lines between the headline and the remedy: the places, the path, near matches.
  var details: [String] {
    var lines: [String] = []
    switch rule {
    case .missingDependency, .argument, .unprovidedOptional:
      if let node, let edge = edges.first {
        lines += owners("\(node.placed), \(edge.way(of: code.parameters.count))")
      } else if let node {
        lines.append("Registered at: \(node.place)")
      }
    case .splitInstance:
      lines += ["Registered at: \(node?.place ?? "")", "Held by:"] + neededBy.map { "  " + $0.placed }.few
    case .opaque: lines += code.opacity.few
    case .ambiguousArgument:
      if let node { lines += ["Registered at: \(node.place)", "Parameters: \(positions) of \(code.parameters.count)"] }
    case .cycle: lines += chain("Loop", nodes.map(\.key))
    case .captiveDependency: lines += chain("Held", nodes.map(\.key))
    case .containerKept: lines += chain("Held", nodes.map(\.key) + ["Container"])
    case .missingContainer where !edges.isEmpty: lines += chain("Asked for by", nodes.map(\.key))
    case .asyncDependency, .isolation, .weakUnowned, .weakValue, .missingContainer, .sharedWithArguments,
      .incomparableArguments, .eagerWithArguments, .duplicate, .mismatchedForwarding, .idleDecorator, .idleReleaseHook,
      .doubtfulForwarding:
      if let node { lines.append("Registered at: \(node.place)") }
    }
    var steps = path.map(\.key).noting(omission: pathOmission)
    if rule == .missingDependency || rule == .unprovidedOptional, node != nil { steps.append(needText) }
    if steps.count > 1 { lines.append("Path: " + steps.joined(separator: " → ")) }
    let near = nearMatchLines
    if !near.isEmpty { lines += ["Did you mean:"] + near.map { "  " + $0 } }
    return lines + ContainerNames.lines(containerNames, lacking: node?.keeper ?? "")
  }

  /// A line for each near match, and one for those that are left out.
  var nearMatchLines: [String] {
    AstrojectError.NearMatch.lines(nearMatches.matches, omitting: nearMatches.omission, for: need)
  }

  /// Returns the lines about the registrations that need a key.
  ///
  /// - Parameter first: The first of them, and how it gets the key.
  private func owners(_ first: String) -> [String] {
    guard neededBy.count > 1 || edges.count > 1 else { return ["Needed by: \(first)"] }
    let nodes = Dictionary(neededBy.map { ($0.id, $0) }) { first, _ in first }
    let ways = Dictionary(grouping: edges, by: \.from).mapValues { edges in
      edges.map { $0.way(of: nil) }.joined(separator: " and ")
    }
    var seen: Set<DependencyGraph.Node.ID> = []
    let all = edges.compactMap { edge in
      seen.insert(edge.from).inserted ? nodes[edge.from].map { "  \($0.placed), \(ways[edge.from] ?? "")" } : nil
    }
    return ["Needed by \(counted(neededBy.count, "registration")):"] + all.few
  }

  /// Returns the path along the edges, first in one line and then step by step.
  private func chain(_ title: String, _ keys: [String]) -> [String] {
    let way = keys.ends
    let steps = zip(nodes, edges).map { "  \($0.placed), \($1.step)" }.ends
    return ["\(title): " + way.shown.noting(omission: way.omission).joined(separator: " → ")]
      + steps.shown.noting(omission: steps.omission, indent: "  ")
  }

  private var subject: String { node?.key ?? needText }
  private var target: String { nodes.count > 1 ? nodes[nodes.count - 1].key : needText }
  private var isInitializer: Bool { node?.origin == .initializer }
  /// The word for the code that makes the product.
  private var maker: String { isInitializer ? "initializer" : "closure" }
  private var needType: String { need.map { TypeName($0.product).description } ?? "" }
  private var positions: String { edges.compactMap(\.position).map(String.init).listed }

  /// The verb for what a type has to do to be of the type that it is forwarded to.
  private var relation: String {
    need.map { TypeKind($0.product) == .existential } ?? true ? "conform to" : "inherit from"
  }

  /// The missing key, with its module if a near match has a type of the same name in another module.
  var needText: String {
    guard let need else { return "" }
    return nearMatches.matches.contains { $0.difference == .module } ? need.qualifiedDescription : need.description
  }

  // MARK: Headlines

  var headline: String {
    switch rule {
    case .missingDependency:
      if let need, let node, isMemberwise {
        return MemberwiseInitializer.headline(of: node.key, asking: need.product)
      }
      return "No registration found for \(needText)\(code.isRoot ? ", which was named as a root" : "")."
    case .cycle:
      if edges.count == 1 { return "\(subject) needs itself." }
      let circle = "\(nodes.dropLast().map(\.key).listed) need each other"
      return code.isLoose
        ? "\(circle): if \(nodes[0].key) is resolved first, it is needed again before it is built."
        : "\(circle): \(edges.count == 2 ? "neither" : "none of them") can be built first."
    case .captiveDependency:
      guard let holder = nodes.first, let held = nodes.last, let carrier = code.carrier else { return "" }
      if code.isAskedFor {
        return "\(holder.key) (\(carrier.scopeText)) asks for \(held.key) (\(held.scopeText)) in the container that "
          + "registered \(holder.key), "
          + (code.isOutOfReach ? "where there is none of that name." : "so all child containers share one.")
      }
      return "\(holder.key) (\(carrier.scopeText)) holds \(held.key) (\(held.scopeText)), "
        + "which \(held.hasCustomScope ? "may" : "does") not live as long."
    case .asyncDependency: return "The \(maker) of \(subject) is synchronous, and \(target) has to be awaited."
    case .isolation: return "The \(maker) of \(subject) does not run on the main actor, where \(target) is built."
    case .argument:
      if let refusal = code.refusal { return refusal }
      if let node, edges.isEmpty {
        return "\(subject) takes \(code.arguments), and \(node.isDecorator ? "what it decorates" : "a collection") "
          + "passes none."
      }
      return nodes.count > 1
        ? "\(target) takes \(code.arguments), and \(subject) passes none."
        : "\(needType) is a plain value, and nothing supplies it."
    case .ambiguousArgument:
      return "An argument of type \(needType) fits \(edges.count) parameters of \(subject)."
    case .weakUnowned: return "\(subject) has a weak scope, and nothing that is registered holds it."
    case .weakValue:
      let holding = node?.origin == .instance ? "is to be owned elsewhere" : "has a weak scope"
      return "\(subject) \(holding), but is not a class instance."
    case .containerKept: return "\(subject) holds the container that caches it, so neither is ever freed."
    case .missingContainer:
      let place = ContainerNames.place(named: (nodes.last ?? node)?.keeper ?? "", isGiven: code.isGiven)
      if code.isEager {
        return "\(subject) is eager and \(nodes.isEmpty ? "" : "needs \(target), which is ")\(place), "
          + "but `bootstrap` builds it where there is none."
      }
      return "\(subject) is \(place), but \(code.isUngiven ? "was not given to this one" : "there is none")."
    case .sharedWithArguments:
      return "\(subject) takes arguments, but one custom scope caches all its instances."
    case .incomparableArguments:
      return
        "\(subject) is cached for each value of its arguments, but takes \(code.arguments), which cannot be compared."
    case .eagerWithArguments: return "\(subject) is eager, but takes arguments."
    case .mismatchedForwarding, .doubtfulForwarding:
      return "\(needText) is implemented by \(subject), which does not \(relation) it"
        + (rule == .doubtfulForwarding ? ": only a subclass may." : ".")
    case .idleDecorator:
      return "\(subject) decorates nothing: no registration with its key is built here or in a child."
    case .idleReleaseHook:
      return
        "\(subject) (\(node?.scopeText ?? "")) has an `onRelease` that never runs, because the container caches no "
        + "instance of it."
    case .opaque:
      return "\(counted(code.opacity.count, "registration")) \(code.opacity.count == 1 ? "is" : "are") opaque, and "
        + "\(code.maxOpaque) may be."
    case .splitInstance:
      let areSingletons = neededBy.allSatisfy { $0.scope == .singleton || $0.scope == .disposableSingleton }
      return "\(subject) (graph) is held by \(neededBy.count) \(areSingletons ? "singletons" : "cached products"): "
        + "each has its own."
    case .unprovidedOptional:
      let owners = neededBy.count == 1 ? neededBy[0].key : "\(neededBy.count) registrations"
      return "No registration found for \(needText), which \(owners) may do without."
    case .duplicate: return "\(subject) is registered twice: at \(node?.replaced?.description ?? ""), and again here."
    }
  }

  // MARK: Remedies

  var remedy: String {
    switch rule {
    case .missingDependency: return absenceRemedy
    case .unprovidedOptional:
      return "register it: `try \(code.registration)`; or say that it is meant: "
        + "\(allowing(".unprovidedOptional", of: neededBy.first))."
    case .splitInstance:
      return "share one, if they should: \(scope("singleton")); or say that each has its own: \(scope("transient"))."
    case .opaque: return "mend those that are new, as each line says; or raise `maxOpaque`."
    case .cycle: return loopRemedy
    case .captiveDependency: return captivityRemedy
    case .asyncDependency where isInitializer, .isolation where isInitializer:
      return deferringRemedy
    case .asyncDependency:
      return
        "await it in the closure, which makes it asynchronous: `try await resolver.resolve(\(code.questions[0].request))`."
    case .isolation: return "have the closure run there, \(code.mainActorForm); or await it."
    case .argument: return argumentRemedy
    case .ambiguousArgument:
      return "mark them, if the caller passes it: \(rules(".argument", at: edges.compactMap(\.position))); "
        + "or silence it, if it is registered in a child: \(allowing(".ambiguousArgument"))."
    case .weakUnowned:
      return "choose another scope; or name it as a root if it is resolved from outside: `roots: \(code.subject).self`."
    case .weakValue where node?.origin == .instance: return "let the container own it: `ownedByContainer()`."
    case .weakValue: return "use \(scope("singleton")) or \(scope("transient")) for a value."
    case .containerKept: return change(edges.count - 1, to: "a `Resolver` instead of the `Container`") + "."
    case .missingContainer where code.isEager:
      return Spelling.eagerRemedy(for: subject, at: node?.location)
    case .missingContainer where code.isUngiven:
      return
        "pass it to a child of the container that registers it: "
        + "`makeChild(named: \((node?.keeper ?? "").quoted), given: …)`."
    case .missingContainer:
      let holder = nodes.count > 1 ? nodes[0] : nil
      return ContainerNames.remedy(
        for: node?.keeper ?? "", at: node?.location, among: containerNames, holder: holder?.scoping,
        at: holder?.placeOfScope, verb: "validate and resolve", isGiven: code.isGiven)
    case .sharedWithArguments: return "let a closure make one for each value: `.as { … }`."
    case .incomparableArguments:
      return "make its type Hashable; or pass it in a class instance; or use \(scope("transient"))."
    case .eagerWithArguments: return Spelling.eagerRemedy(at: node?.location)
    case .mismatchedForwarding: return forwardingRemedy + "."
    case .doubtfulForwarding:
      return forwardingRemedy + "; or silence it, if the product is of a subclass that does: "
        + "\(allowing(".doubtfulForwarding"))."
    case .idleDecorator:
      return "register the service that it decorates, under the same name or key; or remove it; "
        + "or silence it, if a child registers that service: \(allowing(".idleDecorator"))."
    case .idleReleaseHook: return idleHookRemedy
    case .duplicate:
      // An instance has no allowances.
      return node?.origin == .instance
        ? "register it once\(code.isGiven ? "" : ", or under another name")."
        : "register it once, or under another name; or silence it, if the first one is to be replaced: "
          + "\(allowing(".duplicate"))."
    }
  }

  /// Returns the code that silences the finding at a registration.
  private func allowing(_ rule: String, of owner: DependencyGraph.Node? = nil) -> String {
    Spelling.added("allowing(\(rule), because: …)", at: (owner ?? node)?.location)
  }

  /// Returns the remedy to have the owner of an edge ask for another type.
  private func change(_ index: Int, to type: String) -> String {
    code.questions[index].site.change(of: nodes[index].key, to: type)
  }

  /// Returns the code that gives a registration a scope, in its resource file if it has one.
  private func scope(_ scope: String, to name: String? = nil, of owner: DependencyGraph.Node? = nil) -> String {
    Spelling.scope(scope, to: name, at: (owner ?? node)?.location)
  }

  /// True if the missing dependency is an injected property that a memberwise initializer takes as a parameter.
  private var isMemberwise: Bool {
    need?.product is any InjectedProperty.Type && edges.first?.site == .parameter
  }

  private var absenceRemedy: String {
    if let node, isMemberwise { return MemberwiseInitializer.remedy(of: node.key) }
    if let remedy = need.flatMap({ nearMatches.matches.unification(of: $0) }) { return remedy }
    // What only one of several owners could change is no remedy for all.
    let only = node != nil && neededBy.count == 1 ? edges.first : nil
    var parts = forwardings
    if let only, let other = nearMatches.matches.otherLabel {
      let positions = edges.compactMap(\.position)
      let code = positions.isEmpty ? "`\(other.argument)`" : rules(other.rule, at: positions)
      // A property asks for what has no name or key by writing nothing.
      let isCode = !positions.isEmpty || !other.argument.isEmpty
      if only.kind == .required, isCode { parts.append("\(other.remedy): \(code)") }
    }
    if nearMatches.matches.contains(where: { $0.difference == .optional }), only?.kind == .required {
      parts.append(change(0, to: "the optional"))
    }
    let mayHaveLabel = code.questions.first?.isInjected ?? false && need?.label == nil
    let label = mayHaveLabel ? ", under the name or key of the property if it has one" : ""
    parts.append("register it\(label): `try \(code.registration)`")
    if nearMatches.matches.contains(where: { $0.difference == .arguments }), let only, only.kind == .required {
      parts.append(
        only.site == .declared
          ? declaringArguments
          : change(0, to: "a `Provider<\(code.questions[0].type)>`") + ", and give it arguments there")
    }
    if only != nil, nearMatches.matches.contains(where: \.isInChild) {
      parts.append("register \(subject) in the child, because a parent does not see the child's registrations")
    }
    if node != nil, !edges.isEmpty { parts.append("name it in `externals:` if it comes from elsewhere") }
    return parts.joined(separator: "; or ") + "."
  }

  /// The remedies that forward the missing key to a registration; empty if none would answer.
  private var forwardings: [String] { need.map { nearMatches.matches.forwardings(of: $0) } ?? [] }

  private var declaringArguments: String {
    let request = code.questions[0].request + (need?.takesArguments ?? false ? "" : ", arguments: …")
    return "say which ones its closure gives: `.depends(on: \(request))`"
  }

  private var argumentRemedy: String {
    if edges.isEmpty {
      let positions = code.parameters.indices.filter { code.parameters[$0].kind == .argument }.map { $0 + 1 }
      return "give it by a rule, \(rules(".value(…)", at: positions))."
    }
    if code.refusal != nil {
      return "give those that it takes, if any, in the closure, and say so: "
        + "`.depends(on: \(code.questions[0].request))`."
    }
    if edges.first?.site == .declared { return declaringArguments + "." }
    if nodes.count > 1 {
      return change(0, to: "a `Provider<\(code.questions[0].type)>`")
        + ", and give them there: `try provider.get(arguments: …)`."
    }
    let positions = edges.compactMap(\.position)
    return Spelling.remedy(
      forValueOf: code.parameters, at: positions, in: code.rulePlace, nearMatches.matches)
      + "; register another initializer or a closure, because a reference to an initializer has no default arguments; "
      + "or name it in `externals:`."
  }

  private var captivityRemedy: String {
    if let held = nodes.last, held.scope == .scoped {
      // Not a `Provider`, which would ask in the container of the holder and get one instance for all children.
      let carrier = code.carrier ?? nodes[0]
      return "\(carrier.scoping) same scope: \(Spelling.scope("scoped", to: held.keeper, at: carrier.placeOfScope)); "
        + "or pass \(held.key) to its functions as an argument."
    }
    // A forwarding has no parameter to change, and that of a composite is a collection.
    let index = edges.indices.last { index in
      edges[index].site != .forwarding && edges[index].site != .decorator && !code.questions[index].isCombined
    }
    var parts: [String] = []
    if let index {
      let declaring = edges[index].site == .declared ? ", say so by `depends(on:)`," : ""
      parts.append(
        change(index, to: "a `Provider<\(code.questions[index].type)>`") + declaring + " and ask it each time")
    }
    // An instance has no scope and no allowances.
    let isInstance = code.carrier?.origin == .instance
    if !isInstance { parts.append("give both the same scope") }
    let mayLiveLong = !isInstance && nodes.last?.hasCustomScope ?? false
    return parts.joined(separator: "; or ")
      + (mayLiveLong
        ? "; or, if it does live as long, silence this: \(allowing(".captiveDependency"))." : ".")
  }

  private var forwardingRemedy: String {
    let service = need.map { "`implements(\(Spelling.expression($0.product)).self)`" } ?? ""
    return "have \(code.subject) \(relation) \(needType); or drop the \(service)"
  }

  private var idleHookRemedy: String {
    if node?.hasCustomScope ?? false {
      return "end the use of the instance in the `release(for:)` of the custom scope; or drop the `onRelease`."
    }
    return node?.origin == .instance
      ? "let the container own it: `ownedByContainer()`; or drop the `onRelease`."
      : "choose a scope that caches the instance, such as \(scope("singleton")) or \(scope("scoped")); "
        + "or drop the `onRelease`."
  }

  private var loopRemedy: String {
    if let hook = code.hook {
      let remedy = AfterInit.remedy(
        for: nodes[hook.edge].key, lazily: hook.isPlain ? nil : code.questions[hook.edge].type)
      return hook.isAlternative ? "\(remedy); or, if its factory needs that, \(lazyRemedy)" : "\(remedy)."
    }
    return lazyRemedy
  }

  /// The remedy if an initializer declares what only an awaited call can resolve: its body, or a hook, asks for it.
  private var deferringRemedy: String {
    "have it take a `Provider<\(code.questions[0].type)>` instead, and await that: `try await provider.get()`; "
      + "or, if an `afterInit` needs it, await it there."
  }

  /// The remedy that breaks a loop by a `Lazy`, or by a decorator.
  private var lazyRemedy: String {
    if let decorating = code.decorating { return decorating + "." }
    let breakable = edges.indices.filter { index in
      edges[index].kind != .forwarded && edges[index].kind != .decorates && !code.questions[index].isCombined
    }
    let site = [DependencyGraph.Edge.Site.parameter, .property, .declared].first { site in
      breakable.contains { edges[$0].site == site }
    }
    guard let index = breakable.last(where: { edges[$0].site == site }) else { return "" }
    if site == .property, code.questions[index].isInjected {
      return "make the property of \(nodes[index].key) an `@InjectLazy`."
    }
    return change(index, to: "a `Lazy<\(code.questions[index].type)>`")
      + (site == .declared ? ", and say so by `depends(on:)`." : ".")
  }

  /// Returns the code that gives one rule to some parameters, and the present rules to the others.
  private func rules(_ rule: String, at positions: [Int]) -> String {
    Spelling.rules(code.parameters, with: rule, at: positions, in: code.rulePlace)
  }
}

// MARK: - Parts

extension [String] {
  /// The first five lines of more, with the number of the others.
  fileprivate var few: [String] { count > 5 ? prefix(5) + ["  … and \(count - 5) more"] : self }
}

extension AstrojectError.NearMatch {
  fileprivate var isInChild: Bool { if case .child = difference { true } else { false } }
}

extension DependencyGraph.Node {
  /// The location of the registration as text.
  package var place: String { location?.description ?? "an unknown place" }
  var placed: String { "\(key), registered at \(place)" }
  /// The beginning of the remedy that gives it another scope.
  fileprivate var scoping: String { ContainerNames.scoping(key, isInstance: origin == .instance) }
  /// The place of its scope; nil if it gets one by another registration.
  fileprivate var placeOfScope: CodeLocation? { origin == .instance ? nil : location }
  fileprivate var hasCustomScope: Bool { scope == .custom || scope == .customPerContainer }
}

extension DependencyGraph.Edge {
  /// The edge as a step of a path.
  ///
  /// A path leads from the decorated registration to the decorator, against the edge.
  fileprivate var step: String {
    kind == .decorates ? "is decorated" : "gets \(need)\(joint)\(way(of: nil))"
  }

  /// The text between the need and ``way(of:)``.
  var joint: String { site == .forwarding ? ", " : " " }

  /// Returns the site and kind of the dependency as a phrase: `as parameter 1 of 2, by a \`Lazy\``.
  func way(of count: Int?) -> String {
    let location =
      switch site {
      case .parameter: "as parameter \(position ?? 0)" + (count.map { " of \($0)" } ?? "")
      case .property: property.map { "as property `\($0)`" } ?? "as a property"
      case .declared: "in its closure"
      case .forwarding: "which implements it"
      case .decorator: "within it"
      case .observed: "as a trace recorded"
      }
    switch kind {
    case .lazy: return location + ", by a `Lazy`"
    case .provider: return location + ", by a `Provider`"
    case .collection: return location + ", one of all that are registered"
    case .optional: return location + ", if registered"
    case .required, .argument, .forwarded, .value, .closure, .decorates, .container, .resolver, .observed:
      return location
    }
  }
}
