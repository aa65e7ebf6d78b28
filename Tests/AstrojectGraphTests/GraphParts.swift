import Astroject
@testable import AstrojectGraph

extension DependencyGraph.Node {
  /// A registration in the module `App`, by default a plain one by an initializer.
  static func sample(
    _ key: String, _ scope: Scope = .graph, id: String? = nil, type: String? = nil, origin: Origin = .initializer,
    keeper: String? = nil, effect: Effect = Effect(), ownEffect: Effect? = nil, isOpaque: Bool = false,
    isEager: Bool = false, isContribution: Bool = false, isDecorator: Bool = false, isShadowed: Bool = false,
    container: Int = 0, group: String? = nil, location file: String = "App/App.swift", replaced: CodeLocation? = nil,
    allowances: [Allowance] = []
  ) -> Self {
    Self(
      id: id ?? "App." + key, key: key, type: type ?? "App." + (key.split(separator: " ").first ?? ""), origin: origin,
      scope: scope, keeper: keeper, effect: effect, ownEffect: ownEffect ?? effect, isOpaque: isOpaque,
      isEager: isEager, isContribution: isContribution, isDecorator: isDecorator, isShadowed: isShadowed,
      container: container, group: group, location: CodeLocation(file: file, line: 1), replaced: replaced,
      allowances: allowances)
  }
}

extension DependencyGraph.Edge {
  /// An edge for a dependency, by default for the first parameter and to the registration of the needed type.
  static func sample(
    in module: String = "App.", _ from: String, _ need: String, _ kind: Kind = .required, to: String?? = nil,
    site: Site = .parameter, position: Int? = 1, property: String? = nil, container: Int = 0, isMissing: Bool = false
  ) -> Self {
    let target: String?
    if case .some(let given) = to { target = given.map { module + $0 } } else { target = module + need }
    return Self(
      from: module + from, to: isMissing ? nil : target, need: need, kind: kind, site: site, position: position,
      property: property, container: container, isMissing: isMissing)
  }
}

extension DependencyGraph {
  /// A graph of one container.
  init(_ nodes: [Node], _ edges: [Edge] = []) {
    self.init(containers: [Level(name: nil)], nodes: nodes, edges: edges)
  }
}
