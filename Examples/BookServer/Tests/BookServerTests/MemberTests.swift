import AstrojectTesting
import Testing

@testable import BookServer

@Suite("Members", .container(TestServer.makeContainer))
struct MemberTests {
  @Test("join, and are known by the token that they got")
  func join() async throws {
    try await Container.current.serve { client in
      let ann = try await client.joined(as: "ann")
      let bob = try await client.joined(as: "bob")
      #expect(try await ann.get("/me") == Profile(name: "ann", email: "ann@example.org"))
      #expect(try await bob.get("/me", as: Profile.self).name == "bob")
    }
  }

  @Test("join once with one address")
  func joinTwice() async throws {
    try await Container.current.serve { client in
      _ = try await client.joined(as: "ann")
      let again = NewMember(name: "anna", email: "ann@example.org")
      #expect(try await client.refusal(.conflict, .post, "/members", again) == "ann@example.org is a member's already.")
    }
  }

  @Test("are nobody without a token, or with a wrong one", arguments: [nil, "wrong"])
  func strangers(token: String?) async throws {
    try await Container.current.serve { client in
      let stranger = Client(http: client.http, token: token)
      for page in ["/me", "/loans"] {
        let text = try await stranger.refusal(.unauthorized, .get, page)
        #expect(text == "Sign in first.")
      }
    }
  }
}
