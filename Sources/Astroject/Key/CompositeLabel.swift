/// The label of a composite: what is registered under the key itself, which leads to it, finds it by that.
struct CompositeLabel: Hashable {
  /// The label that it was registered with.
  let label: Label?
}

extension Label {
  private var composite: CompositeLabel? { other as? CompositeLabel }

  /// What it was registered with, if it is a composite's.
  package var bare: Label? { if let composite { composite.label } else { self } }

  var isOfComposite: Bool { composite != nil }
}

extension Key {
  /// Whether it is that of a composite, to which only another key leads.
  package var isOfComposite: Bool { label?.isOfComposite ?? false }

  /// What it was registered with, if it is a composite's.
  package var bare: Key { Key(product, label: label?.bare, arguments: arguments) }

  /// The key of a composite that is registered with this one.
  var ofComposite: Key { Key(product, label: Label(CompositeLabel(label: label)), arguments: arguments) }
}
