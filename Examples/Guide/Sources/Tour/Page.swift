/// Receives the output of the tour, line by line: prints it, or collects it for a test.
package struct Page: Sendable {
  private let write: @Sendable (String) -> Void

  package init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Begins a chapter.
  func chapter(_ title: String) {
    write("")
    write(title)
    write(String(repeating: "-", count: title.count))
  }

  /// Writes a sentence and its result.
  func show(_ what: String, _ result: Any) {
    write("  " + what)
    for line in String(describing: result).split(separator: "\n") { write("    → " + line) }
  }

  /// Runs code that must fail, and writes its error.
  func showError(_ what: String, _ body: () throws -> Void) {
    do {
      try body()
      show(what, "no error")
    } catch {
      show(what, error)
    }
  }
}
