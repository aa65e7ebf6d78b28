import Nexus

struct Storage: Sendable {}

func fill(_ container: Container) throws {
  #if RIGHT
    try container.register(Storage.self) { Storage() }.asSingleton()
  #else
    try container.register(Storage.self) { Storage() }.singleton
  // error: value of type 'Registration<Storage>' has no member 'singleton'
  // warning: no calls to throwing functions occur within 'try' expression
  #endif
}
