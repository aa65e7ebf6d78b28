import Nexus

@MainActor final class Screen {
  init() {}
}
@MainActor final class Presenter {
  weak var screen: Screen?
  init() {}
}

#if RIGHT
  struct ScreenAssembly: @MainActor Assembly {
    @MainActor func assemble(container: Container) throws {
      try container.register(initializer: Presenter.init).injecting(\.screen)
    }
  }
#else
  struct ScreenAssembly: Assembly {
    func assemble(container: Container) throws {
      try container.register(initializer: Presenter.init).injecting(\.screen)
      // error: cannot form key path to main actor-isolated property 'screen'
    }
  }
#endif
