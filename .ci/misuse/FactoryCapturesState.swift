import Astroject

final class Session {
  var user = ""
}

func register(in container: Container) throws {
  #if RIGHT
    try container.register(Session.self) { Session() }
  #else
    let session = Session()
    try container.register(Session.self) { session }
  // error: capture of 'session' with non-Sendable type 'Session' in a '@Sendable' closure
  #endif
}
