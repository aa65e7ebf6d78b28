/// Colours for a terminal.
struct Style {
  private let isColoured: Bool

  init(_ surroundings: Surroundings) {
    // https://no-color.org
    isColoured = surroundings.isTerminal && (surroundings.environment["NO_COLOR"] ?? "").isEmpty
  }

  func problem(_ text: String) -> String { paint(text, "1;31") }
  func good(_ text: String) -> String { paint(text, "32") }
  func strong(_ text: String) -> String { paint(text, "1") }

  private func paint(_ text: String, _ code: String) -> String { isColoured ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text }
}
