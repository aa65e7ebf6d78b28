import Astroject

protocol Client: Sendable {}
struct LiveClient: Client {}
struct Clock {}

func register(in container: Container) throws {
  #if RIGHT
    try container.register((any Client).self) { LiveClient() }
  #else
    try container.register((any Client).self) { Clock() }
  // error: cannot convert value of type 'Clock' to closure result type 'any Client'
  #endif
}
