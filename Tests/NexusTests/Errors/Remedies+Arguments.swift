import TestSupport

private struct Port { let number: UInt16 }
private final class Socket { @Inject(name: "port") var port: Port }
private final class Printer {
  let page: Page
  init(page: Page) { self.page = page }
}
private final class Page {
  let number: Int
  init(number: Int) { self.number = number }
}
private protocol Paper: Sendable { var number: Int { get } }
private struct Sheet: Paper { let number = 5 }
private struct Framed: Paper {
  let number: Int
  init(paper: any Paper, number: Int) { self.number = number }
}
private final class Desk: Sendable { init(drawers: Int) async {} }
private struct Label { let title: String, subtitle: String }
private struct Sized { let title: String, size: Int }
private final class Twin {
  @Inject var one: Int
  @Inject var other: Int
}
private final class NamedTwin {
  @Inject var one: Int
  @Inject(name: "other") var other: Int
}
private final class NamedPair {
  @Inject(name: "one") var one: Int
  @Inject(name: "other") var other: String
}
private final class Envelope { @Inject var sized: Sized }
private final class LateEnvelope { @Inject var sized: Provider<Sized> }
private final class Blank {}
private final class Letter { init(sized: Sized) {} }
private final class LaterLetter { init(provider: Provider<Sized>) throws { _ = try provider.get(arguments: 5) } }

extension Remedy {
  static let forArguments = [
    Remedy(
      "give the parameter a rule, such as `.value(…)`: a decorator gets none of the arguments.",
      given: { try $0.register((any Paper).self, argument: Int.self) { _, _ in Sheet() } },
      check: { _ = try $0.resolve((any Paper).self, argument: 3) }
    ) { try $0.decorate((any Paper).self, initializer: Injection(Framed.init, with: .auto, .argument)) }
    .followed { try $0.decorate((any Paper).self, initializer: Injection(Framed.init, with: .auto, .value(1))) },
    Remedy(
      "give it by a rule, `initializer: Injection(….init, with: .auto, .value(…))`; or register another initializer",
      given: { try $0.register((any Paper).self, initializer: Sheet.init) },
      check: { _ = try $0.resolve((any Paper).self) }
    ) { try $0.decorate((any Paper).self, initializer: Framed.init) }
    .followed { try $0.decorate((any Paper).self, initializer: Injection(Framed.init, with: .auto, .value(1))) },
    Remedy(
      awaited:
        "give it by a rule, `initializer: Injection(….init, with: .value(…))`; have the caller give it, `initializer: Inj",
      given: { try $0.register((any Paper).self, initializer: Sheet.init) },
      check: { _ = try await $0.resolve(Desk.self) }
    ) { try $0.register(initializer: Injection(Desk.init)) }
    .followed { try $0.register(initializer: Injection(Desk.init, with: .value(1))) },
    Remedy(
      """
      pass only what it takes: Page; `Argument<Page>(…)` names the type of one. No dependency of Printer gets it: for one \
      that takes it, register a closure that passes it on, `container.register(Printer.self, argument: Int.self) \
      { resolver, value in … try resolver.resolve(….self, arguments: value) … }`; or resolve Printer in a child that has \
      the value, `container.makeChild { try $0.register(instance: value) }`, with `.asScoped()` instead of a singleton on \
      the way.
      """,
      given: {
        try $0.register(Int.self) { 1 }
        try $0.register(initializer: Page.init)
        try $0.register(initializer: Printer.init)
      }
    ) { _ = try $0.resolve(Printer.self, arguments: 5) }
    .followed("only what it takes") {
      guard try $0.resolve(Printer.self, arguments: Page(number: 5)).page.number == 5,
        try $0.resolve(Printer.self, arguments: Argument<Page>(Page(number: 5))).page.number == 5
      else { throw Objection() }
    }
    .followed("a closure") {
      try $0.register(Printer.self, argument: Int.self) { resolver, value in
        Printer(page: try resolver.resolve(Page.self, arguments: value))
      }
      guard try $0.resolve(Printer.self, arguments: 5).page.number == 5 else { throw Objection() }
    }
    .followed("a child") {
      try $0.register(initializer: Printer.init).asScoped()
      let child = try $0.makeChild { try $0.register(instance: 5) }
      guard try child.resolve(Printer.self).page.number == 5 else { throw Objection() }
    },
    Remedy(
      "pass only what it takes: UInt16; `Argument<UInt16>(…)` names the type of one. No dependency of Port gets it",
      given: { try $0.register(initializer: Port.init) }
    ) {
      try $0.register(UInt16.self) { 1 }
      _ = try $0.resolve(Port.self, arguments: 80)
    }
    .followed("an Argument") { _ = try $0.resolve(Port.self, arguments: Argument<UInt16>(80)) },
    Remedy(
      "pass none: it takes nothing from its caller. No dependency of Label gets it",
      given: { try $0.register(initializer: Label.init, with: .value("a"), .value("b")) }
    ) { _ = try $0.resolve(Label.self, arguments: "c") }
    .followed { _ = try $0.resolve(Label.self) },
    Remedy(
      "pass only what it takes: String (a property only if it has no name or key); `Argument<String>(…)` names",
      given: {
        try $0.register(Int.self, name: "one") { 1 }
        try $0.register(String.self, name: "other") { "a" }
        try $0.register(initializer: NamedPair.init)
      }
    ) { _ = try $0.resolve(NamedPair.self, arguments: 5) }
    .followed { _ = try $0.resolve(NamedPair.self) },
    Remedy(
      "pass none: it takes nothing from its caller. No dependency of Socket gets it",
      given: {
        try $0.register(Port.self, name: "port") { Port(number: 1) }
        try $0.register(initializer: Socket.init)
      }
    ) { _ = try $0.resolve(Socket.self, arguments: Port(number: 5)) }
    .followed { _ = try $0.resolve(Socket.self) },
    Remedy(
      """
      pass what it takes, (any Paper): `container.resolve(Page.self, argument: … as any Paper)`; or register it: \
      `container.register(Page.self, argument: Sheet.self) { … }`.
      """, given: { try $0.register(Page.self, argument: (any Paper).self) { _, paper in Page(number: paper.number) } }
    ) { _ = try $0.resolve(Page.self, argument: Sheet()) }
    .followed("what it takes") {
      guard try $0.resolve(Page.self, argument: Sheet() as any Paper).number == 5 else { throw Objection() }
    }
    .followed("register it") {
      try $0.register(Page.self, argument: Sheet.self) { _, sheet in Page(number: sheet.number) }
      guard try $0.resolve(Page.self, argument: Sheet()).number == 5 else { throw Objection() }
    },
    Remedy(
      """
      pass one of type String there: the arguments for parameters with the rule `.argument` come first, in their order.
      """, given: { try $0.register(initializer: Sized.init, with: .argument, .argument) }
    ) { _ = try $0.resolve(Sized.self, arguments: 5, "a") }
    .followed { _ = try $0.resolve(Sized.self, arguments: "a", 5) },
    Remedy(
      "mark the parameters: `with: .argument, …`; or pass one argument for each of them.",
      given: { try $0.register(String.self) { "registered" } },
      check: { _ = try $0.resolve(Label.self, arguments: "a") }
    ) { try $0.register(initializer: Label.init) }
    .followed("mark the parameters") { try $0.register(initializer: Label.init, with: .argument, .auto) }
    .followed("an argument for each", check: { _ = try $0.resolve(Label.self, arguments: "a", "b") }) {
      try $0.register(initializer: Label.init)
    },
    Remedy(
      "pass one argument for each of the properties, or give a name to those that do not get it.",
      given: { try $0.register(initializer: { @Sendable () in Twin() }) }
    ) { _ = try $0.resolve(Twin.self, arguments: 1) }
    .followed("an argument for each") { _ = try $0.resolve(Twin.self, arguments: 1, 2) }
    .followed("a name") {
      try $0.register(Int.self, name: "other") { 2 }
      try $0.register(initializer: { @Sendable () in NamedTwin() })
      _ = try $0.resolve(NamedTwin.self, arguments: 1)
    },
    Remedy(
      "give it: `resolve(Page.self, arguments: …)`.",
      given: { try $0.register(initializer: Page.init, with: .argument) }
    ) { _ = try $0.resolve(Page.self) }
    .followed { _ = try $0.resolve(Page.self, arguments: 5) },
    Remedy(
      "have the initializer of Letter take a `Provider<Sized>`, and give it there: `try provider.get(arguments: …)`.",
      given: { try $0.register(initializer: Sized.init, with: .value("a"), .argument) },
      check: { _ = try $0.resolve(Letter.self) }
    ) { try $0.register(initializer: Letter.init) }
    .followed(check: { _ = try $0.resolve(LaterLetter.self) }) { try $0.register(initializer: LaterLetter.init) },
    Remedy(
      "give it: `resolve(Sized.self, arguments: …)`",
      given: { try $0.register(initializer: Sized.init, with: .value("a"), .argument) },
      check: { _ = try $0.resolve(Blank.self) }
    ) { try $0.register(initializer: Blank.init).afterInit { resolver, _ in _ = try resolver.resolve(Sized.self) } }
    .followed {
      try $0.register(initializer: Blank.init).afterInit { resolver, _ in
        _ = try resolver.resolve(Sized.self, arguments: 5)
      }
    },
    Remedy(
      "give it: `resolve(Page.self, name: \"a\", arguments: …)`; or register it: `container.register(name: \"a\", init",
      given: { try $0.register(Page.self, name: "a", argument: Int.self) { _, number in Page(number: number) } }
    ) { _ = try $0.resolve(Page.self, name: "a") }
    .followed { _ = try $0.resolve(Page.self, name: "a", arguments: 5) },
    Remedy(
      """
      have the initializer of Letter take a `Provider<Sized>`, and give it there: `try provider.get(arguments: …)`; or \
      register it
      """, given: { try $0.register(Sized.self, argument: Int.self) { _, size in Sized(title: "a", size: size) } },
      check: { _ = try $0.resolve(Letter.self) }
    ) { try $0.register(initializer: Letter.init) }
    .followed(check: { _ = try $0.resolve(LaterLetter.self) }) { try $0.register(initializer: LaterLetter.init) },
    askingByProperty { try $0.register(initializer: Envelope.init) },
    askingByProperty { try $0.register(Envelope.self) { Envelope() } },
  ]

  private static func askingByProperty(_ register: @escaping Program) -> Remedy {
    Remedy(
      "have the property of Envelope hold a `Provider<Sized>`, and give it there: `try provider.get(arguments: …)`.",
      given: { try $0.register(initializer: Sized.init, with: .value("a"), .argument) },
      check: { _ = try $0.resolve(Envelope.self) }, of: register
    )
    .followed(check: { _ = try $0.resolve(LateEnvelope.self).sized.get(arguments: 5) }) {
      try $0.register(initializer: LateEnvelope.init)
    }
  }
}
