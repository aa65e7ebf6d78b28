import Testing

@testable import Astroject

@Suite("The slots of a tree")
struct TreeSlotsTests {
  private let build = Build(parent: nil, of: .passUnretained(TreeSlotsTests.registration))

  private static let registration = Blueprint(Recipe<Void, Int>.leaf { 1 }, place: .unknown)

  private func node(_ number: UInt) -> Tree.Plain { Tree.Plain(blueprint: number, container: 0) }

  private func places(_ slots: TreeSlots, _ node: Tree.Plain) -> Int? {
    if case .vacant(let places) = slots.claim(node) { places } else { nil }
  }

  /// Begins a build that is there for the test alone.
  private func begin(_ slots: inout TreeSlots, _ number: UInt, places: Int) -> Bool {
    slots.begin(.passUnretained(build), of: node(number), places: places)
  }

  private func product(_ slots: TreeSlots, _ node: Tree.Plain) -> Int? {
    if case .product(let product) = slots.claim(node) { product.value(as: Int.self) } else { nil }
  }

  @Test("give back what was built, few or many", arguments: [1, 32, 33, 200] as [UInt])
  func many(count: UInt) throws {
    var slots = TreeSlots()
    for number in 0..<count {
      let vacant = try #require(places(slots, node(number)))
      let begins = begin(&slots, number, places: vacant)
      let waiting = slots.end(node(number), with: ProductBox(Int(number)))
      #expect(begins && waiting == nil)
    }
    for number in 0..<count { #expect(product(slots, node(number)) == Int(number)) }
    #expect(places(slots, node(count)) != nil)
    #expect(places(slots, Tree.Plain(blueprint: 0, container: 1)) != nil)
  }

  @Test("let the second of two begin no build")
  func race() throws {
    var slots = TreeSlots()
    let vacant = try #require(places(slots, node(1)))
    let begun = [1, 1, 2].map { begin(&slots, $0, places: vacant) }
    #expect(begun == [true, false, true])
  }

  @Test("have a slot of its own for a build that others ask about, and for what became of it")
  func inflating() throws {
    var slots = TreeSlots()
    _ = begin(&slots, 1, places: 0)
    let (slot, isNew) = slots.slot(for: node(1))
    #expect(!isNew)
    guard case .wait(let waiter) = slot.claim(by: nil, synchronously: true) else {
      Issue.record("somebody builds it")
      return
    }
    defer { waiter.withdraw() }
    let waiting = slots.end(node(1), with: ProductBox(1))
    #expect(waiting === slot)
    _ = begin(&slots, 2, places: 1)
    _ = slots.end(node(2), with: ProductBox(2))
    let (second, _) = slots.slot(for: node(2))
    #expect(second.product?.value(as: Int.self) == 2)
  }

  @Test("forget at the end of the tree what was built, and not what is being built")
  func end() throws {
    var slots = TreeSlots()
    _ = begin(&slots, 1, places: 0)
    _ = begin(&slots, 2, places: 1)
    _ = slots.end(node(2), with: ProductBox(2))
    var held: [AnyProduct] = []
    for rest in [slots.underWay(), slots.weakened(&held)] {
      #expect(places(rest, node(1)) == nil)
      #expect(places(rest, node(2)) != nil)
    }
    #expect(held.map { $0.value(as: Int.self) } == [2])
  }
}
