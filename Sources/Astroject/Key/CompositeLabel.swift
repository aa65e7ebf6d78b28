/// The label under which a composite is stored. A forwarding under the composite's own key leads to it.
struct CompositeLabel: Hashable {
  /// The label that the composite was registered with.
  let label: Label?
}

extension Label {
  @inline(never)
  fileprivate var composite: CompositeLabel? { type(of: base) == CompositeLabel.self ? base as? CompositeLabel : nil }

  /// The label given at registration, without the mark of a composite.
  @inline(never)
  package var bare: Label? { if let composite { composite.label } else { self } }
}

extension Key {
  /// True if this is the key of a composite, which only a forwarding leads to.
  package var isOfComposite: Bool { label?.composite != nil }

  /// The key given at registration, without the mark of a composite.
  package var bare: Key { Key(product, label: label?.bare, arguments: arguments) }

  /// The key under which a composite registered with this key is stored.
  var ofComposite: Key {
    Key(product, label: Label(CompositeLabel(label: label), hash: label?.hash ?? 0), arguments: arguments)
  }
}
