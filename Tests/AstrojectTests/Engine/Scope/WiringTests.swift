import TestSupport
import Testing

@testable import Astroject

@Suite("Products that need each other")
struct WiringTests {
  private let blueprint = Blueprint(Recipe<Void, Int>.leaf { 1 }, Placement(at: .unknown))
  private let product = ProductBox(1)

  /// A slot in which a build is under way.
  private struct Place {
    let slot: InstanceSlot
    let build: Build

    /// Puts off a property of this product until another one is made.
    func need(_ other: Place) { _ = other.slot.takeEarly(for: LateProperty(onMainActor: false) { _ in }, by: build) }

    /// Ends the build's own code; returns true if the product is complete.
    func end(with product: AnyProduct) throws -> Bool {
      let isComplete = try slot.endOwnCode(product, of: build) { [self] in finish(with: product) }
      if isComplete { finish(with: product) }
      return isComplete
    }

    func finish(with product: AnyProduct) { slot.finish(.product(product), keeping: product) }
  }

  private func place(in slot: InstanceSlot = InstanceSlot()) -> Place {
    let build = Build.bare(of: blueprint)
    expectBuild(of: slot, by: build)
    return Place(slot: slot, build: build)
  }

  @Test(arguments: [false, true])
  func `a product is cached or fails with what it needs through another product`(isFailing: Bool) throws {
    let (first, second, last) = (place(), place(), place())
    first.need(second)
    second.need(last)
    #expect(try !first.end(with: product))
    #expect(try !second.end(with: product))
    #expect(first.slot.product == nil && second.slot.product == nil)
    if isFailing {
      last.slot.fail(.factoryFailed(AstrojectError.Failure(key: blueprint.key, path: [])), synchronously: true)
    } else {
      last.finish(with: product)
    }
    for place in [first, second] { #expect(place.slot.isResting && (place.slot.product == nil) == isFailing) }
  }

  @Test func `two products that need each other are cached when the own code of both builds has ended`() throws {
    let (first, second) = (place(), place())
    first.need(second)
    second.need(first)
    #expect(try !first.end(with: product))
    #expect(first.slot.product == nil)
    #expect(try second.end(with: product))
    #expect(first.slot.product != nil && second.slot.product != nil)
  }

  @Test func `a product throws the error of what it needs if that has failed before its own code ends`() throws {
    let (first, second) = (place(), place())
    first.need(second)
    second.slot.fail(.factoryFailed(AstrojectError.Failure(key: blueprint.key, path: [])), synchronously: true)
    // Another build may be under way there by now.
    _ = place(in: second.slot)
    #expect(throws: AstrojectError.self) { try first.end(with: product) }
    first.slot.fail(nil, synchronously: true)
    second.slot.fail(nil, synchronously: true)
  }

  @Test func `a build that suspends refuses blocking callers of all products of its tree that wait for it`() throws {
    let tree = Tree()
    func place(_ number: UInt) -> Place {
      self.place(in: tree.slot(for: Tree.Node(number, 0)))
    }
    let (inner, outer) = (place(0), place(1))
    inner.need(outer)
    #expect(try !inner.end(with: product))
    tree.suspend(outer.build)
    for place in [inner, outer] {
      guard case .refused = place.slot.claim(by: nil, synchronously: true) else {
        return fail("A blocking caller is not refused.")
      }
    }
    outer.finish(with: product)
    #expect(inner.slot.product != nil && outer.slot.product != nil)
  }
}
