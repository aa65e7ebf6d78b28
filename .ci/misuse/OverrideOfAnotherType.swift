import Astroject
import AstrojectTesting

protocol Client: Sendable {}
struct MockClient: Client {}
struct Clock {}

func fork(_ app: Container) throws -> Container {
  try app.overriding { overrides in
    #if RIGHT
      try overrides.replace((any Client).self) { MockClient() }
    #else
      try overrides.replace((any Client).self) { Clock() }
    // error: cannot convert value of type 'Clock' to closure result type 'any Client'
    #endif
  }
}
