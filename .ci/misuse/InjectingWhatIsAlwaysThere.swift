import Nexus

struct Fruit: Sendable {}

final class Basket {
  #if RIGHT
    var fruit: Fruit?
  #else
    var fruit = Fruit()
  #endif
}

func register(in container: Container) throws {
  try container.register(Basket.self) { Basket() }.injecting(\.fruit)
  // error: 'WritableKeyPath<Basket, Fruit>' to expected argument type 'WritableKeyPath<Basket, Fruit?>'
}
