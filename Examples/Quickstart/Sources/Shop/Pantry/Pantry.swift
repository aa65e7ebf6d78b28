protocol Pantry: Sendable {
  func stock(of ingredient: String) async -> Int
}

/// The pantry at home, which many tasks may use at the same time.
actor HomePantry: Pantry {
  private let shelves = ["egg": 1, "flour": 2, "onion": 1]

  func stock(of ingredient: String) -> Int { shelves[ingredient, default: 0] }
}
