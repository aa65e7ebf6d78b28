import Nexus

struct MemberModule: Module {
  func register(in container: Container) throws {
    try container.register(initializer: MemberRegister.init).asTransient()
    try container.register(initializer: Member.init(of:in:)).asScoped(to: RequestInfo.scope)
  }
}
