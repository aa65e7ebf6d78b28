import TestSupport
import Testing

private typealias Service = any Part

/// A function that overrides a registration under a name or a key, and the text of what is resolved then.
///
/// The closures are written as in apps: the closure itself selects the overload.
private struct Form: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String
  /// The number of arguments of the registration.
  let arguments: Int
  let override: @Sendable (Overrides, _ name: String?, _ key: Int?) throws -> Void

  init(
    _ testDescription: String, _ text: String, arguments: Int = 0,
    _ override: @escaping @Sendable (Overrides, _ name: String?, _ key: Int?) throws -> Void
  ) {
    (self.testDescription, self.text, self.arguments, self.override) = (testDescription, text, arguments, override)
  }

  static let replacing = [
    Form("replace, sync", "new") { try $0.replace(Service.self, name: $1, key: $2) { Plain("new") } },
    Form("replace, main actor async", "true") {
      try $0.replace(Service.self, name: $1, key: $2) { @MainActor in await later(Plain("\(isOnMain())")) }
    },
    Form("replace with a resolver, sync", "7") {
      try $0.replace(Service.self, name: $1, key: $2) { Plain("\(try $0.resolve(Int.self))") }
    },
    Form("replace with a resolver, async", "7") {
      try $0.replace(Service.self, name: $1, key: $2) { Plain("\(try await $0.resolve(Int.self) as Int)") }
    },
    Form("replace with an argument, sync", "1", arguments: 1) {
      try $0.replace(Service.self, name: $1, key: $2, arguments: Int.self) { _, number in Plain("\(number)") }
    },
    Form("replace with two arguments, main actor async", "12 true", arguments: 2) {
      try $0.replace(Service.self, name: $1, key: $2, arguments: Int.self, Int.self) { @MainActor _, one, two in
        await later(Plain("\(one)\(two) \(isOnMain())"))
      }
    },
    Form("replace by a draft, main actor", "12 true", arguments: 2) { overrides, name, key in
      try overrides.replacing { draft in
        try draft.register(Service.self, name: name, key: key, arguments: Int.self, Int.self) {
          @MainActor _, one, two in
          Plain("\(one)\(two) \(isOnMain())")
        }
      }
    },
    Form("replace by an initializer", "7") {
      try $0.replace(Service.self, name: $1, key: $2, initializer: Counted.init(number:))
    },
    Form("replace by an injection", "drawn later 9 true") {
      try $0.replace(name: $1, key: $2, initializer: Injection<Service>(Drawn.init(later:), with: .value(9)))
    },
    Form("replace by an instance", "new") {
      try $0.replace(instance: Plain("new"), as: Service.self, name: $1, key: $2)
    },
  ]

  static let wrapping = [
    Form("wrap, sync", "(real)") { try $0.wrap(Service.self, name: $1, key: $2) { real in Around(real) } },
    Form("wrap, main actor async", "real true") {
      try $0.wrap(Service.self, name: $1, key: $2) { @MainActor real in
        await later(Plain("\(real.text) \(isOnMain())"))
      }
    },
    Form("wrap with a resolver, sync", "real 7") {
      try $0.wrap(Service.self, name: $1, key: $2) { resolver, real in
        Plain("\(real.text) \(try resolver.resolve(Int.self))")
      }
    },
    Form("wrap with a resolver, async", "real 7") {
      try $0.wrap(Service.self, name: $1, key: $2) { resolver, real in
        Plain("\(real.text) \(try await resolver.resolve(Int.self) as Int)")
      }
    },
    Form("wrap with an argument, sync", "real 1/1", arguments: 1) {
      try $0.wrap(Service.self, name: $1, key: $2, arguments: Int.self) { _, real, number in
        Plain("\(real.text)/\(number)")
      }
    },
    Form("wrap with two arguments, main actor async", "real 12/12 true", arguments: 2) {
      try $0.wrap(Service.self, name: $1, key: $2, arguments: Int.self, Int.self) { @MainActor _, real, one, two in
        await later(Plain("\(real.text)/\(one)\(two) \(isOnMain())"))
      }
    },
    Form("wrap by an initializer", "real+7") {
      try $0.wrap(Service.self, name: $1, key: $2, initializer: Counted.init(real:number:))
    },
    Form("wrap by an injection with rules", "real+9") {
      let injection = Injection<Service>(Counted.init(real:number:), with: .auto, .value(9))
      try $0.wrap(name: $1, key: $2, initializer: injection)
    },
    Form("wrap by an injection, async", "later real+7") {
      try $0.wrap(name: $1, key: $2, initializer: Injection<Service>(Counted.init(later:number:)))
    },
    Form("wrap by an injection, main actor", "drawn real+7 true") {
      try $0.wrap(name: $1, key: $2, initializer: Injection<Service>(Drawn.init(real:number:)))
    },
    Form("wrap by an injection, main actor async", "drawn later real+7 true") {
      try $0.wrap(name: $1, key: $2, initializer: Injection<Service>(Drawn.init(later:number:)))
    },
  ]

  static let adding = [
    Form("add, sync", "new") { try $0.add(Service.self, name: $1, key: $2) { Plain("new") } },
    Form("add, main actor async", "true") {
      try $0.add(Service.self, name: $1, key: $2) { @MainActor in await later(Plain("\(isOnMain())")) }
    },
    Form("add with a resolver, sync", "7") {
      try $0.add(Service.self, name: $1, key: $2) { Plain("\(try $0.resolve(Int.self))") }
    },
    Form("add with a resolver, async", "7") {
      try $0.add(Service.self, name: $1, key: $2) { Plain("\(try await $0.resolve(Int.self) as Int)") }
    },
    Form("add with an argument, sync", "1", arguments: 1) {
      try $0.add(Service.self, name: $1, key: $2, arguments: Int.self) { _, number in Plain("\(number)") }
    },
    Form("add with two arguments, main actor async", "12 true", arguments: 2) {
      try $0.add(Service.self, name: $1, key: $2, arguments: Int.self, Int.self) { @MainActor _, one, two in
        await later(Plain("\(one)\(two) \(isOnMain())"))
      }
    },
    Form("add by a draft, main actor", "12 true", arguments: 2) { overrides, name, key in
      try overrides.adding { draft in
        try draft.register(Service.self, name: name, key: key, arguments: Int.self, Int.self) {
          @MainActor _, one, two in
          Plain("\(one)\(two) \(isOnMain())")
        }
      }
    },
    Form("add by an initializer", "7") {
      try $0.add(Service.self, name: $1, key: $2, initializer: Counted.init(number:))
    },
    Form("add by an injection", "drawn later 9 true") {
      try $0.add(name: $1, key: $2, initializer: Injection<Service>(Drawn.init(later:), with: .value(9)))
    },
    Form("add an instance", "new") { try $0.add(instance: Plain("new"), as: Service.self, name: $1, key: $2) },
  ]
}

struct OverrideFormTests {
  private static let labels: [(name: String?, key: Int?)] = [(nil, nil), ("n", nil), (nil, 7)]

  /// Makes an app in which the texts of all parts begin with "real".
  private func makeApp() throws -> Container {
    try Container { container in
      try container.register(Int.self) { 7 }
      for (name, key) in Self.labels {
        try container.register(Service.self, name: name, key: key) { Plain("real") }
        try container.register(Service.self, name: name, key: key, argument: Int.self) { _, number in
          Plain("real \(number)")
        }
        try container.register(Service.self, name: name, key: key, arguments: Int.self, Int.self) { _, one, two in
          Plain("real \(one)\(two)")
        }
      }
    }
  }

  /// Returns the text of the product under each label; nil if there is none.
  private func texts(_ form: Form, in container: Container) async throws -> [String?] {
    var texts: [String?] = []
    for (name, key) in Self.labels {
      let part =
        switch form.arguments {
        case 0: try await container.resolveOptional(Service.self, name: name, key: key)
        case 1: try await container.resolveOptional(Service.self, name: name, key: key, arguments: 1)
        default: try await container.resolveOptional(Service.self, name: name, key: key, arguments: 1, 2)
        }
      texts.append(part?.text)
    }
    return texts
  }

  @Test(arguments: Form.replacing + Form.wrapping)
  private func `each form of replace and wrap overrides only the key with its label`(form: Form) async throws {
    let app = try makeApp()
    let real = try await texts(form, in: app)
    for (index, label) in Self.labels.enumerated() {
      var expected = real
      expected[index] = form.text
      #expect(try await texts(form, in: app.overriding { try form.override($0, label.name, label.key) }) == expected)
    }
  }

  @Test(arguments: Form.adding)
  private func `each form of add registers only under the name or key`(form: Form) async throws {
    let app = try Container { try $0.register(Int.self) { 7 } }
    for (index, label) in Self.labels.enumerated() {
      let texts = try await texts(form, in: app.overriding { try form.override($0, label.name, label.key) })
      #expect(texts == Self.labels.indices.map { $0 == index ? form.text : nil })
    }
  }

  @Test func `replace does not retain an instance that is externally owned`() throws {
    var weak: Plain? = Plain("weak")
    let other = try makeApp().overriding { overrides in
      if let weak { try overrides.replace(instance: weak, as: (any Part).self, name: "n").ownedExternally() }
    }
    #expect(try other.resolve((any Part).self, name: "n") === weak)
    weak = nil
    #expect(throws: AstrojectError.self) { try other.resolve((any Part).self, name: "n") }
  }

  @Test func `an added registration comes last in its collection`() throws {
    let app = try Container { container in
      try container.register((any Part).self, name: "a") { Plain("a") }
      try container.register((any Part).self, name: "b") { Plain("b") }
      try container.contribute((any Part).self) { Plain("c") }
    }
    let container = try app.overriding { try $0.add((any Part).self) { Plain("new") } }
    #expect(try container.resolveAll((any Part).self).map(\.text) == ["a", "b", "c", "new"])
  }

  @Test(arguments: Call.allCases)
  func `a wrapping initializer takes the original by name and another dependency by key`(call: Call) async throws {
    final class Two: Part {
      let text: String
      init(first: any Part, second: any Part) { text = first.text + " " + second.text }
    }
    let app = try makeApp()
    try app.register((any Part).self, key: 7) { Plain("seven") }
    let container = try app.overriding { overrides in
      try overrides.wrap((any Part).self, name: "n", initializer: Injection(Two.init, with: .named("n"), .keyed(7)))
    }
    #expect(try await call.resolve((any Part).self, name: "n", in: container).text == "real seven")
  }

  @Test func `a wrapping initializer takes the original as a Lazy, an optional or a Provider`() throws {
    final class Loose: Part {
      let real: Lazy<any Part>
      let optional: (any Part)?
      let provider: Provider<any Part>
      var text: String {
        "\((try? real.value.text) ?? "-") \(optional?.text ?? "-") \((try? provider.get().text) ?? "-")"
      }
      init(real: Lazy<any Part>, optional: (any Part)?, provider: Provider<any Part>) {
        (self.real, self.optional, self.provider) = (real, optional, provider)
      }
    }
    let container = try makeApp().overriding { try $0.wrap((any Part).self, initializer: Loose.init) }
    #expect(try container.resolve((any Part).self).text == "real real real")
    try container.validate()
  }
}
