import Astroject

struct Fruit: Sendable {}
struct Stone: Sendable {}

func use(_ container: Container) throws -> Fruit {
  #if RIGHT
    try container.resolve(Fruit.self)
  #else
    try container.resolve(Stone.self)
  // error: cannot convert return expression of type 'Stone' to return type 'Fruit'
  #endif
}
