import Foundation
import Singularity
import TestSupport
import Testing

@Suite(.serialized) struct MutatedFileTests {
  private static let isLong = ProcessInfo.processInfo.environment["ASTROJECT_LONG"] != nil
  private static let isReliability = ProcessInfo.processInfo.environment["ASTROJECT_RELIABILITY"] != nil

  private func run(_ count: Int, _ format: Format) throws {
    var mutations = MutatedFiles(seed: SplitMix.seed, format)
    for _ in 0..<count { try mutations.tryNext() }
    #expect(mutations.refused > 0)
    #expect(mutations.registered > 0)
  }

  @Test(arguments: Format.allCases)
  func `a mutated file is either registered or refused with a ResourceError`(format: Format) throws {
    try run(MutatedFileTests.isReliability ? 2000 : samples(500).count, format)
  }

  @Test(.enabled(if: isLong))
  func `registering 100 000 mutated files takes at most 64 MiB of memory`() throws {
    for format in Format.allCases { try run(500, format) }
    // The files are also tried where the system does not tell the peak memory.
    let before = peakMemory() ?? 0
    for format in Format.allCases { try run(33_334, format) }
    #expect((peakMemory() ?? 0) - before <= 64 << 20)
  }
}
