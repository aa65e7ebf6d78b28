/// Writes a drawing in the language of Mermaid.
///
/// https://mermaid.js.org/syntax/flowchart.html
enum MermaidWriter {
  static func text(of drawing: Drawing) -> String {
    var lines = ["flowchart LR"]
    write(drawing.page, indentation: "  ", into: &lines)
    lines += drawing.edges.map { "  \($0.from) \($0.arrow) \($0.to)" }
    lines += styles(of: drawing).map { "  " + $0 }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func write(_ frame: Drawing.Frame, indentation: String, into lines: inout [String]) {
    for node in frame.nodes {
      let label = ([node.title] + node.lines).map(escaped).joined(separator: "<br/>")
      let (open, close) = node.figure.brackets
      lines.append("\(indentation)\(node.id)\(open)\"\(label)\"\(close):::\(node.figure.name)")
    }
    for inner in frame.frames {
      lines.append("\(indentation)subgraph \(inner.id) [\"\(escaped(inner.title))\"]")
      write(inner, indentation: indentation + "  ", into: &lines)
      lines.append(indentation + "end")
    }
  }

  /// Returns the classes in use, their members, and the styles of all arrows that are not plain.
  private static func styles(of drawing: Drawing) -> [String] {
    let nodes = drawing.page.allNodes
    let frames = drawing.page.allFrames
    let figures = DependencyGraph.Node.Scope.allCases.map(Drawing.Figure.scope) + [.several, .missing]
    let used = Set(nodes.map(\.figure))
    var lines = figures.filter(used.contains).map { "classDef \($0.name) \(style(of: $0.paint))" + $0.extraStyle }
    // A later mark wins: a shadowed node that fails is red.
    let marks: [(name: String, style: String, members: [String])] = [
      ("level", style(of: .container), frames.filter { $0.kind == .container }.map(\.id)),
      ("part", style(of: .group), frames.filter { $0.kind == .group }.map(\.id)),
      ("shadowed", style(of: .shadowed), nodes.filter(\.isShadowed).map(\.id)),
      ("opaque", "stroke-dasharray:5 3", nodes.filter(\.isOpaque).map(\.id)),
      (
        "failing", "stroke:\(Paint.failing),stroke-width:3px,color:\(Paint.failing)",
        nodes.filter { $0.isFailing && $0.figure != .missing }.map(\.id)
      ),
    ]
    for mark in marks where !mark.members.isEmpty {
      lines.append("classDef \(mark.name) \(mark.style)")
      lines.append("class \(mark.members.joined(separator: ",")) \(mark.name)")
    }
    let links: [(style: String, isMember: (Drawing.Edge) -> Bool)] = [
      (
        "stroke:\(DependencyGraph.Node.Scope.forwarded.paint.line)",
        { edge in !edge.isFailing && (edge.stroke == .forwarded || edge.stroke == .decorates) }
      ),
      ("stroke:\(Paint.observed),stroke-width:1px", { !$0.isFailing && $0.stroke == .observed }),
      ("stroke:\(Paint.failing),stroke-width:2px,color:\(Paint.failing)", \.isFailing),
    ]
    for link in links {
      let members = drawing.edges.indices.filter { link.isMember(drawing.edges[$0]) }
      guard !members.isEmpty else { continue }
      lines.append("linkStyle \(members.map(String.init).joined(separator: ",")) \(link.style)")
    }
    return lines
  }

  // A style must not end with a semicolon, because Mermaid would read `#e2f5e5;` as an entity.
  private static func style(of paint: Paint) -> String {
    "fill:\(paint.fill),stroke:\(paint.line),color:\(paint.text)"
  }
}

// MARK: - Text

extension MermaidWriter {
  /// Escapes a text between quotation marks, so that Mermaid, Markdown and HTML read it literally.
  static func escaped(_ text: String) -> String {
    // A label must not be empty.
    if text.isEmpty { return "#160;" }
    var result = ""
    var last: Unicode.Scalar?
    for scalar in text.labelScalars {
      if let last, pairs.contains("\(last)\(scalar)") { result += "#8203;" }
      last = scalar
      if scalar.properties.isAlphabetic || !result.isEmpty && scalar.isPlain {
        result.unicodeScalars.append(scalar)
      } else {
        // A digit, a dash or a blank at the beginning of a line would be Markdown.
        result += entity(of: scalar)
      }
    }
    for word in words { result = disguised(word, in: result) }
    return result
  }

  /// The scalars that Mermaid interprets even as entities if the label has two lines: a line break, a formula, and an
  /// icon such as `fa:fa-car`. A blank without width parts them.
  private static let pairs = ["\\n", "$$", ":f"]

  /// The words that Mermaid interprets even between quotation marks.
  ///
  /// Its grammar has the rule `.*direction\s+TB`, and its Markdown makes links of words that begin with `www`.
  private static let words = ["direction", "www"]

  private static func disguised(_ word: String, in text: String) -> String {
    var rest = text.unicodeScalars[...]
    var result = ""
    while let scalar = rest.first {
      let isThere = rest.starts(with: word.unicodeScalars)
      result += isThere ? entity(of: scalar) : String(scalar)
      rest.removeFirst()
    }
    return result
  }

  private static func entity(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "#quot;"
    case "<": "#lt;"
    case ">": "#gt;"
    case "&": "#amp;"
    default: "#\(scalar.value);"
    }
  }
}

extension Unicode.Scalar {
  /// True if it has no meaning in Mermaid, Markdown and HTML.
  fileprivate var isPlain: Bool { properties.numericType != nil || " .,()-?·“”".unicodeScalars.contains(self) }
}

// MARK: - Shapes

extension Drawing.Edge {
  fileprivate var arrow: String {
    let line =
      switch stroke {
      case .required, .forwarded, .decorates, .observed: "-->"
      case .optional: "--o"
      case .lazy, .provider: "-.->"
      case .collection: "==>"
      }
    return label.map { "\(line)|\"\($0)\"|" } ?? line
  }
}

extension Drawing.Figure {
  /// The brackets around a label, which make the shape.
  fileprivate var brackets: (open: String, close: String) {
    switch self {
    case .scope(.graph), .several: ("(", ")")
    case .scope(.transient), .missing: ("[", "]")
    case .scope(.singleton): ("[[", "]]")
    case .scope(.disposableSingleton): ("[(", ")]")
    case .scope(.weak): ("[/", "/]")
    case .scope(.scoped): ("([", "])")
    case .scope(.custom): ("{{", "}}")
    case .scope(.customPerContainer): ("[/", "\\]")
    case .scope(.forwarded): (">", "]")
    }
  }

  /// The name of its class; not `graph`, which is a keyword.
  fileprivate var name: String {
    switch self {
    case .scope(.graph): "perGraph"
    case .scope(.disposableSingleton): "disposable"
    case .scope(let scope): scope.rawValue
    case .several: "several"
    case .missing: "missing"
    }
  }

  fileprivate var extraStyle: String { self == .missing ? ",stroke-dasharray:5 3" : "" }
}
