import TestSupport
import Testing

@Suite("Assertions in Swift Testing", .ownThreads)
struct AssertionTests {
  @Test(arguments: AssertionExample.all, Call.allCases)
  func `an assertion reports an expected failure at its line`(_ example: AssertionExample, call: Call) async throws {
    let assertion = try example.prepare()
    #expect(await failures { await assertion.call(call) } == assertion.failures)
  }
}
