import Hummingbird
import Logging

/// A request context whose services are made by hand.
struct HandWiredContext: BookContext, MemberContext, LoanContext {
  var coreContext: CoreRequestContextStorage
  /// Set by ``HandWiredRequests`` before a handler runs.
  var wiring: RequestWiring?

  init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

  var catalogue: Catalogue { get async throws { try required.catalogue } }
  var members: MemberRegister { get async throws { try required.members } }
  var member: Member { get async throws { try await required.member } }
  var desk: LoanDesk { get async throws { try await required.desk } }

  private var required: RequestWiring {
    get throws {
      guard let wiring else { throw HTTPError(.internalServerError) }
      return wiring
    }
  }
}

/// The services of one request.
struct RequestWiring: Sendable {
  let app: HandWiredApp
  let info: RequestInfo
  let logger: Logger
  let transaction: Transaction

  init(app: HandWiredApp, connections: Connections, info: RequestInfo, logger: Logger) {
    self.app = app
    self.info = info
    self.logger = logger
    transaction = Transaction(connections: connections, request: info)
  }

  var catalogue: Catalogue { Catalogue(transaction: transaction, logger: logger) }
  var members: MemberRegister { MemberRegister(transaction: transaction, logger: logger) }
  var member: Member { get async throws { try await Member(of: info, in: members) } }
  var desk: LoanDesk {
    get async throws {
      LoanDesk(
        transaction: transaction, member: try await member, rules: app.rules, clock: app.clock, logger: logger)
    }
  }
  var round: ReminderRound {
    ReminderRound(transaction: transaction, mailer: app.mailer, clock: app.clock, logger: logger)
  }
}
