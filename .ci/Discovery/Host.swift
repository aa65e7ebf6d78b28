import Nexus

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// An app that discovers types before and after it loads libraries: one without Swift, and some with discoverable types.
// It prints the types that it finds.

final class Engine: Injectable {}

struct Wheel {}

extension Wheel: Injectable {}

@main
enum Host {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count > 2 else { return print("usage: host PLAIN PLUGIN PLUGIN...") }
    print("At first: \(try names())")

    try load(arguments[0])
    print("After a library without Swift: \(try names())")

    let container = Container()
    try container.registerDiscovered()
    try load(arguments[1])
    print("After a library with a type: \(try names())")
    print("What a container finds of it that has discovered before: \(try names(in: container))")

    // Loads the other libraries while tasks search for types.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<200 { _ = try names() } }
      }
      group.addTask { for library in arguments.dropFirst(2) { try load(library) } }
      try await group.waitForAll()
    }
    print("After more of the kind, loaded meanwhile: \(try names())")
  }

  static func names(in container: Container = Container()) throws -> String {
    try container.registerDiscovered().registered.map(\.name).joined(separator: ", ")
  }

  static func load(_ library: String) throws {
    struct NotLoaded: Error { let reason: String }
    if dlopen(library, RTLD_NOW) == nil {
      throw NotLoaded(reason: dlerror().map { String(cString: $0) } ?? library)
    }
  }
}
