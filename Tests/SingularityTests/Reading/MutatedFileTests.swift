import AstrojectTesting
import Foundation
import Singularity
import TestSupport
import Testing

@Suite struct MutatedFileTests {
  @Test(arguments: Format.allCases)
  func `a mutated file is registered or refused, and never anything else`(format: Format) throws {
    var mutations = MutatedFiles(seed: 7, format)
    for _ in 0..<500 { try mutations.tryNext() }
    #expect(mutations.refused > 0)
    #expect(mutations.registered > 0)
  }
}
