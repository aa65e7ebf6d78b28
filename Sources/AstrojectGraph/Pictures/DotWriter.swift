/// Writes a drawing in the language of Graphviz.
///
/// https://graphviz.org/doc/info/lang.html
enum DotWriter {
  static func text(of drawing: Drawing) -> String {
    let font = "fontname=\"Helvetica,Arial,sans-serif\""
    var lines = [
      "digraph {",
      "  graph [rankdir=LR, newrank=true, nodesep=0.2, ranksep=0.6, labeljust=l, \(font), fontsize=12]",
      "  node [\(font), fontsize=11, height=0.4, margin=\"0.15,0.06\", penwidth=1.2]",
      "  edge [\(font), fontsize=9, arrowsize=0.7, color=\"\(Paint.arrow)\", fontcolor=\"\(Paint.arrow)\"]",
    ]
    write(drawing.page, indentation: "  ", into: &lines)
    for edge in drawing.edges {
      let attributes = edge.attributes
      lines.append("  \(edge.from) -> \(edge.to)" + (attributes.isEmpty ? "" : " \(list(attributes))"))
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private static func write(_ frame: Drawing.Frame, indentation: String, into lines: inout [String]) {
    for node in frame.nodes { lines.append("\(indentation)\(node.id) \(list(attributes(of: node)))") }
    for inner in frame.frames {
      let paint: Paint = inner.kind == .container ? .container : .group
      lines.append("\(indentation)subgraph cluster_\(inner.id) {")
      lines.append("\(indentation)  label=<<b>\(escaped(inner.title))</b>>")
      lines.append(
        "\(indentation)  style=\"rounded,filled\"; fillcolor=\"\(paint.fill)\"; color=\"\(paint.line)\"; "
          + "fontcolor=\"\(paint.text)\"; margin=14")
      write(inner, indentation: indentation + "  ", into: &lines)
      lines.append(indentation + "}")
    }
  }

  private static func attributes(of node: Drawing.Node) -> [(String, String)] {
    let paint = node.isShadowed ? .shadowed : node.figure.paint
    let label =
      ["<b>\(escaped(node.title))</b>"] + node.lines.map { "<font point-size=\"9\">\(escaped($0))</font>" }
    var style = node.figure == .scope(.graph) || node.figure == .several ? "rounded,filled" : "filled"
    if node.isOpaque || node.figure == .missing { style += ",dashed" }
    var attributes = [
      ("label", "<" + label.joined(separator: "<br/>") + ">"),
      ("tooltip", quoted(escaped(node.hint))),
      ("style", quoted(style)),
      ("fillcolor", quoted(paint.fill)),
      ("color", quoted(node.isFailing ? Paint.failing : paint.line)),
      ("fontcolor", quoted(node.isFailing ? Paint.failing : paint.text)),
    ]
    attributes += node.figure.shape
    if node.isFailing { attributes.append(("penwidth", "2")) }
    return attributes
  }

  private static func list(_ attributes: [(String, String)]) -> String {
    "[" + attributes.map { "\($0)=\($1)" }.joined(separator: ", ") + "]"
  }
}

// MARK: - Text

extension DotWriter {
  /// Escapes a text for HTML labels and for quotation marks: Graphviz reads entities in both.
  static func escaped(_ text: String) -> String {
    // An element must not be empty.
    if text.isEmpty { return "&#160;" }
    return text.labelScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // Graphviz halves backslashes, and replaces `\N` by the name of the node.
      case "\\": result += "&#92;&#92;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  static func quoted(_ text: String) -> String { "\"\(text)\"" }
}

// MARK: - Shapes

extension Drawing.Edge {
  fileprivate var attributes: [(String, String)] {
    var attributes: [(String, String)] = label.map { [("label", DotWriter.quoted($0))] } ?? []
    switch stroke {
    case .required: break
    case .optional: attributes.append(("arrowhead", "odot"))
    case .lazy, .provider: attributes += [("style", "dotted"), ("penwidth", "1.4")]
    case .collection: attributes += [("arrowhead", "crow"), ("penwidth", "1.6")]
    case .decorates: attributes.append(("arrowhead", "onormal"))
    case .forwarded: attributes.append(("arrowhead", "empty"))
    case .observed: attributes.append(("penwidth", "0.6"))
    }
    let colour: String? =
      switch stroke {
      case _ where isFailing: Paint.failing
      case .forwarded, .decorates: DependencyGraph.Node.Scope.forwarded.paint.line
      case .observed: Paint.observed
      default: nil
      }
    if let colour { attributes += [("color", DotWriter.quoted(colour)), ("fontcolor", DotWriter.quoted(colour))] }
    return attributes
  }
}

extension Drawing.Figure {
  // The margins give all shapes about the size of a box: Graphviz leaves more room in slanted shapes and less in the
  // flag.
  fileprivate var shape: [(String, String)] {
    switch self {
    case .scope(.graph), .scope(.transient), .several, .missing: [("shape", "box")]
    case .scope(.singleton): [("shape", "box"), ("peripheries", "2")]
    case .scope(.disposableSingleton): [("shape", "cylinder"), ("margin", "\"0.15,0.09\"")]
    case .scope(.weak): [("shape", "polygon"), ("sides", "4"), ("skew", "0.2"), ("margin", "\"0.06,0\"")]
    case .scope(.scoped): [("shape", "ellipse"), ("margin", "\"0.05,0.03\"")]
    case .scope(.custom): [("shape", "hexagon"), ("margin", "\"0.05,0.03\"")]
    case .scope(.customPerContainer):
      [("shape", "polygon"), ("sides", "4"), ("distortion", "-0.15"), ("margin", "\"0.02,0\"")]
    case .scope(.forwarded): [("shape", "cds"), ("margin", "\"0.2,0.12\"")]
    }
  }
}
