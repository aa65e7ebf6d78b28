import Nexus

protocol Reader {}
protocol Writer {}
final class File: Reader, Writer {
  init() {}
}

func fill(_ container: Container) throws {
  #if RIGHT
    try container.register(initializer: File.init).implements((any Reader).self).implements((any Writer).self)
  #else
    try container.register(initializer: File.init).implements((any Reader).self, (any Writer).self)
  // error: cannot convert value of type '(any Writer).Type' to expected argument type '@Sendable (File) throws -> any Reader'
  #endif
}
