import TestSupport
import Testing

@testable import Astroject

private final class Thing: Sendable {}

@Suite("An instance slot", .ownThreads)
struct InstanceSlotTests {
  private let blueprint = Blueprint(Recipe<Void, Int>.leaf { 1 }, Placement(at: .unknown))
  private func build() -> Build { .bare(of: blueprint) }

  @Test func `a waiter gets the built product even if the slot is filled by hand during the build`() throws {
    let slot = InstanceSlot()
    expectBuild(of: slot, by: build())
    let waiter = try expectWait(for: slot)
    slot.fill(ProductBox(1), order: 1)
    let built = ProductBox(2)
    slot.finish(.product(built), keeping: built, order: 2)
    guard case .product(let product) = waiter.block(), product === built else {
      return fail("the waiter did not get the built product")
    }
  }

  @Test(arguments: [false, true])
  func `a build that suspends, or one within it, refuses the waiters that block`(isWithin: Bool) throws {
    let (slot, outer) = (InstanceSlot(), Build.bare(of: blueprint))
    outer.begin(with: Build.Extras.Contents(slot: slot))
    let inner = Build.bare(of: blueprint, in: outer)
    expectBuild(of: slot, by: outer)
    let waiter = try expectWait(for: slot)
    (isWithin ? inner : outer).suspend()
    // Only the first end counts.
    waiter.end(.again)
    guard case .refused = waiter.block() else { return fail("the waiter was not refused") }
  }

  @Test func `a slot that is weakened during a build holds the finished product weakly, and keeps none at once`() {
    let slot = InstanceSlot()
    expectBuild(of: slot, by: build())
    var held: [AnyProduct] = []
    #expect(slot.weaken(&held) && held.isEmpty)
    #expect(!slot.keepAtOnce(ProductBox(Thing()), order: 1))
    do {
      let product = ProductBox(Thing())
      slot.finish(.product(product), keeping: product, order: 1)
      withExtendedLifetime(product.value) { #expect(slot.product != nil) }
    }
    #expect(slot.product == nil)
  }

  @Test func `a slot that is abandoned during a build keeps nothing and builds nothing afterwards`() {
    let (slot, product) = (InstanceSlot(), ProductBox(1))
    expectBuild(of: slot, by: build())
    #expect(slot.abandon() == nil)
    #expect(slot.finish(.product(product), keeping: product, order: 1))
    guard case .abandoned = slot.claim(by: nil, synchronously: true, with: build()) else {
      return fail("the slot is used again")
    }
  }

  @Test func `a product whose build fails is freed when its slot is vacant and not locked`() {
    let (slot, isFreed) = (InstanceSlot(), Gate())
    expectBuild(of: slot, by: build())
    _ = slot.showDraft(ProductBox(Ending { if slot.isResting { isFreed.open() } }))
    #expect(!isFreed.isOpen)
    slot.fail(nil, synchronously: true)
    #expect(isFreed.isOpen)
  }
}
