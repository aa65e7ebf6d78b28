import Nexus

final class Page {}

@MainActor
func load() async -> Page { Page() }

func register(in container: Container) throws {
  #if RIGHT
    try container.register(initializer: Injection(load))
  #else
    try container.register(Page.self, factory: load)
  // error: because crossing of an isolation boundary requires parameter and result types to conform to 'Sendable' protocol
  #endif
}
