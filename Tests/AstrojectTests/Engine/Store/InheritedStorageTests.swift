import TestSupport
import Testing

@testable import Astroject

struct InheritedStorageTests {
  private let blueprints = (0..<12).map { number in
    Blueprint(Recipe<Void, Int>.leaf { number }, Placement(at: .unknown))
  }

  /// Returns the storage for the first registrations.
  private func inherited(_ count: Int) -> InheritedStorage {
    var inherited = InheritedStorage()
    for blueprint in blueprints.prefix(count) { inherited.add(storage(of: blueprint)) }
    return inherited
  }

  private func storage(of blueprint: Blueprint) -> InstanceStorage { InstanceStorage(of: blueprint, lifetime: .scoped) }

  @Test(arguments: [0, 1, 3, 8, 9, 12])
  func `0 to 12 inherited instances are found by their registration, and takeAll moves them all`(count: Int) {
    var inherited = inherited(count)
    #expect(inherited.isEmpty == (count == 0) && inherited.all.count == count)
    for (index, blueprint) in blueprints.enumerated() {
      #expect((inherited[blueprint]?.blueprint === blueprint) == (index < count))
    }
    let all = inherited.takeAll()
    // The order of more is not known.
    if count <= 8 { #expect(all.map(\.blueprint.id) == blueprints.prefix(count).map(\.id).reversed()) }
    #expect(Set(all.map(\.blueprint.id)) == Set(blueprints.prefix(count).map(\.id)))
    #expect(inherited.isEmpty && inherited.all.isEmpty)
    var others = InheritedStorage()
    for storage in all { others.add(storage) }
    #expect(others.all.count == count && all.allSatisfy { others[$0.blueprint] === $0 })
  }

  @Test(arguments: [1, 3, 12])
  func `inherited instances are removed one by one in any order without touching the others`(count: Int) {
    for first in 0..<count {
      var inherited = inherited(count)
      for step in 0..<count {
        let blueprint = blueprints[(first + step) % count]
        #expect(inherited.take(blueprint)?.blueprint === blueprint)
        #expect(inherited.take(blueprint) == nil)
        #expect(inherited.all.count == count - step - 1)
      }
      #expect(inherited.isEmpty)
      inherited.add(storage(of: blueprints[first]))
      #expect(inherited.all.count == 1, "An emptied collection is filled again.")
    }
  }

  @Test(arguments: [3, 12])
  func `shutdown frees inherited instances, and those in progress once they are built`(count: Int) async throws {
    let (freed, stop) = (Counter(), Stop())
    let parent = Container()
    for number in 0..<count {
      try parent.register(Ending.self, name: "\(number)") {
        if number == 0 { stop.block() }
        return Ending(counting: freed)
      }.asScoped()
    }
    let child = parent.makeChild()
    async let building = onThread { _ = try child.resolve(Ending.self, name: "0") }
    await stop.begun.pass()
    for number in 1..<count { _ = try await onThread { _ = try child.resolve(Ending.self, name: "\(number)") } }
    try await child.shutdown()
    #expect(freed.value == count - 1)
    stop.mayEnd.open()
    try await building
    await freed.reaches(count)
  }
}
