// Arrays of objects, which are told apart by identity, and of names.

extension Array where Element: AnyObject {
  /// Returns the elements that another array does not have.
  func without(_ others: [Element]) -> [Element] {
    // One array is mostly a copy of the other that has got some elements more, of which it would be slow to make a set
    // each time.
    var common = 0
    while common < Swift.min(count, others.count), self[common] === others[common] { common += 1 }
    let rest = Array(dropFirst(common))
    if rest.count < 2 { return rest.filter { element in !others.contains { $0 === element } } }
    let others = Set(others.map(ObjectIdentifier.init))
    return rest.filter { !others.contains(ObjectIdentifier($0)) }
  }

  /// Makes the changes to this array that were made to a copy of what it was before.
  func merged(with changed: [Element], from basis: [Element]) -> [Element] {
    without(basis.without(changed)) + changed.without(basis)
  }
}

extension [String] {
  /// The names, each where it comes first.
  var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
