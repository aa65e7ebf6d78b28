import Nexus

/// The database, open from the start to the end of the server, and a transaction for each request.
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
