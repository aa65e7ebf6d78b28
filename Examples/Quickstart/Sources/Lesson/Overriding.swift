import Astroject

extension Lesson {
  static func overriding(_ page: Page) throws {
    page.chapter("6. Overriding and protection")
    let container = Container()
    try container.register(Oven.self) { BrickOven() }
    try container.register(Oven.self) { ElectricOven() }
    page.show("the latest registration counts", try container.resolve(Oven.self).kind)

    try container.register(Oven.self, ifRegistered: .keep) { BrickOven() }
    page.show("ifRegistered: .keep leaves it", try container.resolve(Oven.self).kind)

    try container.register(Int.self, isOverridable: false) { 42 }
    do {
      try container.register(Int.self) { 99 }
    } catch AstrojectError.alreadyRegistered(let type, let name) {
      page.show("a protected one cannot be replaced", "\(type) \(name ?? "nil")")
    }
    page.showError("the whole error") { try container.register(Int.self) { 99 } }
    page.show("so it is still there", try container.resolve(Int.self))
  }
}
