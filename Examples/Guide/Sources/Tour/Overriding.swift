import Astroject

extension Tour {
  static func overriding(_ page: Page) throws {
    page.chapter("6. Overriding and protection")
    let container = Container()
    try container.register(Oven.self) { BrickOven() }
    try container.register(Oven.self) { ElectricOven() }
    page.show("the latest registration wins", try container.resolve(Oven.self).kind)

    try container.register(Oven.self, ifRegistered: .keep) { BrickOven() }
    page.show("ifRegistered: .keep leaves the registration there", try container.resolve(Oven.self).kind)

    try container.register(Int.self, isOverridable: false) { 42 }
    do {
      try container.register(Int.self) { 99 }
    } catch AstrojectError.alreadyRegistered(let type, let name) {
      page.show("a protected registration cannot be replaced", "\(type) \(name ?? "nil")")
    }
    page.showError("the whole error") { try container.register(Int.self) { 99 } }
    page.show("and is still there", try container.resolve(Int.self))
  }
}
