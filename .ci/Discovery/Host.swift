import Foundation
import Singularity

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// An app that loads two copies of one module, and prints the errors for types that they do not share. Then it discovers
// types before and after it loads libraries, one without Swift, and some with discoverable types, and prints them. A
// resource file has to find the same types.

final class Engine: Injectable {}

struct Wheel {}

extension Wheel: Injectable {}

@main
enum Host {
  static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count > 4 else { return print("usage: host TWIN TWIN PLAIN PLUGIN PLUGIN...") }
    try tellOfTwins(arguments.removeFirst(), arguments.removeFirst())
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
      group.addTask { [arguments] in for library in arguments.dropFirst(2) { try load(library) } }
      try await group.waitForAll()
    }
    print("After more of the kind, loaded meanwhile: \(try names())")
  }

  static func names(in container: Container = Container()) throws -> String {
    let names = try container.registerDiscovered().registered.map(\.name)
    let entries = names.map { "{ \"type\": \"\($0)\" }" }.joined(separator: ",")
    try container.register(json: Data("{ \"registrations\": [\(entries)] }".utf8))
    return names.joined(separator: ", ")
  }

  /// Registers types of one copy of a module, and resolves them as types of another copy, and of the same one.
  static func tellOfTwins(_ library: String, _ other: String) throws {
    typealias Call = @convention(c) (UnsafeRawPointer) -> Void
    let container = Container()
    // The last call follows the remedy: it links one copy alone.
    for (library, name) in [(library, "registerTwins"), (other, "resolveTwins"), (library, "resolveTwins")] {
      guard let function = dlsym(try load(library), name) else { throw NotLoaded(reason: name) }
      unsafeBitCast(function, to: Call.self)(Unmanaged.passUnretained(container).toOpaque())
    }
  }

  struct NotLoaded: Error { let reason: String }

  @discardableResult
  static func load(_ library: String) throws -> UnsafeMutableRawPointer {
    guard let handle = dlopen(library, RTLD_NOW) else {
      throw NotLoaded(reason: dlerror().map { String(cString: $0) } ?? library)
    }
    return handle
  }
}
