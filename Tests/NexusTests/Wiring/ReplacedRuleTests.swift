import TestSupport
import Testing

@testable import Nexus

struct CapturedCount: Sendable { let number: Int, text: String }

@Suite("Rules of a captured initializer")
struct ReplacedRuleTests {
  static let injections: [(String, Injection<CapturedCount>)] = [
    ("by types", Injection(CapturedCount.init)),
    ("by rules", Injection(CapturedCount.init, with: .value(1), .value("one"))),
    (
      "awaited", Injection({ @Sendable (number: Int, text: String) async in CapturedCount(number: number, text: text) })
    ),
    (
      "main-actor",
      Injection({ @MainActor @Sendable (number: Int, text: String) in
        CapturedCount(number: number, text: text)
      })
    ),
    (
      "main-actor, awaited",
      Injection({ @MainActor @Sendable (number: Int, text: String) async in
        CapturedCount(number: number, text: text)
      })
    ),
  ]

  @Test(arguments: injections)
  func `an injection with replaced rules uses them, and the original keeps its own`(
    _: String, injection: Injection<CapturedCount>
  ) async throws {
    let inputs = injection.inputs
    try #require(inputs.count == 2)
    let other = injection.replacing([Parameter<Int>.value(7).input, inputs[1]])
    for (injection, number) in [(injection, 3), (other, 7)] {
      let container = Container()
      try container.register(Int.self) { 3 }
      try container.register(String.self) { "three" }
      try container.add(injection, Placement(nil, at: .unknown)).asTransient()
      let count = try await container.resolve(CapturedCount.self)
      let hasOwnRules = count.text == "one"
      #expect(count.number == (hasOwnRules && number == 3 ? 1 : number))
    }
  }
}
