import Nexus

// A module that the program links twice: two copies of this library are loaded.

/// A type that is registered by one copy, and asked for by the other.
public struct Token {}
/// A generic type.
public struct Ring<Element> {}
/// A protocol.
public protocol Key {}
struct Brass: Key {}

/// A way to call a function of one copy without its types.
@_cdecl("registerTwins")
public func registerTwins(_ container: UnsafeRawPointer) {
  let container = Unmanaged<Container>.fromOpaque(container).takeUnretainedValue()
  do {
    try container.register(Token.self) { Token() }
    try container.register((any Key).self) { Brass() }
    try container.register(Ring<Token>.self) { Ring() }
  } catch { print(error) }
}

/// Resolves the types of this copy, and prints what happens.
@_cdecl("resolveTwins")
public func resolveTwins(_ container: UnsafeRawPointer) {
  let container = Unmanaged<Container>.fromOpaque(container).takeUnretainedValue()
  func tell<Product>(_ type: Product.Type) {
    do {
      _ = try container.resolve(type)
      print("\(type) was resolved")
    } catch { print(error) }
  }
  tell(Token.self)
  tell((any Key).self)
  tell(Ring<Token>.self)
}
