// Arrays of objects, which are told apart by identity.

extension Array where Element: AnyObject {
  /// Returns the elements that another array does not have.
  func without(_ others: [Element]) -> [Element] {
    if isEmpty || others.isEmpty { return self }
    let others = Set(others.map(ObjectIdentifier.init))
    return filter { !others.contains(ObjectIdentifier($0)) }
  }

  /// Makes the changes to this array that were made to a copy of what it was before.
  func merged(with changed: [Element], from basis: [Element]) -> [Element] {
    without(basis.without(changed)) + changed.without(basis)
  }
}
