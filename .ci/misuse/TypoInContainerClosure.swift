import Nexus

struct Notes {}

// The error is at the mistake, and not at the initializer of the container.
func makeContainer() throws -> Container {
  try Container { container in
    #if RIGHT
      try container.register(initializer: Notes.init).asSingleton()
    #else
      try container.register(initializer: Notes.init).asSingelton()
    // error: value of type 'Registration<Notes>' has no member 'asSingelton'
    #endif
    try container.register(instance: 5)
  }
}

func makeContainer(in old: Container) throws -> Container {
  try Container(fallback: old) { container in
    #if RIGHT
      try container.register(initializer: Notes.init)
    #else
      try container.register(initialiser: Notes.init)
    // error: extraneous argument label 'initialiser:' in call
    #endif
  }
}
