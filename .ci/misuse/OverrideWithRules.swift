import AstrojectTesting
import Nexus

protocol Client: Sendable {}

struct MockClient: Client {
  init(delay: Int) {}
}

func fork(_ app: Container) throws -> Container {
  try app.overriding { overrides in
    #if RIGHT
      try overrides.replace((any Client).self, initializer: Injection(MockClient.init(delay:), with: .value(1)))
    #else
      try overrides.replace((any Client).self, initializer: MockClient.init(delay:), with: .value(1))
    // error: extra argument 'with' in call
    // error: cannot infer contextual base in reference to member 'value'
    #endif
  }
}
