import TestSupport

private typealias Ink = RemedyTests.Ink
private typealias Pot = RemedyTests.Pot
private protocol Liquid: Sendable {}
private final class Water: Liquid { init() {} }
private final class Glass { init(liquid: any Liquid) {} }
private final class Mixture: Liquid {
  init(liquid: any Liquid) {}
  init(glass: Glass) {}
}
private final class Basin { var water: Water? }
private final class WaterGlass { init(water: Water) {} }
private final class Quill { init(ink: Ink) {} }
private final class Bottle: Sendable { init(size: Int) {} }
private final class Shelf { init(bottle: Bottle) {} }
private final class LateShelf { init(bottles: Provider<Bottle>) {} }
private struct Ticket {
  @Inject var ink: Ink
  let title: String
}
private final class Cover { @Inject(name: "title") var title: String }
private struct Bill {
  @Inject var ink: Ink
  let title: String
  init(title: String) { self.title = title }
}

/// The text of an error at a time when a container still exists.
private struct Told: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}

/// Registers a bottle by a closure that takes its size.
private func sizedBottle(in container: Container) throws {
  try container.register(Bottle.self, argument: Int.self) { _, size in Bottle(size: size) }.dependsOnNothing()
}

extension Remedy {
  static let forMissing =
    [
      Remedy.finding(
        """
        register it: `try container.register(initializer: Ink.init)`; or name it in `externals:` if it comes from \
        elsewhere.
        """, given: { try $0.register(initializer: Pot.init(ink:)) }
      ) { _ in }
      .followed("register it") { try $0.register(initializer: Ink.init) }
      .followed("externals", check: { try $0.validate(externals: Ink.self) }) { _ in },
      Remedy.finding(
        "register it, under the name or key of the property if it has one: `try container.register(String.self) { … }`",
        given: { try $0.register(initializer: { @Sendable () in Cover() }) },
        check: {
          try $0.validate()
          _ = try $0.resolve(Cover.self)
        }
      ) { _ in }
      .followed { try $0.register(String.self, name: "title") { "title" } },
      Remedy.finding(
        "register it: `try container.register(Ink.self, name: \"red\", arguments: Int.self, String.self) { … }`",
        given: {
          try $0.register(Pot.self) { Pot() }.depends(on: Ink.self, name: "red", arguments: Int.self, String.self)
        }
      ) { _ in }
      .followed { try $0.register(Ink.self, name: "red", arguments: Int.self, String.self) { _, _, _ in Ink() } },
      // A metatype has no initializer.
      Remedy.finding(
        "register it: `try container.register(Ink.Type.self) { … }`",
        given: { try $0.register(initializer: { @Sendable (_: Ink.Type) in Pot() }) }
      ) { _ in }
      .followed { try $0.register(Ink.Type.self) { Ink.self } },
      Remedy.finding(
        "forward it where Water is registered: `.implements((any Liquid).self)`; or register it",
        given: { try $0.register(initializer: Glass.init) }
      ) { try $0.register(initializer: Water.init) }
      .followed { try $0.register(initializer: Water.init).implements((any Liquid).self) },
      // What needs a liquid, itself or by a glass, gives none.
      Remedy.finding(
        "forward it where Water is registered: `.implements((any Liquid).self)`; or register it",
        given: {
          try $0.register(initializer: Mixture.init(glass:))
          try $0.register(initializer: Glass.init)
        }
      ) { try $0.register(initializer: Water.init) }
      .followed { try $0.register(initializer: Water.init).implements((any Liquid).self) },
      Remedy.finding(
        "register it: `try container.register((any Liquid).self, initializer: ….init)`; or name it",
        given: { try $0.register((any Liquid).self, name: "mixed", initializer: Mixture.init(liquid:)) }
      ) { _ in }
      .followed { try $0.register((any Liquid).self, initializer: Water.init) },
      Remedy.finding(
        """
        register a closure that resolves Water: `container.register((any Liquid).self) { resolver in \
        try resolver.resolve(Water.self) }`; or register it
        """,
        given: {
          try $0.register(given: Water.self, toChildrenNamed: "sea")
          try $0.register(initializer: Glass.init)
        }
      ) { _ in }
      .followed { try $0.register((any Liquid).self) { resolver in try resolver.resolve(Water.self) } },
      Remedy.finding(
        "ask for Liquid instead, or forward it there, if that builds one: `.implements(Water.self)`; or register it",
        given: { try $0.register((any Liquid).self, initializer: Water.init) }
      ) { try $0.register(initializer: WaterGlass.init) }
      .followed("ask") { try $0.register(initializer: Glass.init) }
      .followed("forward it") {
        try $0.register((any Liquid).self, initializer: Water.init).implements(Water.self)
        try $0.register(initializer: WaterGlass.init)
        _ = try $0.resolve(WaterGlass.self)
      },
      Remedy.finding(
        "ask for that one: `with: .named(\"sea\")`; or register it: `try container.register(initializer: Water.init)`",
        given: { try $0.register(name: "sea", initializer: Water.init) }
      ) { try $0.register(initializer: WaterGlass.init) }
      .followed("ask for that one") { try $0.register(initializer: WaterGlass.init, with: .named("sea")) },
      Remedy.finding(
        "ask for that one: `with: .named(\"sea\"), .named(\"sea\")`; or register it",
        given: { try $0.register(name: "sea", initializer: Water.init) }
      ) { try $0.register(initializer: { @Sendable (_: Water, _: Water) in Pot() }) }
      .followed {
        try $0.register(initializer: { @Sendable (_: Water, _: Water) in Pot() }, with: .named("sea"), .named("sea"))
      },
      Remedy.finding(
        "ask for that one: `name: \"sea\"`; or register it",
        given: { try $0.register(name: "sea", initializer: Water.init) }
      ) { try $0.register(initializer: Basin.init).injecting(\.water) }
      .followed { try $0.register(initializer: Basin.init).injecting(\.water, name: "sea") },
      Remedy.finding(
        "register it: `try container.register(name: \"sea\", initializer: Water.init)`",
        given: { try $0.register(initializer: Basin.init).injecting(\.water, name: "sea") }
      ) { try $0.register(initializer: Water.init) }
      .followed { try $0.register(name: "sea", initializer: Water.init) },
      Remedy.finding(
        """
        register it: `try container.register(initializer: Bottle.init)`; or say which ones its closure gives: \
        `.depends(on: Bottle.self, arguments: …)`; or
        """, given: sizedBottle
      ) { try $0.register(Pot.self) { _ in Pot() }.depends(on: Bottle.self) }
      .followed { try $0.register(Pot.self) { _ in Pot() }.depends(on: Bottle.self, arguments: Int.self) },
      Remedy.finding(
        """
        register it: `try container.register(initializer: Bottle.init)`; or have the initializer of Shelf take a \
        `Provider<Bottle>`, and give it arguments there
        """, given: sizedBottle
      ) { try $0.register(initializer: Shelf.init) }
      .followed("register it", leadingTo: "argument: Int is a plain value, and nothing supplies it.") {
        try $0.register(initializer: Bottle.init)
        try $0.register(initializer: Shelf.init)
      }
      .followed("a Provider") { try $0.register(initializer: LateShelf.init) },
      Remedy.finding(
        "have the initializer of Shelf take the optional; or register it: `try container.register(Bottle.self) { … }`",
        given: { try $0.register(Bottle?.self) { nil }.dependsOnNothing() }
      ) { try $0.register(initializer: Shelf.init) }
      .followed("take the optional") {
        try $0.register(initializer: { @Sendable (_: Bottle?) in Pot() })
        _ = try $0.resolve(Pot.self)
      },
      Remedy.finding(
        """
        register it: `try container.register(initializer: Water.init)`; or register WaterGlass in the child, because a \
        parent does not see the child's registrations
        """
      ) {
        let child = $0.makeChild()
        try child.register(initializer: Water.init)
        try $0.register(initializer: WaterGlass.init)
        defer { withExtendedLifetime(child) {} }
        do { try $0.validate() } catch { throw Told(text: "\(error)") }
      }
      .followed("in the child") {
        let child = $0.makeChild()
        try child.register(initializer: Water.init)
        try child.register(initializer: WaterGlass.init)
        try child.validate()
      },
      Remedy.finding(
        "write an `init` for Ticket that takes the other properties and leaves this one out.",
        given: { try $0.register(initializer: Ink.init) }
      ) { try $0.register(initializer: Ticket.init, with: .auto, .value("title")) }
      .followed { try $0.register(initializer: Bill.init, with: .value("title")) },
    ] + forNames + forKeys

  /// Names are written as Swift source code.
  private static let forNames = [("red", #""red""#), ("a \"b\"", #""a \"b\"""#)].flatMap { name, text in
    forLabel("name: \(text)", "named(\(text))", .named(name)) { try $0.register(name: name, initializer: Ink.init) }
  }

  /// A numeric key is written with its type if a literal would have another type.
  private static let forKeys =
    ([(-5, "-5"), (2.5, "2.5"), (UInt8(5), "UInt8(5)"), (Float(2.5), "Float(2.5)"), (Double.infinity, "…")]
    as [(any Hashable & Sendable, String)]).flatMap { key, text in
      forLabel("key: \(text)", "keyed(\(text))", .keyed(key)) { try $0.register(key: key, initializer: Ink.init) }
    }

  /// Returns the remedies for a parameter with a name or key, and for one without, while the other is registered.
  private static func forLabel(
    _ label: String, _ rule: String, _ parameter: Parameter<Ink>, register: @escaping Program
  ) -> [Remedy] {
    let ask: Program = { try $0.register(initializer: Quill.init, with: parameter) }
    return [
      Remedy.finding("register it: `try container.register(\(label), initializer: Ink.init)`", given: ask) { _ in }
        .followed(by: register),
      Remedy.finding("ask for that one: `with: .\(rule)`; or", given: register) {
        try $0.register(initializer: Quill.init)
      }
      .followed(by: ask),
    ]
  }
}
