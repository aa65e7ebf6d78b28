import Astroject

@MainActor
final class ViewModel {
  init() {}
}

func register(in container: Container) throws {
  #if RIGHT
    try container.register(ViewModel.self) { @MainActor in ViewModel() }
  #else
    try container.register(ViewModel.self) { resolver in ViewModel() }
  // error: call to main actor-isolated initializer 'init()' in a synchronous nonisolated context
  #endif
}
