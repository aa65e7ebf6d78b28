import Astroject

extension ResolutionTrace {
  /// The description without durations.
  package var undated: String { withoutDurations(description) }
}

extension ResolutionTrace.Step {
  /// The description without durations.
  package var undated: String { withoutDurations(description) }
}

private func withoutDurations(_ text: String) -> String {
  text.replacing(#/  (<1|[0-9.]+) (µs|ms|s)(?=\n|  |$)/#, with: "")
}
