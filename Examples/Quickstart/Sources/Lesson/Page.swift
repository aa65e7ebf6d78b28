/// What the lesson is written on, line by line: the terminal, or a test's list of lines.
package struct Page: Sendable {
  private let write: @Sendable (String) -> Void

  package init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Begins a chapter.
  func chapter(_ title: String) {
    write("")
    write(title)
    write(String(repeating: "-", count: title.count))
  }

  /// Says what is done, and what came out.
  func show(_ what: String, _ result: Any) {
    write("  " + what)
    for line in String(describing: result).split(separator: "\n") { write("    → " + line) }
  }

  /// Does something that is bound to fail, and shows the error.
  func showError(_ what: String, _ body: () throws -> Void) {
    do {
      try body()
      show(what, "no error")
    } catch {
      show(what, error)
    }
  }
}
