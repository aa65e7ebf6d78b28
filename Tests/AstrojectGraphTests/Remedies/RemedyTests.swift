import AstrojectGraph
import TestSupport
import Testing

@Suite("Remedies in reports")
struct RemedyTests {
  private static let parts: [[GraphRemedy]] = [
    GraphRemedy.forMissing, GraphRemedy.forArguments, GraphRemedy.forEffects, GraphRemedy.forCycles,
    GraphRemedy.forKeeping, GraphRemedy.forIdle, GraphRemedy.forHints,
  ]
  static let all = parts.joined().map(\.remedy)

  @Test(arguments: all)
  func `the graph is valid if the remedy of its finding is followed to the letter, or shows the next finding`(
    remedy: Remedy
  ) async {
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

/// A remedy that a finding proposes: what is registered with the fault, and what is registered if the remedy is
/// followed.
struct GraphRemedy {
  typealias Program = Remedy.Program

  private(set) var remedy: Remedy
  private let given: Program
  private let check: Program

  /// - Parameters:
  ///   - text: The text after "Remedy:", or its beginning.
  ///   - given: Registers what is the same with the fault and without.
  ///   - check: Validates the container.
  ///   - fault: Registers the rest of the fault.
  init(
    _ text: String, given: @escaping Program = { _ in }, check: @escaping Program = { try $0.validate() },
    of fault: @escaping Program
  ) {
    (self.given, self.check) = (given, check)
    remedy = Remedy(text) { container in
      for step in [given, fault, check] { try step(container) }
    }
  }

  /// Returns the remedy with a program that follows it: see `Remedy.followed`.
  func followed(
    _ name: String = "", leadingTo next: String? = nil, check: Program? = nil, by program: @escaping Program
  ) -> GraphRemedy {
    var copy = self
    let steps = [given, program, check ?? self.check]
    copy.remedy = remedy.followed(name, leadingTo: next) { container in for step in steps { try step(container) } }
    return copy
  }

  /// Returns the remedy with a program that follows it and awaits.
  func followedAwaiting(_ name: String = "", by program: @escaping Remedy.AwaitedProgram) -> GraphRemedy {
    var copy = self
    copy.remedy = remedy.followedAwaiting(name) { [given, check] container in
      try given(container)
      try await program(container)
      try check(container)
    }
    return copy
  }
}
