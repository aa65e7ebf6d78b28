import TestSupport
import Testing

@testable import Astroject

private protocol Offer: AnyObject, Sendable {}

private final class Product: Offer {}

/// A key that runs a closure when it is compared.
private struct Watched: Hashable, Sendable {
  var compare: @Sendable () -> Void = {}

  static func == (left: Watched, right: Watched) -> Bool {
    right.compare()
    return true
  }

  func hash(into hasher: inout Hasher) {}
}

@Suite("Registrations that are being replaced", .ownThreads)
struct FindingTests {
  private let container = Container()

  @Test(arguments: [true, false])
  func `a registration that is being replaced always resolves during another thread's transaction`(
    byAssembling isAssembling: Bool
  ) async throws {
    try container.register(Product.self) { Product() }
    let (isInTransaction, isOver) = (Gate(), Gate())
    try await onThreads(4) { number in
      switch number {
      case 0:
        try container.transaction {
          isInTransaction.open()
          isOver.wait()
        }
      case 1:
        isInTransaction.wait()
        defer { isOver.open() }
        for _ in rounds(5000) {
          if isAssembling {
            try container.transaction { _ = try container.register(Product.self) { Product() }.asSingleton() }
          } else {
            try container.register(Product.self) { Product() }
          }
        }
      default:
        isInTransaction.wait()
        while !isOver.isOpen { _ = try container.resolve(Product.self) }
      }
    }
  }

  /// A change that another thread makes while a forwarded type is resolved.
  enum Change: CaseIterable {
    /// Transactions replace the forwarding together with its target.
    case replacement
    /// A forwarding is added to a registration of the type, and removed.
    case shadowing
  }

  @Test(arguments: [Crowd(threads: 3), Crowd(tasks: 3)], Change.allCases)
  func `a type always resolves while forwardings of it are replaced`(crowd: Crowd, change: Change) async throws {
    let forward = {
      _ = try container.register(Product.self) { Product() }.asDisposableSingleton().implements((any Offer).self)
    }
    let act = {
      switch change {
      case .replacement: try container.transaction(forward)
      case .shadowing:
        try forward()
        container.unregister(Product.self)
      }
    }
    if change == .shadowing { try container.register((any Offer).self) { Product() } }
    try act()
    let isOver = Gate()
    async let results = crowd.run { _ in
      while !isOver.isOpen {
        _ = try container.resolve((any Offer).self)
        let count = try container.resolveAll((any Offer).self).count
        #expect(count == 1 || count == 2 && change == .shadowing)
      }
    } asynchronous: { _ in
      while !isOver.isOpen {
        _ = try await container.resolve((any Offer).self)
        let count = try await container.resolveAll((any Offer).self).count
        #expect(count == 1 || count == 2 && change == .shadowing)
        await Task.yield()
      }
    }
    for _ in rounds(change == .replacement ? 1000 : 500) { try act() }
    isOver.open()
    for result in await results { try result.get() }
  }

  @Test func `a forwarding resolves to its target after several threads replaced both at the same time`() async throws {
    for _ in rounds(500) {
      let container = Container()
      try await onThreads(3) { _ in
        try container.register(Product.self) { Product() }.asSingleton().implements((any Offer).self)
      }
      let (offer, product) = try synchronously {
        (try container.resolve((any Offer).self), try container.resolve(Product.self))
      }
      #expect(offer === product)
      #expect(try await container.resolveAll((any Offer).self).count == 1)
    }
  }

  @Test(arguments: Call.allCases, [false, true])
  func `a forwarding resolves although transactions replace it and its target between the looks at the two`(
    call: Call, asCollection isCollection: Bool
  ) async throws {
    let isLooking = Gate()
    let (busy, replacements) = (Guarded(false), Counter())
    @Sendable func replace() throws {
      try container.transaction {
        let compare = { @Sendable in
          // A replacement compares the keys, too.
          if busy.exchange(true) { return }
          defer { busy.withLock { $0 = false } }
          guard isLooking.isOpen, replacements.value < 20 else { return }
          replacements.increment()
          #expect(throws: Never.self) { try replace() }
        }
        _ = try container.register(Product.self, key: Watched(compare: compare)) { Product() }.asSingleton()
          .implements((any Offer).self)
      }
    }
    // From the second one on, the key of the target is compared with another value.
    for _ in 0..<2 { try replace() }
    isLooking.open()
    if isCollection {
      #expect(try await call.resolveAll((any Offer).self, in: container).count == 1)
    } else {
      _ = try await call.resolve((any Offer).self, key: Watched(), in: container)
    }
    #expect(replacements.value == 20)
  }
}
