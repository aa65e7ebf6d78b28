/// The label of a registration that another one has been put around: what the other one finds it by.
package struct Wrapped: Hashable, Sendable {
  /// The label that it had.
  let label: Label?
  /// Tells several apart that lie one within the other, or in a child and in its parent.
  private let id = Identity.next()

  init(_ label: Label?) { self.label = label }
}

extension Label {
  var wrapped: Wrapped? { other as? Wrapped }

  /// What it was before it was wrapped, if it was.
  package var bare: Label? { if let wrapped { wrapped.label } else { self } }
}

extension Key {
  /// Whether another registration has been put around it: then it is that one's alone.
  package var isWrapped: Bool { label?.wrapped != nil }

  /// What it was before it was wrapped, if it was.
  package var bare: Key { Key(product, label: label?.bare, arguments: arguments) }
}
