/// Writes results.
protocol Output: Sendable {
  func write(_ line: String)
}

struct StandardOutput: Output {
  init() {}
  func write(_ line: String) { print(line) }
}
