import ArgumentParser
import AstrojectTesting
import Foundation
import Logging
import Singularity
import Testing

@testable import BookServer

@Suite("Settings")
struct SettingsTests {
  private func makeContainer(_ options: String...) throws -> Container { try BookServer.parse(options).makeContainer() }

  private func mailer(in container: Container) async throws -> any Mailer {
    try await container.withChild(
      named: RequestInfo.scope, given: RequestInfo(job: "test"),
      RequestLogger(logger: container.resolve(Logger.self, name: "server"))
    ) { try $0.resolve(Mailer.self) }
  }

  @Test func `the graph of the server is valid with services.json alone and with each environment over it`() {
    expectValidResource(
      "services", in: .module, environments: ["development", "staging"],
      roots: Settings.self, Catalogue.self, LoanDesk.self, ReminderRound.self
    ) { try Container { try $0.register(module: AppModule()) } }
  }

  @Test func `the mailer is OutboxMailer by default and LoggingMailer in staging`() async throws {
    let base = try await mailer(in: makeContainer())
    #expect((base as? OutboxMailer)?.folder == "outbox")
    let staging = try await mailer(in: makeContainer("--environment", "staging"))
    #expect(staging is LoggingMailer)
  }

  @Test func `staging changes no setting except the mailer`() throws {
    let (base, staging) = (try makeContainer(), try makeContainer("--environment", "staging"))
    func expectEqual<Value: Equatable>(_ type: Value.Type) throws {
      #expect(try staging.resolve(type) == base.resolve(type))
    }
    try expectEqual(Settings.self)
    try expectEqual(Logger.Level.self)
    try expectEqual(DatabaseLocation.self)
    try expectEqual(LoanRules.self)
    #expect(try base.resolve(WallClock.self) is SystemClock)
    #expect(try staging.resolve(WallClock.self) is SystemClock)
  }

  @Test func `development changes no setting except the page of the graph`() throws {
    var settings = try makeContainer().resolve(Settings.self)
    #expect(!settings.servesGraph)
    settings.servesGraph = true
    #expect(try makeContainer("--environment", "development").resolve(Settings.self) == settings)
  }

  @Test func `the server wired by hand has the settings and the mailer of services.json`() async throws {
    let (app, container) = (HandWiredApp(), try makeContainer())
    #expect(try await app.settings == container.resolve(Settings.self))
    #expect(try await app.database == container.resolve(DatabaseLocation.self))
    #expect(try await app.rules == container.resolve(LoanRules.self))
    #expect(try await app.logger.logLevel == container.resolve(Logger.Level.self))
    let mailer = try await mailer(in: container)
    #expect((app.mailer as? OutboxMailer)?.folder == (mailer as? OutboxMailer)?.folder)
  }

  @Test(arguments: [[], ["--environment", "staging"]])
  func `a command-line option replaces a value of the settings files`(environment: [String]) throws {
    let options = ["--port", "0", "--database", "books.sqlite", "--log-level", "error"]
    let container = try BookServer.parse(environment + options).makeContainer()
    #expect(try container.resolve(Settings.self).port == 0)
    #expect(try container.resolve(DatabaseLocation.self) == .file(path: "books.sqlite"))
    #expect(try container.resolve(Logger.self, name: "server").logLevel == .error)
  }

  @Test func `an override replaces a registration from a settings file`() async throws {
    let container = try makeContainer("--environment", "staging").overriding { overrides in
      try overrides.replace(Mailer.self) { LetterBox() }
      try overrides.replace(DatabaseLocation.self) { DatabaseLocation.memory }
      try overrides.replace(LoanRules.self) { LoanRules(limit: 1, days: 7) }
      try overrides.replace(Logger.Level.self) { Logger.Level.critical }
    }
    let mailer = try await mailer(in: container)
    #expect(mailer is LetterBox)
    try await container.serve { client in
      for title in ["Dune", "Emma"] {
        let _: Book = try await client.post("/books", NewBook(title: title, author: "Anonymous"))
      }
      let ann = try await client.joined(as: "ann")
      let loan: Loan = try await ann.post("/loans", NewLoan(book: 1))
      #expect(loan.dueAt == loan.lentAt.addingTimeInterval(7 * 86_400))
      let text = try await ann.refusal(.conflict, .post, "/loans", NewLoan(book: 2))
      #expect(text == "Return a book first: you may borrow only 1 at a time.")
    }
  }

  // Only a hang reaches the limit.
  @Test(.timeLimit(.minutes(10)))
  func `the server fails and suggests the similar environment if an environment has no file`() async throws {
    let server = try BookServer.parse(["--environment", "stagng", "--port", "0"])
    let error = try #require(await #expect(throws: ResourceError.self) { try await server.run() })
    #expect(error.findings.map(\.rule) == [.unknownEnvironment])
    #expect(error.findings.first?.nearMatches == ["staging"])
    // `main` prints this to standard error.
    #expect(BookServer.fullMessage(for: error) == "Error: \(error)")
    #expect(BookServer.exitCode(for: error) == .failure)
  }

  @Test func `services.schema.json equals the schema that the container generates`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/BookServer/Resources/services.schema.json")
    let schema = try makeContainer().resourceSchema() + "\n"
    if ProcessInfo.processInfo.environment["ASTROJECT_RECORD"] == "1" {
      try schema.write(to: file, atomically: true, encoding: .utf8)
    }
    let isCurrent = try String(contentsOf: file, encoding: .utf8) == schema
    #expect(isCurrent, "Run this test with ASTROJECT_RECORD=1 to write the current schema.")
  }
}
