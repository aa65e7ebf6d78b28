#if RIGHT
  import Nexus
#else
  import Astroject
#endif

final class Notes: Sendable {
  init() {}
}

func fill(_ container: Container) throws {
  try container.register(initializer: Notes.init)
  // error: extraneous argument label 'initializer:' in call
  try container.register(Notes.self, initializer: Notes.init)
  // error: extra argument 'initializer' in call
}
