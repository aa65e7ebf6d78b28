import Hummingbird
import Logging
import ServiceLifecycle

/// A server like ``BookServer``, wired by hand to compare the performance.
struct HandWiredApp: Sendable {
  var settings = Settings(host: "127.0.0.1", port: 8080, reminderInterval: .seconds(60), servesGraph: false)
  var database = DatabaseLocation.temporaryFile
  var logger = Logger(level: .info)
  let rules = LoanRules(limit: 3, days: 14)
  let clock: any WallClock = SystemClock()
  let mailer: any Mailer = OutboxMailer(folder: "outbox")

  func makeApplication(
    onStart: @escaping @Sendable (_ host: String, _ port: Int) -> Void = { _, _ in }
  ) async throws -> some ApplicationProtocol {
    let connections = try await Connections(location: database)
    let router = Router(context: HandWiredContext.self)
    router.add(middleware: ErrorResponses())
    router.add(middleware: HandWiredRequests(app: self, connections: connections))
    router.addBookRoutes()
    router.addMemberRoutes()
    router.addLoanRoutes()

    let reminders = ReminderService(interval: settings.reminderInterval, clock: clock, logger: logger) {
      let wiring = RequestWiring(
        app: self, connections: connections, info: RequestInfo(job: "reminders"), logger: logger)
      try await wiring.run { try await wiring.round.run() }
    }
    return Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname(settings.host, port: settings.port)),
      services: [ConnectionsService(connections: connections), reminders],
      onServerRunning: { onStart(settings.host, $0.localAddress?.port ?? 0) }, logger: logger)
  }
}

/// Makes the services of each request.
struct HandWiredRequests: RouterMiddleware {
  let app: HandWiredApp
  let connections: Connections

  func handle(
    _ request: Request, context: HandWiredContext, next: (Request, HandWiredContext) async throws -> Response
  ) async throws -> Response {
    let wiring = RequestWiring(
      app: app, connections: connections, info: RequestInfo(request, id: context.id), logger: context.logger)
    var context = context
    context.wiring = wiring
    return try await wiring.run { [context] in try await next(request, context) }
  }
}

extension RequestWiring {
  func run<Result>(_ work: () async throws -> Result) async throws -> Result {
    do {
      let result = try await work()
      try await transaction.commit()
      return result
    } catch {
      try? await transaction.rollBack()
      throw error
    }
  }
}

/// Closes the database after the services listed after this one have stopped.
private struct ConnectionsService: Service {
  let connections: Connections

  func run() async throws {
    try? await gracefulShutdown()
    try await connections.close()
  }
}
