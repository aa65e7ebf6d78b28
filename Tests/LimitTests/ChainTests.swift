import TestSupport
import Testing

@Suite("Long chains of dependencies", .onDemand, .serialized)
struct ChainTests {
  private static let sizes = [512, 1024, 8192]
  // An awaited chain takes no stack, so the smallest stack is enough.
  private static let awaitedSizes = DepthCase.isThorough ? sizes : [512]

  // Each test has its own process because a stack overflow ends the process.
  @Test(arguments: sizes)
  func `a long chain of dependencies is built or throws tooDeep, and never crashes`(kibibytes: Int) async throws {
    try await ChainTests.print(
      #require(processExitsWith: .success, observing: [\.standardOutputContent]) { [kibibytes] in
        try await ChainTests.lookAtAll(.synchronous, kibibytes)
      })
  }

  @Test(arguments: awaitedSizes)
  func `an awaited chain of dependencies needs no stack without synchronous closures`(kibibytes: Int) async throws {
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

  /// Prints the depth of each case.
  private static func print(_ result: ExitTest.Result) {
    Swift.print(String(decoding: result.standardOutputContent, as: UTF8.self))
  }
}
