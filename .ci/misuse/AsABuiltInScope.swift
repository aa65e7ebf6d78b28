import Nexus

func fill(_ container: Container) throws {
  #if RIGHT
    try container.register(Int.self) { 3 }.asSingleton()
  #else
    try container.register(Int.self) { 3 }.as(.singleton)
  // error: generic parameter 'Other' could not be inferred
  #endif
}
