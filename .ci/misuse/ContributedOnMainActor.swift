import Nexus

protocol Screen {}

@MainActor
final class Home: Screen {
  init() {}
}

@MainActor
final class Framed: Screen {
  init(_ screen: any Screen) {}
}

func register(in container: Container) throws {
  #if RIGHT
    try container.contribute((any Screen).self, initializer: Injection { @MainActor in Home() })
    try container.decorate(initializer: Injection { @MainActor (screen: any Screen) -> any Screen in Framed(screen) })
  #else
    try container.contribute((any Screen).self) { @MainActor in Home() }
    // error: converting function value of type '@MainActor @Sendable () -> any Screen' to '@Sendable () throws -> any Screen' loses global actor 'MainActor'
    try container.decorate((any Screen).self) { @MainActor _, screen in Framed(screen) }
  // error: loses global actor 'MainActor'
  #endif
}
