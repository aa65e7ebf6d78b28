import TestSupport
import Testing

struct RemedyTests {
  static let all = [
    Remedy.forMissing, Remedy.forArguments, Remedy.forEffects, Remedy.forCycles, Remedy.forKeeping, Remedy.forIdle,
    Remedy.forHints,
  ].flatMap(\.self)

  @Test(arguments: all)
  func `the graph is valid if the remedy of its finding is followed, or shows the next finding`(remedy: Remedy) async {
    await remedy.expectToMend()
  }

  @Test func `each remedy of the rules is followed by a program`() async throws {
    var texts: [String] = []
    for remedy in RemedyTests.all { texts.append(await remedy.errorText() ?? "") }
    let report = "AstrojectGraph/Reports/FindingDraft+Text.swift"
    try SourceText(report, from: "// MARK: Remedies", to: "// MARK: - Parts").expectCovered(by: texts)
  }

  @Test func `the remedy for a missing Int does not propose its initializer, because it is ambiguous`() throws {
    final class Measured { @Inject var size: Int }
    let container = Container()
    try container.register(initializer: { @Sendable (_: Int) in Pot() }, with: .named("limit"))
    try container.register(initializer: Measured.init)
    let texts = container.findings().map(\.description)
    #expect(texts.count == 2)
    #expect(!texts.contains { $0.contains("Int.init") })
  }

  // The types of several remedies.

  final class Ink: Sendable { init() {} }
  final class Pot: Sendable {
    init(ink: Ink) {}
    init(provider: Provider<Ink>) {}
    init(container: Container) {}
    init(resolver: Resolver) {}
    init() {}
  }
}

extension Remedy {
  /// Returns a remedy that a finding proposes. The programs only register, and the container is validated afterwards.
  static func finding(
    _ text: String, given: @escaping Program = { _ in }, check: @escaping Program = { try $0.validate() },
    of fault: @escaping Program
  ) -> Remedy { Remedy(text, given: given, check: check, of: fault) }
}
