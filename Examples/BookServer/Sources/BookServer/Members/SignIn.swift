extension Member {
  /// Finds the member who is signed in. The container calls this initializer only for requests that need the member.
  ///
  /// - Throws: ``Refusal/notSignedIn`` if the request has no valid token.
  init(of request: RequestInfo, in register: MemberRegister) async throws {
    guard let token = request.token, let member = try await register.member(withToken: token) else {
      throw Refusal.notSignedIn
    }
    self = member
  }
}
