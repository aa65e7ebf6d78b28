import Nexus

/// An allowance, which silences faults: its registration, and its index there.
struct Silencer: Hashable {
  let registered: Int
  let number: Int
}

extension Survey {
  /// Returns the allowance that silences a fault; any registration on a loop may silence the loop.
  func silencer(of fault: Fault) -> Silencer? {
    guard let point = fault.point else { return nil }
    let owners = fault.rule == .cycle ? fault.links.map { links[$0].point } : [point]
    for owner in owners {
      let registered = points[owner].registered
      for (number, allowance) in registrations[registered].summary.allowances.enumerated()
      where allowance.rule == fault.rule.rawValue {
        if allowance.type.map({ concerns(fault, $0) }) ?? true {
          return Silencer(registered: registered, number: number)
        }
      }
    }
    return nil
  }

  /// Returns true if a fault is about a dependency of a type.
  private func concerns(_ fault: Fault, _ type: Any.Type) -> Bool {
    if fault.need?.product == type { return true }
    return fault.links.contains { index in
      links[index].dependency.key.product == type
        || links[index].end.map { registered(at: $0).summary.key.product == type } ?? false
    }
  }
}
