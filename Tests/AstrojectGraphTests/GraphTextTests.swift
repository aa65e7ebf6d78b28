import AstrojectGraph
import NexusFixtures
import TestSupport
import Testing

@Suite("Texts of reports")
struct GraphTextTests {
  /// Expects the report of a container to equal a golden file, with registrations in place of source lines.
  private func expect<each Root, each External>(
    _ container: Container, roots: repeat (each Root).Type, externals: repeat (each External).Type,
    and others: Container..., toSay file: String, at location: SourceLocation = #_sourceLocation
  ) {
    let report = container.graphReport(roots: repeat each roots, externals: repeat each externals)
    var text = report.description.withoutLines(report.graph)
    for other in others { text = text.withoutLines(other.graph) }
    #expect(!text.contains(/\.swift:\d/), "the text still contains a source location", sourceLocation: location)
    expectGolden(text + "\n", "report-\(file).txt", sourceLocation: location)
  }

  // MARK: One rule each

  @Test func `the text of a missing dependency names the parameter and the path from a root`() throws {
    let container = Container()
    try container.register(initializer: Shop.init).asSingleton()
    try container.register(initializer: Checkout.init(cart:till:))
    try container.register(initializer: Cart.init)
    expect(container, roots: Shop.self, toSay: "missing-dependency")
  }

  @Test func `the text of a missing dependency names its form, name, key or argument types`() throws {
    let container = Container()
    try container.register(
      initializer: Desk.init(pen:lamp:bin:owner:box:), with: .auto, .auto, .auto, .auto, .named("red")
    )
    .injecting(\.drawer)
    try container.register(initializer: Window.init)
    try container.register(Note.self) { _ in Note() }.depends(on: Pen.self, name: "blue").depends(on: Pen.self, key: 42)
      .depends(on: Pen.self, arguments: Int.self, String.self)
    expect(container, toSay: "missing-dependency-forms")
  }

  @Test func `the text of a missing root says that it was named as a root`() throws {
    let container = Container()
    try container.register(name: "main", initializer: Till.init)
    expect(container, roots: Till.self, Shop.self, toSay: "missing-dependency-root")
  }

  @Test func `the text of a missing dependency lists registrations under other names`() throws {
    let container = Container()
    try container.register(initializer: Checkout.init(cart:till:))
    try container.register(initializer: Cart.init)
    try container.register(name: "left", initializer: Till.init)
    try container.register(name: "right", initializer: Till.init)
    expect(container, toSay: "near-names")
  }

  @Test func `a remedy that proposes another key keeps the rules of the other parameters`() throws {
    let container = Container()
    try container.register(initializer: Checkout.init(till:limit:note:), with: .auto, .value(10), .argument)
    try container.register(key: Side.left, initializer: Till.init)
    expect(container, toSay: "near-names-with-rules")
  }

  @Test func `the text of a missing dependency lists a registration with other arguments`() throws {
    let container = Container()
    try container.register(initializer: Checkout.init(cart:till:))
    try container.register(initializer: Cart.init)
    try container.register(Till.self, argument: Int.self) { _, _ in Till() }.dependsOnNothing()
    expect(container, toSay: "near-arguments")
  }

  @Test func `the text of a missing dependency lists a registration in a child container`() throws {
    let container = Container()
    try container.register(initializer: Checkout.init(cart:till:)).asSingleton()
    try container.register(initializer: Cart.init)
    let child = container.makeChild(named: "request")
    try child.register(initializer: Till.init)
    expect(container, and: child, toSay: "near-child")
  }

  @Test func `the text of a missing dependency lists a contribution`() throws {
    let container = Container()
    try container.register(initializer: Checkout.init(cart:till:))
    try container.register(initializer: Cart.init)
    try container.contribute(initializer: Till.init)
    expect(container, toSay: "near-contribution")
  }

  @Test func `the text of a missing dependency lists a type of the same name in another module`() throws {
    let container = Container()
    try container.register(initializer: Park.init)
    try container.register(initializer: Garden.init)
    expect(container, toSay: "near-module")
  }

  @Test func `the text of a missing dependency lists a registration of its optional`() throws {
    let container = Container()
    try container.register(initializer: Checkout.init(cart:till:))
    try container.register(initializer: Cart.init)
    try container.register(Till?.self) { nil }.dependsOnNothing()
    expect(container, toSay: "near-optional")
  }

  @Test func `the text of a cycle lists its registrations and proposes a Lazy`() throws {
    let container = Container()
    try container.register(initializer: Hen.init)
    try container.register(initializer: Egg.init)
    try container.register(initializer: Coop.init).implements((any Place).self)
    expect(container, toSay: "cycle")
  }

  @Test func `the text of a cycle covers self-references, properties, names and closures`() throws {
    let container = Container()
    try container.register(initializer: Mirrored.init)
    try container.register(initializer: Parent.init).asTransient().injecting(\.child)
    try container.register(initializer: Child.init).asTransient()
    try container.register(initializer: Elder.init)
    try container.register(initializer: Middle.init)
    try container.register(initializer: Younger.init).injecting(\.elder)
    try container.register(name: "loop", initializer: Looped.init, with: .named("loop"))
    try container.register(Note.self) { Note() }.depends(on: Pen.self)
    try container.register(Pen.self) { Pen() }.depends(on: Note.self)
    expect(container, toSay: "cycle-others")
  }

  @Test func `the text of a captive shows the path from its holder and proposes the same scope`() throws {
    let container = Container()
    try container.register(initializer: Shop.init).asSingleton()
    try container.register(initializer: Checkout.init(cart:till:)).asTransient()
    try container.register(initializer: Cart.init).asScoped()
    try container.register(initializer: Till.init).asTransient()
    expect(container, toSay: "captive-dependency")
  }

  @Test func `the text of a captive covers forwardings, names, Lazy dependencies and closures`() throws {
    let container = Container()
    try container.register(initializer: Hen.init).asSingleton()
    try container.register((any Place).self, name: "plain") { Nest() }.dependsOnNothing()
    try container.register(initializer: Egg.init(location:)).asTransient()
    try container.register(Nest.self, initializer: Nest.init).as(AnyShelf()).implements((any Place).self)
    try container.register(initializer: Lodger.init, with: .named("small")).asSingleton()
    try container.register(name: "small", initializer: Till.init).asGraph()
    try container.register(Note.self) { Note() }.depends(on: Cart.self).asDisposableSingleton()
    try container.register(initializer: Cart.init).asScoped()
    expect(container, toSay: "captive-dependency-others")
  }

  @Test func `the text of an effect finding proposes to await in the closure or use the main actor`() throws {
    let container = Container()
    try container.register(Note.self) { Note() }.depends(on: Till.self, Cart.self)
    try container.register(Till.self) {
      await soon()
      return Till()
    }.dependsOnNothing()
    try container.register(Cart.self) { @MainActor in Cart() }.dependsOnNothing()
    expect(container, toSay: "async-dependency-and-isolation")
  }

  @Test func `the text of a missing argument proposes a Provider, a value or a mark`() throws {
    let container = Container()
    try container.register(initializer: Checkout.init(cart:till:))
    try container.register(initializer: Cart.init)
    try container.register(initializer: Till.init)
    try container.register(initializer: Meter.init, with: .argument)
    try container.register(initializer: Reading.init)
    try container.register(
      name: "limited", initializer: Checkout.init(till:limit:note:), with: .value(Till()), .auto, .value("new"))
    expect(container, toSay: "argument")
  }

  @Test func `the text of an ambiguous argument lists the parameters that it fits`() throws {
    let container = Container()
    try container.register(initializer: Transfer.init)
    expect(container, externals: String.self, toSay: "ambiguous-argument")
  }

  @Test func `the text of a weak finding proposes another scope or a root`() throws {
    let container = Container()
    try container.register(initializer: Till.init).asWeak()
    try container.register((any Place).self, initializer: Nest.init).asWeak()
    try container.register(initializer: Price.init).asWeak()
    try container.register(initializer: Label.init)
    expect(container, toSay: "weak")
  }

  @Test func `the text of a container-kept finding shows the path to the container and proposes a Resolver`() throws {
    let container = Container()
    try container.register(initializer: Router.init).asSingleton()
    try container.register(initializer: Screen.init).asSingleton()
    try container.register(initializer: Presenter.init).asTransient()
    expect(container, toSay: "container-kept")
  }

  @Test func `the text of a missing container, a shared scope or an eager argument proposes a remedy`() throws {
    let container = Container()
    try container.register(initializer: Cart.init).asScoped(to: "request")
    try container.register(Note.self, argument: Int.self) { _, _ in Note() }.dependsOnNothing().as(AnyShelf())
    try container.register(initializer: Meter.init, with: .argument).eager()
    expect(container, toSay: "missing-container-and-arguments")
  }

  @Test func `the report of a valid graph says that nothing is wrong`() throws {
    let container = Container()
    try container.register(initializer: Cart.init)
    expect(container, toSay: "nothing")
    expect(Container(), toSay: "nothing-at-all")
  }

  // MARK: Together

  @Test func `a report combines findings, silenced findings, opaque registrations and idle allowances`() throws {
    let parent = Container()
    try parent.register(initializer: Hen.init)
    try parent.register(initializer: Egg.init)
    try parent.register(initializer: Coop.init).implements((any Place).self)
    try parent.register(initializer: Checkout.init(cart:till:)).asSingleton()
    try parent.register(initializer: Cart.init).asDisposableSingleton()
    try parent.register(initializer: Price.init).asWeak()
    let container = parent.makeChild(named: "request")
    try container.register(name: "main", initializer: Till.init)
    try container.register(initializer: Checkout.init(till:limit:note:), with: .named("main"), .auto, .value("new"))
    try container.register(initializer: Router.init).asScoped()
    try container.register(initializer: Screen.init).asScoped()
      .allowing(.containerKept, because: "the screen goes before its container")
    try container.register(initializer: Presenter.init).asTransient().allowing(.cycle, because: "there was one once")
    try container.register(Note.self) { resolver in Note() }
    try container.register(Pen.self) { Pen() }.depends(on: Lamp.self)
    try container.register(Lamp.self) {
      await soon()
      return Lamp()
    }
    try container.register(Label.self, argument: Int.self) { _, _ in Label(price: Price()) }.eager().dependsOnNothing()
    expect(container, roots: Router.self, Pen.self, Shop.self, toSay: "together")
    let error = try #require(throws: GraphError.self) {
      try container.validate(roots: Router.self, Pen.self, Shop.self)
    }
    #expect(error.description == container.graphReport(roots: Router.self, Pen.self, Shop.self).description)
    #expect(Set(error.findings.map(\.rule)).count >= 5)
  }

  @Test func `a report shortens long lists and long paths`() throws {
    let container = Container()
    for number in 0..<20 {
      try container.register(
        name: "\(number)", initializer: { @Sendable (_: Till) in Till() }, with: .named("\(number + 1)"))
      try container.register(Note.self, name: "\(number)") { _ in Note() }
    }
    expect(container, toSay: "long")
  }

  @Test func `the text of a cycle of six registrations names the first three`() throws {
    let container = Container()
    for number in 0..<6 {
      try container.register(
        name: "\(number)", initializer: { @Sendable (_: Till) in Till() }, with: .named("\((number + 1) % 6)"))
    }
    expect(container, toSay: "long-loop")
  }

  // MARK: Source locations

  @Test func `a report contains the source locations of the registrations`() throws {
    let container = Container()
    let line: UInt = #line + 1
    try container.register(initializer: Checkout.init(cart:till:))
    try container.register(name: "main", initializer: Till.init)
    try container.register(initializer: Cart.init)
    let text = container.graphReport().description
    #expect(
      text.contains("Checkout, registered at AstrojectGraphTests/GraphTextTests.swift:\(line), as parameter 2 of 2"))
    #expect(text.contains("Till named \"main\", registered at AstrojectGraphTests/GraphTextTests.swift:\(line + 1)"))
  }

  @Test func `findings are in the order of their source locations`() throws {
    let container = Container()
    for (file, line) in [("B/B.swift", 1), ("A/A.swift", 20), ("A/A.swift", 3), ("A/A.swift", 100)]
      as [(StaticString, UInt)]
    {
      try container.register(
        name: "\(file):\(line)", fileID: file, line: line, initializer: { @Sendable (_: Till, _: Int) in Pen() })
    }
    let locations = container.findings(roots: Shop.self).map {
      "\($0.location?.description ?? "root") \($0.rule.rawValue)"
    }
    #expect(
      locations == [
        "root missing-dependency", "A/A.swift:3 argument", "A/A.swift:20 argument", "A/A.swift:100 argument",
        // What they all need is told where it was needed first.
        "B/B.swift:1 missing-dependency", "B/B.swift:1 argument",
      ])
  }

  @Test func `repeated reports of one container have the same text`() throws {
    let container = Container()
    try container.register(initializer: Checkout.init(cart:till:))
    for side in ["left", "right", "middle"] { try container.register(name: side, initializer: Till.init) }
    let text = container.graphReport().description
    for _ in 0..<10 { #expect(container.graphReport().description == text) }
  }
}

// Types of a sample app.

private final class Shop { init(checkout: Checkout) {} }
private final class Checkout {
  init(cart: Cart, till: Till) {}
  init(till: Till, limit: Int, note: String) {}
}
private final class Cart: Sendable {}
private final class Till: Sendable {}
private final class Meter { init(number: Int) {} }
private final class Reading { init(meter: Meter) {} }
private final class Pen {}
private final class Lamp: Sendable {}
private final class Note {}
private final class Drawer {}
private final class Desk {
  var drawer: Drawer?
  init(pen: Pen, lamp: Lazy<Lamp>, bin: Provider<Cart>, owner: any Place & Sendable, box: Till) {}
}
private final class Window {
  @Inject var lamp: Lamp
  @Inject var limit: Int
}
private enum Side { case left }
private protocol Place {}
private final class Hen { init(egg: Egg) {} }
private final class Egg {
  init(location: any Place) {}
}
private final class Nest: Place {}
private final class Coop: Place { init(hen: Hen) {} }
private final class Mirrored { init(itself: Mirrored) {} }
private final class Parent { var child: Child? }
private final class Child { init(parent: Parent) {} }
private final class Elder { init(middle: Middle) {} }
private final class Middle { init(younger: Younger) {} }
private final class Younger { var elder: Elder? }
private final class Looped { init(other: Looped) {} }
private final class Lodger { init(till: Lazy<Till>) {} }
private final class Transfer { init(from: String, to: String, note: Lazy<Note>?) {} }
private struct Price {}
private final class Label { init(price: Price) {} }
private final class Router { init(screen: Screen) {} }
private final class Screen { init(presenter: Presenter) {} }
private final class Presenter { init(container: Container) {} }
private struct Garden { init() {} }
private final class Park { init(garden: NexusFixtures.Garden) {} }
