import Nexus

protocol Juice: Sendable {}
struct FreshJuice: Juice {}
struct Stone: Sendable {}

func register(in container: Container) throws {
  #if RIGHT
    try container.register((any Juice).self, initializer: FreshJuice.init)
  #else
    try container.register((any Juice).self, initializer: Stone.init)
  // error: cannot convert value of type '@Sendable () -> Stone' to expected argument type 'Injection<any Juice>'
  #endif
}
