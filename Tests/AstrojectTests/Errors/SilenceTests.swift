import TestSupport
import Testing

@Suite("Output of the library")
struct SilenceTests {
  /// Makes calls that succeed, and calls that fail.
  private static func work(_ call: Call) async throws {
    let container = Container()
    container.add(Listener())
    let trace = container.resolutionTrace()
    try container.register(LiveService.self) { LiveService() }.asSingleton().implements((any Service).self).eager()
      .onRelease { _ in throw Refusal(reason: "hook") }
    try container.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }
    try container.register(Double.self) { throw Refusal(reason: "factory") }
    try container.register(Bool.self) { resolver in try resolver.resolve(Bool.self) }
    try container.register(Float.self) { () async in 1 }
    try container.register(UInt.self) { 1 }.asWeak()
    try container.register([Int].self) { [1] }.as(Forgetful())
    try container.register(Character.self) { "a" }.asScoped(to: "reqeust")
    try await call.bootstrap(container)
    _ = try await call.resolve((any Service).self, in: container)
    _ = try await call.resolve([Int].self, in: container)
    let errors = [
      await call.error(resolving: String.self, in: container), await call.error(resolving: Double.self, in: container),
      await call.error(resolving: Bool.self, in: container), await call.error(resolving: UInt.self, in: container),
      await call.error(resolving: Character.self, in: container.makeChild(named: "request")),
      await Call.synchronous.error(resolving: Float.self, in: container),
    ]
    for error in errors { #expect(error?.description.isEmpty == false) }
    #expect(throws: Refusal.self) { try container.assemble { _ in throw Refusal() } }
    #expect(!trace.description.isEmpty && !container.debugDescription.isEmpty)
    await call.releaseAll(in: container)
    await #expect(throws: AstrojectError.self) { try await container.shutdown() }
    await call.clear(container)
    container.seal()
    #expect(throws: AstrojectError.self) { try container.register(Int.self) { 1 } }
  }

  @Test func `the library prints nothing to standard output or standard error, even if calls fail`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      for call in Call.allCases { try await SilenceTests.work(call) }
    }
    #expect(String(decoding: result.standardOutputContent, as: UTF8.self) == "")
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == "")
  }
}
