import Foundation
import GRDB
import Logging

/// The members of the library.
struct MemberRegister: Sendable {
  let transaction: Transaction
  let logger: Logger

  func join(_ new: NewMember) async throws -> Member {
    let member = try await transaction.perform { db in
      guard try Member.filter(Column("email") == new.email).isEmpty(db) else {
        throw Refusal.emailIsTaken(new.email)
      }
      return try Member(name: new.name, email: new.email, token: UUID().uuidString).inserted(db)
    }
    logger.info("A member has joined", metadata: ["name": "\(member.name)"])
    return member
  }

  func member(withToken token: String) async throws -> Member? {
    try await transaction.perform { db in try Member.filter(Column("token") == token).fetchOne(db) }
  }
}
