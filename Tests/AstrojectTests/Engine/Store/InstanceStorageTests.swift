import TestSupport
import Testing

@testable import Astroject

struct InstanceStorageTests {
  private let container = Container()
  private let blueprint = Blueprint(Recipe<Void, Int>.leaf { 1 }, Placement(at: .unknown))

  @Test func `a storage that was given up returns only abandoned slots for argument values`() throws {
    let storage = InstanceStorage(of: blueprint, lifetime: .disposable)
    storage.forget()
    let late = storage.slot(for: try #require(ArgumentValue.of(1)))
    #expect(late.isAbandoned)
  }

  @Test(arguments: [false, true])
  func `the slot of a custom scope is abandoned when another scope comes before a build`(isReleased: Bool) throws {
    let registration = try container.register(Int.self) { 1 }.as(Shelf<Int>())
    if isReleased {
      _ = try container.resolve(Int.self)
      container.release(Int.self)
    }
    let match = try #require(container.core.find(Key(Int.self)))
    let slot = try #require(match.storage(.shared)).slot(for: .void)
    #expect(!slot.isAbandoned)
    registration.as(Forgetful())
    #expect(slot.isAbandoned)
  }

  @Test(arguments: [false, true])
  func `a storage stays while a build is in progress, and then drops its instance`(hasValue: Bool) throws {
    let storage = InstanceStorage(of: blueprint, lifetime: .disposable)
    let slot = hasValue ? storage.slot(for: try #require(ArgumentValue.of(1))) : storage
    let build = Build(of: Borrowed(blueprint), in: Borrowed(container.core), for: nil)
    expectBuild(of: slot, by: build)

    var pendingReleases: [PendingRelease] = []
    #expect(storage.release(storage.vacate(), into: &pendingReleases).isEmpty)
    #expect(pendingReleases.isEmpty)
    #expect(
      slot.finish(.again, keeping: ProductBox(1), order: 1), "The product is released when its build ends.")
    #expect(storage.products.isEmpty && !storage.isAbandoned)
  }
}
