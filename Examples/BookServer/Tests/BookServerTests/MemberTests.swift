import AstrojectTesting
import Testing

@testable import BookServer

@Suite("Members", .container(TestServer.makeContainer))
struct MemberTests {
  @Test func `a member is recognized by the token received on joining`() async throws {
    try await Container.current.serve { client in
      let ann = try await client.joined(as: "ann")
      let bob = try await client.joined(as: "bob")
      #expect(try await ann.get("/me") == Profile(name: "ann", email: "ann@example.org"))
      #expect(try await bob.get("/me", as: Profile.self).name == "bob")
    }
  }

  @Test func `joining is refused if the email address belongs to a member already`() async throws {
    try await Container.current.serve { client in
      _ = try await client.joined(as: "ann")
      let again = NewMember(name: "anna", email: "ann@example.org")
      #expect(
        try await client.refusal(.conflict, .post, "/members", again) == "ann@example.org already belongs to a member.")
    }
  }

  @Test(arguments: [nil, "wrong"])
  func `a request for a profile or for loans is refused without a valid token`(token: String?) async throws {
    try await Container.current.serve { client in
      let stranger = Client(http: client.http, token: token)
      for page in ["/me", "/loans"] {
        let text = try await stranger.refusal(.unauthorized, .get, page)
        #expect(text == "Sign in first.")
      }
    }
  }
}
