import TestSupport
import Testing

@testable import Astroject

@Suite("What a container keeps of a registration")
struct InstanceStorageTests {
  /// What happens when a thread begins to build for a value while another one lets go of everything: the place for all
  /// was given up before the value came.
  @Test("goes as a whole where one value came late, so that nobody looks for others in a place that was given up")
  func lateValue() throws {
    let container = Container()
    let blueprint = Blueprint(Recipe<Void, Int>.leaf { 1 }, location: .unknown)
    let slots = InstanceStorage(of: blueprint, lifetime: .disposable)
    let late = slots.slot(for: try #require(ArgumentValue.of(1)))
    let build = Build(of: .passUnretained(blueprint), in: .passUnretained(container.core), for: nil)
    #expect(late.begin(build, suspending: false))
    _ = slots.vacate(forGood: true)

    var batch = ReleaseBatch()
    #expect(!slots.vacate(&batch))
    #expect(
      late.finish(.again, keeping: .strong(ProductBox(1)), order: 1),
      "What is being built is let go of when it is done.")
  }

  @Test("gives no slot for a value any more when it was given up")
  func abandoned() throws {
    let blueprint = Blueprint(Recipe<Void, Int>.leaf { 1 }, location: .unknown)
    let slots = InstanceStorage(of: blueprint, lifetime: .disposable)
    slots.forget()
    let late = slots.slot(for: try #require(ArgumentValue.of(1)))
    #expect(late.isAbandoned)
  }

  @Test("stays where something is being built, with and without values", arguments: [false, true])
  func building(hasValue: Bool) throws {
    let container = Container()
    let blueprint = Blueprint(Recipe<Void, Int>.leaf { 1 }, location: .unknown)
    let slots = InstanceStorage(of: blueprint, lifetime: .disposable)
    let slot = hasValue ? slots.slot(for: try #require(ArgumentValue.of(1))) : slots
    let build = Build(of: .passUnretained(blueprint), in: .passUnretained(container.core), for: nil)
    #expect(slot.begin(build, suspending: false))

    var batch = ReleaseBatch()
    #expect(slots.vacate(&batch))
    #expect(slot.finish(.again, keeping: .strong(ProductBox(1)), order: 1), "It is let go of when it is done.")
    #expect(slots.products.isEmpty && !slots.isAbandoned)
  }
}
