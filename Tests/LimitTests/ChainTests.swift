import TestSupport
import Testing

@Suite("Long chains of dependencies", .onDemand, .serialized)
struct ChainTests {
  private static let sizes = [512, 1024, 8192]
  // An awaited chain takes no stack, so the smallest stack is enough.
  private static let awaitedSizes = DepthCase.isThorough ? sizes : [512]
  private static let cases = sizes.map { (false, $0) } + awaitedSizes.map { (true, $0) }

  // Each test has its own process because a stack overflow ends the process.
  @Test(arguments: cases)
  func `a long chain is built or throws tooDeep, never crashes, and needs no stack if it is awaited`(
    isAwaited: Bool, kibibytes: Int
  ) async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
      [isAwaited, kibibytes] in
      let call: Call = isAwaited ? .asynchronous : .synchronous
      for depth in DepthCase.all(call, kibibytes) {
        print("| \(call) | \(kibibytes) | \(depth.name) | \(try await depth.deepest()) |")
      }
    }
    // The depth of each case.
    print(String(decoding: result.standardOutputContent, as: UTF8.self))
  }
}
