@testable import AstrojectTool

/// Findings about names that try to be more than names.
enum SuspectTool: GraphTool {
  final class Case {}
  final class Clue {}

  static let names = [
    "quote\"", "line\nbreak\r\n", "-->", "::error::hi", "100%25", "</script><script>alert(1)</script>", "a,b:c",
    "\u{1b}[31mred", "\u{202e}right", "`code`", "{{x}}", "| pipe |", "##[error]hello",
  ]
  static let line: UInt = #line + 6

  /// A registration for each name, all on one line, that lacks the same clue.
  static func makeContainer() throws -> Container {
    try Container { container in
      for name in names {
        try container.register(name: name, initializer: { (_: Clue) in Case() }, with: .named(name))
      }
    }
  }
}
