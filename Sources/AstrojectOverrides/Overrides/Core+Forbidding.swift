import Astroject

extension Core {
  /// Exchanges the registrations of this container and its parents for ones that fail when they are used.
  ///
  /// Overrides, what a `wrap` surrounds, given values, and registrations of the excepted types are left out.
  ///
  /// - Throws: ``OverrideError/nothingToExcept(_:)`` with the types that are not registered.
  func forbid(except types: [Any.Type], at site: CallSite) throws {
    let all = lineage.flatMap(\.ownRegistrations)
    let known = Set(all.map { ObjectIdentifier($0.blueprint.product) })
    let unknown = types.map { Key($0) }.filter { !known.contains(ObjectIdentifier($0.product)) && !isThere($0) }
    if !unknown.isEmpty {
      throw OverrideError.nothingToExcept(unknown.map { OverrideError.Miss($0, at: site.location, in: self) })
    }
    let named = Set(types.map { ObjectIdentifier($0) })
    let wraps = lineage.flatMap(\.ownDecorators).filter { $0.usage?.override != nil }
    let excepted = all.map(\.blueprint).filter { blueprint in
      named.contains(ObjectIdentifier(blueprint.product)) || wraps.contains { $0.decorates(blueprint.key) }
    }
    let allowed = Set(excepted.map(\.origin.id))
    for core in lineage {
      let forbidden = core.ownRegistrations.filter { found in
        found.blueprint.mayBeForbidden && !allowed.contains(found.blueprint.id)
      }
      core.exchange(forbidden.map { ($0, forbidding($0.blueprint, at: site)) }, asForwarding: false)
    }
  }

  /// Returns a copy of a registration that fails when it is used.
  private func forbidding(_ old: Blueprint, at site: CallSite) -> Blueprint {
    let use = UnexpectedUse(ofUnexcepted: old.key)
    let usage = Usage(Usage.Override(isExpected: false, at: site), old.key, at: old.location)
    fork?.add(usage)
    let new = old.copy(
      observer: usage, isSubstitute: true, refusal: { use.reported(on: CurrentBuild.current(), at: site) })
    new.leaveSharedScope()
    return new
  }
}

extension Blueprint {
  /// True except for an override, a forwarding, and a value that children are given.
  fileprivate var mayBeForbidden: Bool { forwardingTarget == nil && usage?.override == nil && !flags.isGiven }
}
