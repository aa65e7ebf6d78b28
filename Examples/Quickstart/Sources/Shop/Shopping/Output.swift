protocol Output: Sendable {
  func write(_ line: String)
}

struct StandardOutput: Output {
  func write(_ line: String) { print(line) }
}
