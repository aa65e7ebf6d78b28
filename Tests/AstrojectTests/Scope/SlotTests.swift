import Foundation
import Testing

@testable import Astroject

@Suite("A slot", .timeLimit(.minutes(5)))
struct SlotTests {
  private let blueprint = Blueprint(Recipe<Void, Int>.leaf { 1 }, place: .unknown, sequence: 0)
  private func build() -> Build { Build(parent: nil, of: .passUnretained(blueprint)) }

  @Test("that is filled by hand while it is being built loses nobody who waits")
  func fill() throws {
    let slot = Slot()
    guard case .build = slot.claim(by: nil, synchronously: true, with: build()),
      case .wait(let waiter) = slot.claim(by: nil, synchronously: true, with: build())
    else {
      Issue.record("the second has to wait for the first")
      return
    }
    slot.fill(ProductBox(1), order: 1)
    let built = ProductBox(2)
    slot.finish(.product(built), keeping: .strong(built), order: 2)
    guard case .product(let product) = waiter.block(), product === built else {
      Issue.record("the waiter did not get what was built")
      return
    }
  }
}
