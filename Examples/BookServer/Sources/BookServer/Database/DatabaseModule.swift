import Nexus

/// Registers the database, which is open while the server runs, and a transaction for each request.
struct DatabaseModule: Module {
  func register(in container: Container) throws {
    try container.register(initializer: Connections.init)
      .asSingleton()
      .eager()
      .onRelease { connections async throws in try await connections.close() }
    try container.register(initializer: Transaction.init)
      .asScoped(to: RequestInfo.scope)
      .onRelease { transaction async throws in try await transaction.rollBack() }
  }
}
