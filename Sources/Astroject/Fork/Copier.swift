/// Copies registrations for a fork, each once: none of their instances, and nothing that changes them here or there.
final class Copier {
  private let fork: Fork
  private var copies: [ObjectIdentifier: AnyBlueprint] = [:]

  init(for fork: Fork) { self.fork = fork }

  /// The copy of a registration, with what is to be noted of it.
  func copy(of blueprint: AnyBlueprint) -> AnyBlueprint {
    if let known = copies[ObjectIdentifier(blueprint)] { return known }
    let copy = blueprint.copy(Alteration(copier: self))
    copies[ObjectIdentifier(blueprint)] = copy
    return copy
  }

  /// Where the copy of a registration takes its product from.
  func source<Product, Argument>(
    of blueprint: Blueprint<Product, Argument>
  ) -> Blueprint<Product, Argument>.Source {
    switch blueprint.source {
    case .recipe(let recipe):
      let traits = blueprint.traits
      guard traits.isInstance || traits.lifetime == .shared else { return blueprint.source }
      return noted(recipe, Usage(nil, blueprint.key, at: blueprint.place))
    case .noted(let recipe, let usage): return noted(recipe, usage.copy())
    case .forwarding(let forwarding): return .forwarding(forwarding.rebound(to: copy(of: forwarding.target)))
    }
  }

  private func noted<Product, Argument>(
    _ recipe: Recipe<Argument, Product>, _ usage: Usage
  ) -> Blueprint<Product, Argument>.Source {
    fork.add(usage)
    return .noted(recipe, usage)
  }

  /// Fills a container that is empty and new with what another one has.
  func fill(_ core: Core, with original: Core) {
    let all = original.ownRegistrations.map(\.blueprint)
    for blueprint in all where blueprint.forwardingTarget == nil { core.place(copy(of: blueprint)) }
    for blueprint in all {
      // What forwards to a registration that was just taken out goes with it.
      guard let target = blueprint.forwardingTarget, core.find(copy(of: target)) != nil else { continue }
      core.place(copy(of: blueprint))
    }
  }
}
