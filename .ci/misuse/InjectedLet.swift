import Nexus

struct Fruit: Sendable {}

final class Basket {
  #if RIGHT
    @Inject var fruit: Fruit
  #else
    @Inject let fruit: Fruit
  // error: property wrapper can only be applied to a 'var'
  #endif

  init() {}
}
