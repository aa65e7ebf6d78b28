import Nexus

struct Database: Sendable {}

struct Repository: Sendable {
  let database: Database
  let limit: Int
}

func register(in container: Container) throws {
  #if RIGHT
    try container.register(initializer: Repository.init(database:limit:), with: .auto, .value(10))
  #else
    try container.register(initializer: Repository.init(database:limit:), with: .auto, .value("ten"))
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  #endif
}
