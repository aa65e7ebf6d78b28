import Nexus

/// A search for the registrations that a word names.
struct TypeSearch {
  /// The positions of the registrations in the graph.
  let positions: [Int]

  /// - Parameter word: The printed identity of a registration, its key, or the name of its type, with or without the
  ///   module and the types around it. The first of these that anything has is meant.
  init(_ word: String, in graph: DependencyGraph, usage: String) throws {
    let forms: [(DependencyGraph.Node) -> String] = [
      \.id, \.type, \.key, { TypeName.withoutModules($0.type) }, { TypeSearch.last(TypeName.withoutModules($0.type)) },
    ]
    for form in forms {
      let found = graph.nodes.indices.filter { form(graph.nodes[$0]) == word }
      if found.isEmpty { continue }
      positions = found
      return
    }
    let names = graph.nodes.map { TypeName.withoutModules($0.type) }
    let near = Similarity.names(like: word, among: names + names.map(TypeSearch.last) + graph.nodes.map(\.type))
    throw Refusal(
      "No registration found for \(word.escaped())."
        + (near.isEmpty ? "" : "\nDid you mean:\n" + near.map { "  \($0)" }.joined(separator: "\n")))
  }

  /// Returns the last component of a name: `Key` for `Store<User>.Key`.
  private static func last(_ name: String) -> String {
    let start = name.prefix { $0 != "<" }
    guard let dot = start.lastIndex(of: "."), !name.hasPrefix("(") else { return name }
    return String(name[name.index(after: dot)...])
  }
}
