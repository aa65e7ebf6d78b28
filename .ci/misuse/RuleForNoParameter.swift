import Nexus

struct Database: Sendable {}

struct Repository: Sendable {
  let database: Database
  let limit: Int
}

func register(in container: Container) throws {
  #if RIGHT
    try container.register(initializer: Repository.init(database:limit:), with: .named("primary"), .argument)
  #else
    try container.register(
      initializer: Repository.init(database:limit:),
      with: .named("primary"),
      .argument,
      // error: could not infer pack element #0 from context
      .auto)
  // error: could not infer pack element #1 from context
  // error: extra argument in call
  #endif
}
