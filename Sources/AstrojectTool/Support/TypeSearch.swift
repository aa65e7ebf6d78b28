import Nexus

/// A search for the registrations that a word names.
struct TypeSearch {
  /// The positions of the registrations in the graph.
  let positions: [Int]

  /// - Parameters:
  ///   - word: The name of a type, with or without the module and the types around it, for all registrations of it; or
  ///     the printed identity or the key of one. The first of these that anything has counts.
  ///   - graph: The graph with the registrations.
  ///   - missing: The printed keys that are near matches as well.
  init(_ word: String, in graph: DependencyGraph, besides missing: [String] = []) throws {
    let word = TypeSearch.bare(word)
    let forms: [(DependencyGraph.Node) -> String] = [
      \.type, { TypeName.withoutModules($0.type) }, \.id, \.key, { TypeSearch.last(TypeName.withoutModules($0.type)) },
    ]
    for form in forms {
      let found = graph.nodes.indices.filter { TypeSearch.bare(form(graph.nodes[$0])) == word }
      if found.isEmpty { continue }
      positions = found
      return
    }
    let types = graph.nodes.map { TypeSearch.bare($0.type) }
    let names = types.map(TypeName.withoutModules) + missing.map(TypeSearch.type)
    let near = Similarity.names(like: word, among: names + names.map(TypeSearch.last) + types)
    throw Refusal(
      "No registration found for \(word.escaped())."
        + (near.isEmpty ? "" : "\nDid you mean:\n" + near.map { "  \($0)" }.joined(separator: "\n")))
  }

  /// Returns true if a word names the type of a printed key, with or without the types around it.
  static func matches(_ key: String, _ word: String) -> Bool {
    let (key, word, type) = (bare(key), bare(word), type(of: key))
    return key == word || type == word || last(type) == word || last(word) == type
  }

  /// Returns the beginning of the text of a key, before a name or key and the arguments: that of its type.
  private static func type(of key: String) -> String {
    let key = bare(key)
    return key.firstMatch(of: #/ (?:named|keyed|with) /#).map { String(key[..<$0.range.lowerBound]) } ?? key
  }

  /// Returns the name of a type as most keys have it: `Storage` for `(any Storage).self`. Only keys of protocols with
  /// constrained associated types have the `any`.
  private static func bare(_ word: String) -> String {
    var word = word
    if word.hasSuffix(".self") { word.removeLast(5) }
    if word.hasPrefix("(any "), word.hasSuffix(")") { word = String(word.dropFirst().dropLast()) }
    return word.hasPrefix("any ") ? String(word.dropFirst(4)) : word
  }

  /// Returns the last component of a name: `Key` for `Store<User>.Key`.
  private static func last(_ name: String) -> String {
    var depth = 0
    var start = name.startIndex
    for index in name.indices {
      switch name[index] {
      case "<", "(", "[": depth += 1
      case ">", ")", "]": depth -= 1
      case "." where depth == 0: start = name.index(after: index)
      default: break
      }
    }
    return String(name[start...])
  }
}
