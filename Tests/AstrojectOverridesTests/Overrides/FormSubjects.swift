import AstrojectTesting

/// Returns true on the main actor, and traps elsewhere.
func isOnMain() -> Bool {
  MainActor.preconditionIsolated()
  return true
}

/// A part that replaces another one.
final class Mock: Part { let text = "mock" }

/// A part with synchronous and asynchronous initializers.
final class Counted: Part {
  let text: String
  init(number: Int) { text = "\(number)" }
  init(real: any Part, number: Int) { text = "\(real.text)+\(number)" }
  init(later real: any Part, number: Int) async {
    await Task.yield()
    text = "later \(real.text)+\(number)"
  }
}

/// A main-actor part with synchronous and asynchronous initializers.
@MainActor
final class Drawn: Part {
  nonisolated let text: String
  init(later number: Int) async {
    await Task.yield()
    text = "drawn later \(number) \(isOnMain())"
  }
  init(real: any Part, number: Int) { text = "drawn \(real.text)+\(number) \(isOnMain())" }
  init(later real: any Part, number: Int) async {
    await Task.yield()
    text = "drawn later \(real.text)+\(number) \(isOnMain())"
  }
}

/// A report that takes a part, and may surround another report.
final class Report: Sendable {
  let text: String
  init(title: String, part: any Part) { text = title + part.text }
  init(real: Report) { text = "(\(real.text))" }
  init(real: Report, number: Int) { text = "\(real.text)/\(number)" }
  init(text: String) { self.text = text }
}

struct Later: Sendable { let lazy: Lazy<any Part>, provider: Provider<any Part> }

/// A module that runs a closure.
struct Filled: Module {
  let body: @Sendable (Container) throws -> Void
  init(_ body: @escaping @Sendable (Container) throws -> Void) { self.body = body }
  func register(in container: Container) throws { try body(container) }
}

protocol Reader: AnyObject, Sendable { var text: String { get } }
protocol Writer: AnyObject, Sendable {}

final class File: Reader, Writer {
  let text: String
  init(_ text: String) { self.text = text }
}
