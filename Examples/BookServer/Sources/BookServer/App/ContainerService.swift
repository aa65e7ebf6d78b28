import Nexus
import ServiceLifecycle

/// Shuts the container down after the services listed after this one have stopped.
struct ContainerService: Service {
  let container: Container

  func run() async throws {
    try? await gracefulShutdown()
    try await container.shutdown()
  }
}
