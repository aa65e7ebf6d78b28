import GRDB
import Hummingbird

struct Member: Codable, FetchableRecord, MutablePersistableRecord, Equatable {
  private(set) var id: Int64?
  let name: String
  let email: String
  /// The secret that a client sends to sign in as this member.
  let token: String

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// The body of a request that adds a member.
struct NewMember: Codable {
  let name: String
  let email: String
}

/// The answer to a new member. It is the only answer that contains the token.
struct Welcome: ResponseCodable {
  let id: Int64?
  let token: String
}

/// The name and the address of the member who is signed in.
struct Profile: ResponseCodable, Equatable {
  let name: String
  let email: String
}
