/// The member who is signed in: registered by this initializer, and so found when something of a request needs it.
extension Member {
  init(of request: RequestInfo, in register: MemberRegister) async throws {
    guard let token = request.token, let member = try await register.member(withToken: token) else {
      throw Refusal.notSignedIn
    }
    self = member
  }
}
