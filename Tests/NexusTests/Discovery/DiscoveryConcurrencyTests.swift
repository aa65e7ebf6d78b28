import Astroject
import Foundation
import Nexus
import TestSupport
import Testing

@Suite("Discovery on several threads at the same time", .ownThreads)
struct DiscoveryConcurrencyTests {
  @Test func `one of 8 threads that discover a type registers it, and all share its singleton`() async throws {
    for _ in 0..<5 {
      let container = Container()
      let instances = Mutable<[ObjectIdentifier: Int]>([:])
      let registered = Mutable(0)
      await onThreads(8) {
        let found = try container.registerFound { $0 is any FoundService.Type }
        let service = try container.resolve((any FoundService).self)
        instances.change { $0[ObjectIdentifier(service as AnyObject), default: 0] += 1 }
        registered.change { $0 += found.registered.count }
      }
      #expect(instances.value.values.map { $0 } == [8])
      #expect(registered.value == 1)
    }
  }

  @Test func `a registration by hand wins over a discovery on other threads at the same time`() async throws {
    struct Other: FoundService {}
    for _ in 0..<5 {
      let container = Container()
      let hasRegistered = Mutable(false)
      await onThreads(4) {
        let mine = hasRegistered.change { known in
          defer { known = true }
          return !known
        }
        if mine {
          try container.register((any FoundService).self) { Other() }
        } else {
          try container.registerFound { $0 == Found.AsService.self }
        }
      }
      let service = try await container.resolve((any FoundService).self)
      #expect(service is Other)
    }
  }

  @Test func `a factory that 8 threads run at the same time discovers types without an error`() async throws {
    let container = Container()
    try container.register(Int.self) { [weak container] in
      try container?.registerFound()
      return 1
    }.asTransient()
    await onThreads(8) {
      _ = try container.resolve(Int.self)
      _ = try container.resolve(Found.Configured.self)
    }
    #expect(try container.registerFound().registered.isEmpty)
  }

  /// Runs a closure on several threads at the same time, and records each error as an issue.
  private func onThreads(_ count: Int, _ body: @escaping @Sendable () throws -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          await withCheckedContinuation { continuation in
            Thread.detachNewThread {
              do { try body() } catch { Issue.record(error) }
              continuation.resume()
            }
          }
        }
      }
    }
  }
}

/// A value behind a lock.
final class Mutable<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var content: Value

  init(_ value: Value) { content = value }

  var value: Value { lock.withLock { content } }

  @discardableResult
  func change<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&content) }
  }
}

/// Records the locations of registrations.
struct Places: Behavior {
  let locations: Mutable<[String]>

  func didRegister<Product>(
    type: Product.Type, to container: Container, as registration: any Registrable<Product>, with name: String?
  ) {
    locations.change { $0.append(registration.location.description) }
  }
}
