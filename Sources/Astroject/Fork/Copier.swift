/// Copies registrations for a fork, each once: none of their instances, and nothing that changes them here or there.
final class Copier {
  private let fork: Fork
  /// With the originals, so that no other registration comes to lie at the address of one.
  private var copies: [ObjectIdentifier: (original: Blueprint, copy: Blueprint)] = [:]

  init(for fork: Fork) { self.fork = fork }

  /// The copy of a registration, with what is to be noted of it.
  func copy(of blueprint: Blueprint) -> Blueprint {
    if let known = copies[ObjectIdentifier(blueprint)] { return known.copy }
    let copy = blueprint.copy(Alteration(copier: self))
    copies[ObjectIdentifier(blueprint)] = (blueprint, copy)
    return copy
  }

  /// What is to be noted of the use of a registration's copy.
  func usage(of blueprint: Blueprint) -> Usage? {
    let flags = blueprint.flags
    let isShared = flags.isInstance && !flags.isGiven || flags.lifetime == .shared
    let usage = blueprint.usage?.copy() ?? (isShared ? Usage(nil, blueprint.key, at: blueprint.location) : nil)
    if let usage { fork.add(usage) }
    return usage
  }

  /// Fills a container that is empty and new with what another one has, and was given.
  func fill(_ core: Core, with original: Core) {
    let all = original.ownRegistrations.map(\.blueprint)
    for blueprint in all where blueprint.forwardingTarget == nil { core.put(copy(of: blueprint)) }
    for blueprint in all {
      // What forwards to a registration that was just taken out goes with it.
      guard let target = blueprint.forwardingTarget, core.find(copy(of: target)) != nil else { continue }
      core.put(copy(of: blueprint))
    }
    for decorator in original.ownDecorators { core.put(decorator: copy(of: decorator)) }
    for gift in original.gifts { core.add(gift) }
    for expectation in original.expectations { core.expect(expectation) }
  }
}
