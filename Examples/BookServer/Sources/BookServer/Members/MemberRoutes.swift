import Hummingbird

/// The services that the member routes need from a request.
protocol MemberContext: RequestContext {
  var members: MemberRegister { get async throws }
  /// The member who is signed in.
  var member: Member { get async throws }
}

extension Router where Context: MemberContext {
  func addMemberRoutes() {
    post("members") { request, context in
      let new = try await request.decode(as: NewMember.self, context: context)
      let member = try await context.members.join(new)
      return EditedResponse(status: .created, response: Welcome(id: member.id, token: member.token))
    }
    get("me") { _, context in
      let member = try await context.member
      return Profile(name: member.name, email: member.email)
    }
  }
}
