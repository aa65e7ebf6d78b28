@testable import AstrojectOverrides
@testable import AstrojectTesting
import TestSupport
import Testing

// The types that the tests of overrides register, and helpers.

/// A service with a text that identifies its factory.
protocol Part: AnyObject, Sendable { var text: String { get } }

final class Plain: Part {
  let text: String
  init(_ text: String) { self.text = text }
}

/// A part that wraps another one.
final class Around: Part {
  let real: any Part
  var text: String { "(\(real.text))" }
  init(_ real: any Part) { self.real = real }
}

/// A part that shows the number that it gets later.
final class StandIn: Part, @unchecked Sendable {
  @Inject var number: Lazy<Int>
  var text: String { (try? "\(number.value)") ?? "none" }
}

final class Whole: Sendable {
  let part: any Part
  init(part: any Part) { self.part = part }
}

/// Makes an app with a part and a whole that takes it, both singletons.
func makeWholeApp() throws -> Container {
  try Container { container in
    try container.register((any Part).self) { Plain("real") }.asSingleton()
    try container.register(initializer: Whole.init).asSingleton()
  }
}

/// Returns the error of a type that a closure throws. The test fails if it throws another error or none.
func error<Failure: Error>(
  _ type: Failure.Type = Failure.self, sourceLocation: Testing.SourceLocation = #_sourceLocation,
  _ body: () throws -> some Any
) -> Failure? {
  #expect(throws: type, sourceLocation: sourceLocation) { _ = try body() }
}

/// The end of a case, after which the forks of the cases before it are released, if no others run at the same time.
///
/// The sanitizer for leaks does not see that forks which are held at the end of the process are alive.
final class EndOfForks: Sendable {
  #if ASTROJECT_ALL_ROUNDS
    deinit { for _ in 0..<PlainTests.mostCases { PlainTests.shared.hold(Container(), for: .unknown) } }
  #endif
}
