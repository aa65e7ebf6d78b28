import Nexus

struct Fruit: Sendable {}

#if RIGHT
  final class Basket: @unchecked Sendable {
    @Inject var fruit: Fruit
  }
#else
  final class Basket: Sendable {
    @Inject var fruit: Fruit
    // error: stored property '_fruit' of 'Sendable'-conforming class 'Basket' is mutable
  }
#endif
