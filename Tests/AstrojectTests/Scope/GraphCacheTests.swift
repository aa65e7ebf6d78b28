import Testing

@testable import Astroject

@Suite("The graph-scoped instances of a tree")
struct GraphCacheTests {
  private let build = Build.bare(of: GraphCacheTests.registration)

  private static let registration = Blueprint(Recipe<Void, Int>.leaf { 1 }, location: .unknown)

  private func node(_ number: UInt) -> Tree.Plain { Tree.Plain(blueprint: number, container: 0) }

  private func vacancy(_ cache: GraphCache, _ node: Tree.Plain) -> Int? {
    if case .vacant(let count) = cache.claim(node) { count } else { nil }
  }

  /// Begins a build that is there for the test alone.
  private func begin(_ cache: inout GraphCache, _ number: UInt, count: Int) -> Bool {
    cache.begin(.passUnretained(build), of: node(number), count: count)
  }

  private func product(_ cache: GraphCache, _ node: Tree.Plain) -> Int? {
    if case .product(let product) = cache.claim(node) { product.value(as: Int.self) } else { nil }
  }

  @Test("give back what was built, few or many", arguments: [1, 32, 33, 200] as [UInt])
  func many(count: UInt) throws {
    var cache = GraphCache()
    for number in 0..<count {
      let vacant = try #require(vacancy(cache, node(number)))
      let begins = begin(&cache, number, count: vacant)
      let waiting = cache.end(node(number), with: ProductBox(Int(number)))
      #expect(begins && waiting == nil)
    }
    for number in 0..<count { #expect(product(cache, node(number)) == Int(number)) }
    #expect(vacancy(cache, node(count)) != nil)
    #expect(vacancy(cache, Tree.Plain(blueprint: 0, container: 1)) != nil)
  }

  @Test("let the second of two begin no build")
  func race() throws {
    var cache = GraphCache()
    let vacant = try #require(vacancy(cache, node(1)))
    let begun = [1, 1, 2].map { begin(&cache, $0, count: vacant) }
    #expect(begun == [true, false, true])
  }

  @Test("have a slot of its own for a build that others ask about, and for what became of it")
  func inflating() throws {
    var cache = GraphCache()
    _ = begin(&cache, 1, count: 0)
    let (slot, isNew) = cache.slot(for: node(1))
    #expect(!isNew)
    guard case .wait(let waiter) = slot.claim(by: nil, synchronously: true) else {
      Issue.record("somebody builds it")
      return
    }
    defer { waiter.withdraw() }
    let waiting = cache.end(node(1), with: ProductBox(1))
    #expect(waiting === slot)
    _ = begin(&cache, 2, count: 1)
    _ = cache.end(node(2), with: ProductBox(2))
    let (second, _) = cache.slot(for: node(2))
    #expect(second.product?.value(as: Int.self) == 2)
  }

  @Test("forget at the end of the tree what was built, and not what is being built")
  func end() throws {
    var cache = GraphCache()
    _ = begin(&cache, 1, count: 0)
    _ = begin(&cache, 2, count: 1)
    _ = cache.end(node(2), with: ProductBox(2))
    var held: [AnyProduct] = []
    for rest in [cache.underWay(), cache.weakened(&held)] {
      #expect(vacancy(rest, node(1)) == nil)
      #expect(vacancy(rest, node(2)) != nil)
    }
    #expect(held.map { $0.value(as: Int.self) } == [2])
  }
}
