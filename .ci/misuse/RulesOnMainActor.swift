import Nexus

@MainActor final class Editor {
  init(page: Int) {}
}

func fill(_ container: Container) throws {
  #if RIGHT
    try container.register(initializer: Injection(Editor.init, with: .argument))
  #else
    try container.register(initializer: Editor.init, with: .argument)
  // error: converting function value of type '@MainActor @Sendable (Int) -> Editor' to '@Sendable (Int) -> Editor' loses global actor 'MainActor'
  #endif
}
