import AstrojectTesting
import TestSupport
import Testing

@Suite("Assertions in Swift Testing", .ownThreads)
struct AssertionTests {
  @Test(arguments: AssertionExample.all, Call.allCases)
  func `an assertion reports only the expected failure, at the line of the call`(
    _ example: AssertionExample, call: Call
  ) async throws {
    let assertion = try example.prepare()
    let caught = await failures { await call.run(assertion.synchronous, asynchronously: assertion.asynchronous) }
    #expect(caught == assertion.failures(of: call))
  }
}
