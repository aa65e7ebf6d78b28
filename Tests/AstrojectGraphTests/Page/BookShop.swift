import Foundation
import TestSupport

// The types of a server that lends books, for pages to look at.

private struct Settings: Sendable { init() {} }
private struct DatabaseLocation: Sendable { init(_ settings: Settings) {} }
private final class ConnectionPool: Sendable { init(location: DatabaseLocation, logger: Logger) async {} }
private final class Transaction: Sendable { init(pool: ConnectionPool) {} }
private final class Migrations: Sendable { init(pool: ConnectionPool, logger: Logger) {} }
private final class Logger: Sendable { init(settings: Settings) {} }
private final class Metrics: Sendable { init(logger: Logger) {} }
private protocol Clock: Sendable {}
private final class WallClock: Clock { init() {} }
private final class Request: Sendable { init(clock: any Clock) {} }
private final class RequestLog: Sendable { init(request: Request, logger: Logger) {} }
private protocol Catalogue: Sendable {}
private final class LiveCatalogue: Catalogue {
  init(transaction: Transaction, search: Lazy<SearchIndex>, covers: CoverCache) {}
}
private final class CountedCatalogue: Catalogue { init(_ catalogue: any Catalogue, metrics: Metrics) {} }
private final class SearchIndex: Sendable { init(pool: ConnectionPool, tokenizer: Tokenizer) {} }
private struct Tokenizer: Sendable { init() {} }
private final class CoverCache: Sendable { init(client: HTTPClient) {} }
private final class HTTPClient: Sendable { init(settings: Settings, metrics: Metrics) {} }
private final class MemberRegister: Sendable { init(transaction: Transaction) {} }
private final class Session: Sendable { init(request: Request, members: MemberRegister, tokens: TokenVault) {} }
private final class TokenVault: Sendable { init(clock: any Clock, settings: Settings) {} }
private struct LoanRules: Sendable { init(settings: Settings) {} }
private final class LoanDesk: Sendable {
  init(rules: LoanRules, catalogue: any Catalogue, members: MemberRegister, clock: any Clock, mail: Provider<Mailer>) {}
}
private final class Mailer: Sendable { init(client: HTTPClient, templates: Templates?) {} }
private final class Templates: Sendable { init(folder: URL) {} }
private final class ReminderRound: Sendable { init(desk: LoanDesk, mail: Mailer, clock: any Clock) {} }
private protocol Route: Sendable {}
private final class BookRoutes: Route { init(catalogue: any Catalogue, log: RequestLog) {} }
private final class LoanRoutes: Route { init(desk: LoanDesk, session: Session) {} }
private final class MemberRoutes: Route { init(members: MemberRegister, session: Session) {} }
private final class Router: Sendable { init(routes: [any Route], metrics: Metrics) {} }
private final class Server: Sendable { init(router: Provider<Router>, migrations: Migrations, logger: Logger) {} }
private final class Reports: Sendable { init(_ pool: ConnectionPool) {} }

private struct DatabaseModule: Module {
  func register(in container: Container) throws {
    try container.register(initializer: DatabaseLocation.init).asTransient()
    try container.register(initializer: ConnectionPool.init).asSingleton().eager()
    try container.register(initializer: Transaction.init).asScoped(to: "request")
    try container.register(initializer: Migrations.init).asTransient()
  }
}

private struct CatalogueModule: Module {
  func register(in container: Container) throws {
    try container.register(initializer: LiveCatalogue.init).asTransient().implements((any Catalogue).self) { $0 }
    try container.decorate((any Catalogue).self, initializer: CountedCatalogue.init)
    try container.register(initializer: SearchIndex.init).asSingleton()
    try container.register(initializer: Tokenizer.init).asTransient()
    try container.register(initializer: CoverCache.init).asWeak()
    try container.contribute((any Route).self, initializer: BookRoutes.init)
  }
}

private struct LoanModule: Module {
  func register(in container: Container) throws {
    try container.register(initializer: LoanRules.init).asSingleton()
    try container.register(initializer: LoanDesk.init).asTransient()
    try container.register(initializer: ReminderRound.init).asTransient()
    try container.contribute((any Route).self, initializer: LoanRoutes.init)
  }
}

private struct MemberModule: Module {
  func register(in container: Container) throws {
    try container.register(initializer: MemberRegister.init).asTransient()
    try container.register(initializer: Session.init).asScoped(to: "request")
    try container.register(initializer: TokenVault.init).asSingleton()
    try container.contribute((any Route).self, initializer: MemberRoutes.init)
  }
}

private struct ServerModule: Module {
  func register(in container: Container) throws {
    try container.register(initializer: Settings.init).asSingleton()
    try container.register(initializer: Logger.init).asSingleton()
    try container.register(initializer: Metrics.init).asSingleton()
    try container.register(initializer: WallClock.init).asSingleton().implements((any Clock).self) { $0 }
    try container.register(initializer: HTTPClient.init).asSingleton()
    try container.register(initializer: Mailer.init).asTransient()
    try container.register(URL.self) { URL(fileURLWithPath: "/templates") }.asSingleton()
    try container.register(initializer: Templates.init).asSingleton()
    try container.register(initializer: Router.init).asTransient()
    try container.register(initializer: Server.init).asSingleton()
    try container.register(Reports.self) { resolver in Reports(try await resolver.resolve()) }.asTransient()
  }
}

private struct RequestModule: Module {
  func register(in container: Container) throws {
    try container.register(initializer: Request.init).asScoped(to: "request")
    try container.register(initializer: RequestLog.init).asTransient()
  }
}

/// Mistakes of many kinds, for a report that has something to say.
private enum Mistake {
  final class Reader: Sendable { init(search: Finder, printer: Printer) {} }
  final class Printer: Sendable { init(reader: Reader, fonts: [Font]) {} }
  final class Font: Sendable { init() {} }
  final class Finder: Sendable { init(draft: Draft, index: any Index) {} }
  final class Draft: Sendable { init() {} }
  protocol Index: Sendable {}
  final class Notes: Sendable { init(index: any Index, sync: Sync?) {} }
  final class Sync: Sendable { init() {} }
  final class Archive: Sendable { init(draft: Draft, bus: Bus) {} }
  final class Bus: Sendable { init() {} }
  final class Player: Sendable { init(bus: Bus) {} }
  final class Importer: Sendable { init(_ notes: Notes) {} }
  final class Exporter: Sendable { init(count: Int) {} }
  final class Sharing: Sendable { init(exporter: Exporter) {} }
  final class Keeper: Sendable { init(container: Container) {} }
}

enum BookShop {
  /// The server as one of its requests sees it.
  static func container() throws -> Container {
    let container = Container()
    try container.register(module: ServerModule())
    try container.register(module: DatabaseModule())
    let request = container.makeChild(named: "request")
    try request.register(module: RequestModule())
    try request.register(module: CatalogueModule())
    try request.register(module: MemberModule())
    try request.register(module: LoanModule())
    return request
  }

  /// A container with a cycle, missing and captive dependencies, opaque closures, hints and a silenced finding.
  static func faulty() throws -> Container {
    let container = Container()
    try container.register(initializer: Mistake.Reader.init)
    try container.register(initializer: Mistake.Printer.init)
    try container.contribute(initializer: Mistake.Font.init)
    try container.register(initializer: Mistake.Finder.init).asSingleton()
    try container.register(initializer: Mistake.Draft.init).asScoped()
    try container.register(initializer: Mistake.Notes.init)
    try container.register(initializer: Mistake.Archive.init).asSingleton()
      .allowing(.captiveDependency, because: "the archive stores drafts, and never uses them")
    try container.register(initializer: Mistake.Bus.init)
    try container.register(initializer: Mistake.Player.init).asSingleton()
    try container.register(Mistake.Importer.self) { resolver in Mistake.Importer(try resolver.resolve()) }
    try container.register(Mistake.Exporter.self) { (count: Int) in Mistake.Exporter(count: count) }
    try container.register(initializer: Mistake.Sharing.init).allowing(.cycle, because: "there was one")
    try container.register(initializer: Mistake.Keeper.init).asSingleton()
    return container
  }

  static func faultyReport() throws -> GraphReport {
    try faulty().graphReport(roots: Mistake.Reader.self, Mistake.Importer.self, Mistake.Sharing.self)
  }
}
