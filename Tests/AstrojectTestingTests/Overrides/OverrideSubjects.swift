import AstrojectTesting
import Nexus
import TestSupport
import Testing

// What the tests of overrides wire, and how they ask for it.

/// Something with a text that tells who has made it.
protocol Part: AnyObject, Sendable { var text: String { get } }

final class Plain: Part {
  let text: String
  init(_ text: String) { self.text = text }
}

/// Has another one in it.
final class Around: Part {
  let real: any Part
  var text: String { "(\(real.text))" }
  init(_ real: any Part) { self.real = real }
}

/// Depends on a part.
final class Whole: Sendable {
  let part: any Part
  init(part: any Part) { self.part = part }
}

/// Looks at an object without keeping it.
final class Glimpse: @unchecked Sendable {
  private(set) weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }

  var isGone: Bool { object == nil }
}

/// The error of a type that a closure throws; the test fails if it throws none, or another one.
func error<Failure: Error>(
  _ type: Failure.Type = Failure.self, sourceLocation: Testing.SourceLocation = #_sourceLocation,
  _ body: () throws -> some Any
) -> Failure? {
  #expect(throws: type, sourceLocation: sourceLocation) { _ = try body() }
}
