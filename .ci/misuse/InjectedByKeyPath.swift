import Nexus

struct Storage: Sendable {}

struct Registry {
  let storage = Storage()
}

final class Notes {
  #if RIGHT
    @Inject var storage: Storage
  #else
    @Inject(\.storage) var storage
  // error: missing argument label 'key:' in call
  // error: generic parameter 'Value' could not be inferred
  // error: cannot infer key path type from context; consider explicitly specifying a root type
  #endif

  init() {}
}
