import Nexus

struct Fruit: Sendable {}

struct Juice: Sendable {
  let fruit: Fruit
}

func register(in container: Container) throws {
  #if RIGHT
    try container.register(
      Juice.self, initializer: Juice.init(fruit:),
      with: .resolving { @Sendable resolver in
        try resolver.resolve(Fruit.self)
      })
  #else
    try container.register(
      Juice.self, initializer: Juice.init(fruit:),
      with: .resolving { @Sendable resolver in
        try resolver.resolve(Int.self)
        // error: cannot convert value of type 'Int' to closure result type 'Fruit'
      })
  #endif
}
