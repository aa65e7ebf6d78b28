import Astroject

struct Fruit {}
struct Stone {}

final class Keeping<Product>: Instance {
  private var product: Product?

  func get(for context: Context) -> Product? { product }
  func set(_ product: Product, for context: Context) { self.product = product }
  func release(for context: Context?) { product = nil }
}

func register(in container: Container) throws {
  #if RIGHT
    try container.register(Fruit.self) { Fruit() }.as(Keeping<Fruit>())
  #else
    try container.register(Fruit.self) { Fruit() }.as(Keeping<Stone>())
  // error: no exact matches in call to instance method 'as'
  #endif
}
