/// The colours of a box, in the notation of both languages.
struct Paint {
  let fill: String
  let line: String
  let text: String

  init(fill: String, line: String, text: String = "#1f2328") {
    self.fill = fill
    self.line = line
    self.text = text
  }

  static let shadowed = Paint(fill: "#f3f4f6", line: "#afb8c1", text: "#8c959f")
  static let missing = Paint(fill: "#fff5f5", line: failing, text: failing)
  static let container = Paint(fill: "#f6f8fa", line: "#8c959f", text: "#424a53")
  static let group = Paint(fill: "#ffffff", line: "#d0d7de", text: "#57606a")
  /// The colour of failing parts, and of nothing else.
  static let failing = "#cf222e"
  /// The colour of a plain arrow.
  static let arrow = "#6e7781"
  /// The colour of an observed arrow.
  static let observed = "#b1bac4"
}

extension DependencyGraph.Node.Scope {
  var paint: Paint {
    switch self {
    case .graph: Paint(fill: "#e7f1fd", line: "#4a86c8")
    case .transient: Paint(fill: "#fff9db", line: "#c29b1c")
    case .singleton: Paint(fill: "#e2f5e5", line: "#3b8c4f")
    case .disposableSingleton: Paint(fill: "#dbf4f1", line: "#26847b")
    case .weak: Paint(fill: "#f2eafc", line: "#8657c4")
    case .scoped: Paint(fill: "#ffeedd", line: "#cf7a26")
    case .custom: Paint(fill: "#fde8f1", line: "#c4508d")
    case .customPerContainer: Paint(fill: "#f3e9e1", line: "#96653f")
    case .forwarded: Paint(fill: "#e9eafc", line: "#5b63c0")
    }
  }
}

extension Drawing.Figure {
  var paint: Paint {
    switch self {
    case .scope(let scope): scope.paint
    case .several: .group
    case .missing: .missing
    }
  }
}
