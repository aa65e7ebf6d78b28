import AstrojectTesting
import Foundation
import Logging
import ServiceLifecycle
import Testing

@testable import BookServer

@Suite("Reminders", .container(TestServer.makeContainer))
struct ReminderTests {
  private let container = Container.current

  private func lend(_ titles: String..., to name: String) async throws {
    try await perform { container in
      let member = try await container.resolve(MemberRegister.self).join(NewMember(name: name, email: name))
      for title in titles {
        let book = try await container.resolve(Catalogue.self).add(NewBook(title: title, author: "Anonymous"))
        let desk = try await container.resolve(LoanDesk.self, arguments: member)
        _ = try await desk.lend(try #require(book.id))
      }
    }
  }

  private func remind() async throws {
    try await perform { container in try await container.resolve(ReminderRound.self).run() }
  }

  private func perform(_ work: (Container) async throws -> Void) async throws {
    try await container.withRequest(RequestInfo(job: "test"), container.resolve(Logger.self, name: "server"), work)
  }

  private var clock: StoppedClock {
    get async throws { try #require(try await container.resolve(WallClock.self) as? StoppedClock) }
  }

  private var box: LetterBox {
    get async throws { try #require(try await container.resolve(Mailer.self) as? LetterBox) }
  }

  @Test func `a member gets one reminder of an overdue book, and none before it is overdue`() async throws {
    try await lend("Emma", to: "ann")
    try await clock.move(days: 14)
    try await remind()
    #expect(try await box.letters.isEmpty)

    try await clock.move(days: 1)
    try await remind()
    try await remind()
    #expect(try await box.letters == [Letter(address: "ann", text: "Dear ann, please bring back “Emma”.")])
  }

  @Test func `a failed reminder is sent in the next round, and sent reminders are not repeated`() async throws {
    try await lend("Emma", "Dune", to: "ann")
    try await clock.move(days: 15)
    try await box.makeRoom(for: 1)
    await #expect(throws: LetterBox.Full.self) { try await remind() }
    try await box.makeRoom(for: 9)
    try await remind()
    #expect(try await box.letters.map(\.text) == ["Emma", "Dune"].map { "Dear ann, please bring back “\($0)”." })
  }

  @Test func `OutboxMailer writes each letter to a separate file in its folder`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let letters = ["Emma", "Dune"].map { Letter(address: "ann", text: $0) }
    for letter in letters { try await OutboxMailer(folder: folder.path).send(letter) }
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let sent = try files.map { try JSONDecoder().decode(Letter.self, from: Data(contentsOf: $0)) }
    #expect(sent.count == 2 && letters.allSatisfy(sent.contains))
  }

  @Test func `the running server sends a reminder when a loan becomes overdue`() async throws {
    let (clock, box) = (try await clock, try await box)
    try await lend("Emma", to: "ann")
    try await container.serve { _ in
      await clock.waitForSleeper()
      #expect(await box.letters.isEmpty)
      clock.move(days: 15)
      await clock.waitForSleeper()
      #expect(await box.letters.count == 1)
    }
  }
}
