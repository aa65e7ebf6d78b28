import AstrojectTesting
import Testing

@Suite("An assertion, in Swift Testing")
struct AssertionTests {
  @Test("reports nothing but its failure, at the line of the call", arguments: AssertionExample.all, Form.allCases)
  func example(_ example: AssertionExample, form: Form) async throws {
    let assertion = try example.prepare()
    var line = 0
    let caught = await failures { line = await form.run(assertion.synchronous, asynchronously: assertion.asynchronous) }
    #expect(caught == assertion.failures(on: line))
  }
}
