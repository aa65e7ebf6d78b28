import Nexus

/// A search for injected properties of objects behind the types of protocols.
enum HiddenInjections {
  /// Returns those types of protocols to which a loaded type with injected properties conforms.
  ///
  /// The set is empty if the conformance records cannot be read.
  static func behind(_ types: [Any.Type]) -> Set<ObjectIdentifier> {
    let bases = types.map(base)
    guard !types.isEmpty, let adopters = try? ConformanceRecords.all(of: bases) else { return [] }
    let hiding = zip(types, bases).filter { type, base in
      adopters[ObjectIdentifier(base)]?.contains { record in
        guard let adopter = record.type, HiddenProperties.areShown(by: adopter) else { return false }
        return type == base || mayFit(adopter, type)
      } ?? false
    }
    return Set(hiding.map { ObjectIdentifier($0.0) })
  }

  /// Returns the type of a protocol that does not show the type of the product; nil if there is none.
  static func hidingType(of summary: Summary) -> Any.Type? {
    if let type = summary.unseenType { return type }
    guard summary.isLeafClosure, TypeKind(summary.key.product) == .optional,
      let form = DerivedForms.form(for: summary.key)
    else { return nil }
    let wrapped = form.dependency(for: summary.key, at: .declared).key.product
    return TypeKind(wrapped) == .existential ? wrapped : nil
  }

  /// Returns the type `any P` for a composition `any P & Q` and for `any P<Int>`, which have no conformance records;
  /// the type itself for any other one, and for a private protocol.
  ///
  /// A mangled name begins with the protocols, `_` stands after the first one, and `p` after the last one
  /// (docs/ABI/Mangling.rst, `protocol-list`).
  private static func base(of type: Any.Type) -> Any.Type {
    guard let name = _mangledTypeName(type), !name.hasSuffix("_p") else { return type }
    for end in name.indices where name[end] == "_" {
      if let base = _typeByName(name[..<end] + "_p"), TypeKind(base) == .existential { return base }
    }
    return type
  }

  /// Returns false if a type does not conform to all protocols of a composition.
  private static func mayFit(_ type: Any.Type, _ composition: Any.Type) -> Bool {
    guard let conforms = TypeKind.conformance(to: composition) else { return true }
    return conforms(type) || IsolatedConformance(of: type, hiddenFromCastTo: composition) != nil
  }
}
