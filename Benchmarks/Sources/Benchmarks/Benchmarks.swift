import ArgumentParser
import Foundation

@main
struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compares the times of Astroject, of wiring by hand, and of a plain dictionary behind a lock.")

  @Flag(help: "Run few and short rounds.")
  var short = false

  @Option(help: "The number of rounds.")
  var rounds: Int?

  @Option(help: "Run only workloads with this text in their names.")
  var only: String?

  @Flag(help: "Print the table for a page of Markdown.")
  var markdown = false

  @Flag(help: "Compare with the targets, and fail if one is missed.")
  var check = false

  @Option(help: "The factor by which a result may miss its target, unless it counts memory.")
  var leeway = 1.0

  @Option(help: "The path of the file with the targets.")
  var targets = URL(filePath: #filePath).appending(path: "../../../targets.json").standardized.path()

  func validate() throws {
    guard leeway >= 1 else { throw ValidationError("A leeway is 1 or more.") }
  }

  func run() async throws {
    #if DEBUG
      print("This build is not optimized, so its times mean nothing. Run it with `-c release`.")
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
