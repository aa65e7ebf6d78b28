import GRDB
import Hummingbird

struct Member: Codable, FetchableRecord, MutablePersistableRecord, Equatable {
  private(set) var id: Int64?
  let name: String
  let email: String
  /// What a client shows to be taken for this member.
  let token: String

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// What a client says of somebody who joins.
struct NewMember: Codable {
  let name: String
  let email: String
}

/// What a client is told when somebody has joined: the token, this once.
struct Welcome: ResponseCodable {
  let id: Int64?
  let token: String
}

/// What members are told of themselves.
struct Profile: ResponseCodable, Equatable {
  let name: String
  let email: String
}
