// Sample code for remedies, which registers or resolves a key.

extension Key {
  /// A line of code that registers the key.
  var sampleRegistration: String {
    let types = argumentTypes.map { TypeName.expression($0) + ".self" }.joined(separator: ", ")
    return "container.register(\(sample(arguments: types))) { … }"
  }

  /// A line of code that resolves the key by a container or a resolver, with the casts that arguments of another key
  /// need.
  func sampleResolve(by resolving: String = "container", instead other: Key? = nil) -> String {
    let (wanted, given) = (argumentList, other?.argumentList ?? [])
    let isAlike = wanted.count == given.count
    let list = wanted.indices.map { index in
      isAlike && Key.needsCast(from: given[index], to: wanted[index]) ? "… as \(Spelling.argument(wanted[index]))" : "…"
    }
    return "\(resolving).resolve(\(sample(arguments: list.joined(separator: ", "))))"
  }

  /// Returns true if a value of a type is passed as another type by a cast.
  private static func needsCast(from type: Any.Type, to wanted: Any.Type) -> Bool {
    if type == wanted { return false }
    return type is any TypedArgument.Type || wanted == Any.self || wanted == _openExistential(type, do: optionalType)
      || TypeName.isSubtype(type, of: wanted)
  }

  /// The arguments for the name and key, if there are any.
  var sampleLabel: String? { bare.label?.sample }

  /// The argument for the type.
  var sampleType: String { TypeName.expression(Spelling.argument(product)) + ".self" }

  private func sample(arguments: String) -> String {
    let verb = argumentList.count == 1 ? "argument" : "arguments"
    return list(sampleType, sampleLabel, takesArguments ? "\(verb): \(arguments)" : nil)
  }

  /// The types of the arguments as they are written.
  var argumentTypes: [String] { argumentList.map { Spelling.argument($0) } }

  /// The types of the arguments. A tuple with labels is one argument.
  package var argumentList: [Any.Type] {
    guard takesArguments else { return [] }
    return TypeKind.isLabelledTuple(arguments) ? [arguments] : TypeKind.elements(ofTuple: arguments) ?? [arguments]
  }
}

extension Label {
  /// The arguments for the name, the key, or both.
  fileprivate var sample: String {
    if let pair { return pair.map(\.sample).joined(separator: ", ") }
    return name.map { "name: \($0.quoted)" } ?? "key: \(literal ?? "…")"
  }
}
