import TestSupport
import Testing

@Suite("Remedies of errors", .ownThreads)
struct RemedyTests {
  static let all =
    Remedy.forMissingRegistrations + Remedy.forArguments + Remedy.forLoops + Remedy.forEffects + Remedy.forInstances
    + Remedy.forContainers + Remedy.forRegistering

  @Test(arguments: all)
  func `the program works if the remedy of its error is followed, or shows the next error`(remedy: Remedy) async {
    await remedy.expectToMend()
  }

  @Test func `each remedy of the sources is followed by a program`() async throws {
    var texts: [String] = []
    for remedy in RemedyTests.all { texts.append(await remedy.errorText() ?? "") }
    let messages = "Astroject/Messages/"
    for source in [
      // One remedy is for programs without Nexus, and `AfterInitTests` follows it. `CompositionRootTests` follows the
      // others. The names of scopes are parts of code.
      SourceText(
        messages + "AstrojectError+Remedy.swift", without: "set each of them in the other by an `afterInit`",
        "set it up when the program starts", "call `setUp()` once", "when `setUp()` has returned",
        "add it in `register(in:)`", "take it from the resolver of the factory", "singleton", "transient"),
      SourceText(messages + "Core+LoopRemedy.swift"), SourceText(messages + "MemberwiseInitializer.swift"),
      SourceText(messages + "AstrojectError+Parts.swift", from: "static func remedy(", to: "private static func list"),
      SourceText(messages + "AstrojectError+Description.swift", to: "case .shutdownFailed"),
      // One remedy is for a module that is linked twice, which no test target is; `.ci/discovery` follows it. Others
      // are for a resource file, and `WiringRemedyTests` follows them.
      SourceText(
        messages + "Spelling.swift", from: "package static func remedy(", to: "extension Dependency",
        without: "the module", "each of its modules", "once, in a library that the whole program shares:",
        "is linked twice, so there are two", "of its type", "register one under a name"),
      SourceText("Astroject/Assembly/Assembler+Description.swift"),
      SourceText("Nexus/Discovery/Discovery+Description.swift", from: "extension Discovery.Error"),
    ] { try source.expectCovered(by: texts) }
  }
}
