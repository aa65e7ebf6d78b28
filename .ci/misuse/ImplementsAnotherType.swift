import Astroject

protocol Client {}
protocol Clock {}
final class LiveClient: Client {}

func register(in container: Container) throws {
  #if RIGHT
    try container.register(LiveClient.self) { LiveClient() }.implements((any Client).self) { $0 }
  #else
    try container.register(LiveClient.self) { LiveClient() }.implements((any Clock).self) { $0 }
  // error: 'LiveClient' to closure result type 'any Clock'
  #endif
}
