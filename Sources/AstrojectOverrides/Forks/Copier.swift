import Astroject

/// Copies registrations for a fork, each once and without instances.
///
/// A change of a copy does not affect the original.
final class Copier {
  private let fork: Fork
  /// The copies with their originals, which are retained so that no other registration gets the address of one.
  private var copies: [ObjectIdentifier: (original: Blueprint, copy: Blueprint)] = [:]

  init(for fork: Fork) { self.fork = fork }

  /// Returns the copy of a registration, with its usage record.
  func copy(of blueprint: Blueprint) -> Blueprint {
    if let known = copies[ObjectIdentifier(blueprint)] { return known.copy }
    let forwarding = blueprint.forwarding.map { $0.rebound(to: self.copy(of: $0.target)) }
    let observer = forwarding == nil ? usage(of: blueprint) : nil
    let copy = blueprint.copy(forwarding: forwarding, isBorrower: true, observer: observer)
    copies[ObjectIdentifier(blueprint)] = (blueprint, copy)
    return copy
  }

  /// Returns the usage record for the copy of a registration, if its use is recorded.
  private func usage(of blueprint: Blueprint) -> Usage? {
    let usage =
      blueprint.usage?.copy()
      ?? (blueprint.isMadeElsewhere ? Usage(nil, blueprint.key, at: blueprint.location) : nil)
    if let usage { fork.add(usage) }
    return usage
  }

  /// Fills a new and empty container with the registrations, decorators and gifts of another one.
  func fill(_ core: Core, with original: Core) {
    let all = original.ownRegistrations.map(\.blueprint)
    for blueprint in all where blueprint.forwardingTarget == nil { core.put(copy(of: blueprint)) }
    for blueprint in all {
      // If the target was just removed, its forwarding is not copied.
      guard let target = blueprint.forwardingTarget, core.find(copy(of: target)) != nil else { continue }
      core.put(copy(of: blueprint))
    }
    for decorator in original.ownDecorators { core.put(decorator: copy(of: decorator)) }
    core.addGifts(of: original)
  }
}
