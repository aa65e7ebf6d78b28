import ArgumentParser

@main
struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Times Astroject beside wiring by hand and a plain container of a dictionary behind a lock.")

  @Flag(help: "Few and short rounds.")
  var short = false

  @Option(help: "How many rounds there are.")
  var rounds: Int?

  @Option(help: "Only workloads whose name contains this.")
  var only: String?

  func run() async throws {
    var plan = short ? Plan.short : Plan.full
    if let rounds { plan.rounds = rounds }
    var lines: [Line] = []
    for workload in Workload.all where only.map(workload.name.contains) ?? true {
      lines.append(try await Meter(plan: plan).measure(workload))
    }
    print(lines.table)
  }
}
