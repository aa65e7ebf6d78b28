/// The types of assemblies by their names, where one of another name is looked for.
struct AssemblyNames {
  private let types: [String: [any Assembly.Type]]

  init(of types: [any Assembly.Type]) {
    var seen: Set<ObjectIdentifier> = []
    let distinct = types.filter { seen.insert(ObjectIdentifier($0)).inserted }
    self.types = Dictionary(grouping: distinct, by: AssemblyNames.stem)
  }

  /// The types that are named much like another one, the most similar first.
  func types(like type: any Assembly.Type) -> [any Assembly.Type] {
    Similarity.names(like: AssemblyNames.stem(of: type), among: types.map(\.key)).flatMap { types[$0] ?? [] }
  }

  /// The name without the word that most of them end with, by which any two would be alike.
  private static func stem(of type: any Assembly.Type) -> String {
    let (name, end) = (TypeName(type).last, "Assembly")
    return String(name.hasSuffix(end) && name.count > end.count ? name.dropLast(end.count) : name)
  }
}
