// Sample code for remedies, which registers or resolves a key.

extension Key {
  /// A line of code that registers the key.
  package var sampleRegistration: String {
    let types = argumentTypes.map { TypeName.expression($0) + ".self" }.joined(separator: ", ")
    return "container.register(\(sample(arguments: types))) { … }"
  }

  /// A line of code that resolves the key.
  var sampleResolve: String {
    "container.resolve(\(sample(arguments: argumentTypes.map { _ in "…" }.joined(separator: ", "))))"
  }

  /// The argument for the name or key, if there is one.
  package var sampleLabel: String? {
    name.map { "name: \($0.debugDescription)" } ?? label.map { "key: \($0.literal ?? "…")" }
  }

  /// The argument for the type.
  var sampleType: String { TypeName.expression(Spelling.argument(product)) + ".self" }

  private func sample(arguments: String) -> String {
    var parts = [sampleType, sampleLabel].compactMap { $0 }
    if takesArguments { parts.append((argumentTypes.count == 1 ? "argument: " : "arguments: ") + arguments) }
    return parts.joined(separator: ", ")
  }

  /// The types of the arguments, one by one.
  package var argumentTypes: [String] {
    guard takesArguments else { return [] }
    let list = TypeName(arguments).description
    return TypeName.elements(ofTuple: list) ?? [list]
  }
}
