import TestSupport
import Testing

@Suite("Long chains of dependencies", .onDemand, .serialized)
struct ChainTests {
  private static let sizes = [512, 1024, 8192]
  // What is awaited takes no stack, so that the smallest one will do.
  private static let awaitedSizes = DepthCase.isThorough ? sizes : [512]

  // Each has a process of its own: what overflows the stack would take the others with it.
  @Test(arguments: sizes)
  func `a long chain of dependencies is built or throws tooDeep, and never overflows the stack`(kibibytes: Int)
    async throws
  {
    try await ChainTests.print(
      #require(processExitsWith: .success, observing: [\.standardOutputContent]) { [kibibytes] in
        try await ChainTests.lookAtAll(.synchronous, kibibytes)
      })
  }

  @Test(arguments: awaitedSizes)
  func `an awaited chain of dependencies needs no stack unless synchronous closures build it`(kibibytes: Int)
    async throws
  {
    try await ChainTests.print(
      #require(processExitsWith: .success, observing: [\.standardOutputContent]) { [kibibytes] in
        try await ChainTests.lookAtAll(.asynchronous, kibibytes)
      })
  }

  private static func lookAtAll(_ call: Call, _ kibibytes: Int) async throws {
    for depth in DepthCase.all(call, kibibytes) {
      Swift.print("| \(call) | \(kibibytes) | \(depth.name) | \(try await depth.deepest()) |")
    }
  }

  /// Shows how deep each was.
  private static func print(_ result: ExitTest.Result) {
    Swift.print(String(decoding: result.standardOutputContent, as: UTF8.self))
  }
}
