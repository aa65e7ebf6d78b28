import AstrojectGraph
import Hummingbird
import Logging
import Nexus

extension Container {
  /// Validates the graph, builds the eager instances, and returns the server, ready to run.
  func makeApplication(
    onStart: @escaping @Sendable (_ host: String, _ port: Int) -> Void = { _, _ in }
  ) async throws -> some ApplicationProtocol {
    try validate(roots: BookServer.roots)
    try await bootstrap()

    let settings = try await resolve(Settings.self)
    let logger = try await resolve(Logger.self, name: "server")
    let router = Router(context: ContainerContext.self)
    router.add(middleware: ErrorResponses())
    // This route comes before the middleware, because it needs no container of a request.
    if settings.servesGraph { router.addGraphRoute(of: self) }
    router.add(middleware: RequestContainers(app: self))
    router.addBookRoutes()
    router.addMemberRoutes()
    router.addLoanRoutes()

    let reminders = ReminderService(
      interval: settings.reminderInterval, clock: try await resolve(WallClock.self), logger: logger
    ) {
      try await self.withRequest(RequestInfo(job: "reminders"), logger) { container in
        try await container.resolve(ReminderRound.self).run()
      }
    }
    // Services stop in reverse order: first the requests end, then the reminders, then the database closes.
    return Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname(settings.host, port: settings.port)),
      services: [ContainerService(container: self), reminders],
      onServerRunning: { onStart(settings.host, $0.localAddress?.port ?? 0) }, logger: logger)
  }
}
