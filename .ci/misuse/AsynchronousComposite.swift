import Nexus

protocol Notifier: Sendable {}

struct AllNotifiers: Notifier {
  init(_ notifiers: [any Notifier]) async {}
}

func register(in container: Container) throws {
  #if RIGHT
    try container.register((any Notifier).self, composite: Injection(AllNotifiers.init))
  #else
    try container.register((any Notifier).self, composite: AllNotifiers.init)
  // error: cannot pass function of type
  #endif
}
