import ArgumentParser
import Foundation

@main
struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Times Astroject beside wiring by hand and a plain container of a dictionary behind a lock.")

  @Flag(help: "Few and short rounds.")
  var short = false

  @Option(help: "How many rounds there are.")
  var rounds: Int?

  @Option(help: "Only what has this in its name.")
  var only: String?

  @Flag(help: "Print the table for a page of Markdown.")
  var markdown = false

  @Flag(help: "Compare with the targets, and fail if one is missed.")
  var check = false

  @Option(help: "By how many times what is not of memory may miss its target, where others use the machine.")
  var leeway = 1.0

  @Option(help: "Where the targets are.")
  var targets = URL(filePath: #filePath).appending(path: "../../../targets.json").standardized.path()

  func validate() throws {
    guard leeway >= 1 else { throw ValidationError("A leeway is 1 or more.") }
  }

  func run() async throws {
    #if DEBUG
      print("This is not an optimized build: its times say nothing. Run it with `-c release`.")
    #endif
    try await Allocations.checkCounting()
    var plan = short ? Plan.short : Plan.full
    if let rounds { plan.rounds = rounds }
    var report = Report()
    for workload in Workload.all where isWanted(workload.name) {
      report.add(try await Meter(plan: plan).measure(workload))
      try await workload.checkObjects()
    }
    for measure in Measure.all where isWanted(measure.name) {
      if let result = try await measure.run(plan) { report.add(result, of: measure) }
    }
    print(report.text(asMarkdown: markdown))
    guard check else { return }
    let (text, isGood) = report.judge(try Target.all(at: URL(filePath: targets)), leeway: leeway, where: isWanted)
    print(text)
    if !isGood { throw ExitCode.failure }
  }

  private func isWanted(_ name: String) -> Bool { only.map(name.contains) ?? true }
}
