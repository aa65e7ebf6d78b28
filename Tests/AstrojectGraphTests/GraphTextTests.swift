import NexusFixtures
import TestSupport
import Testing

/// A container, and the golden file that has its report.
private struct ReportCase: Sendable, CustomTestStringConvertible {
  let file: String
  let testDescription: String
  let report: @Sendable (Container) -> GraphReport
  let fill: @Sendable (Container) throws -> Void

  init(
    _ file: String, _ title: String, report: @escaping @Sendable (Container) -> GraphReport = { $0.graphReport() },
    fill: @escaping @Sendable (Container) throws -> Void
  ) { (self.file, testDescription, self.report, self.fill) = (file, title, report, fill) }
}

struct GraphTextTests {
  private let container = Container()

  /// Expects a report to equal a golden file, with registrations in place of source lines.
  private func expect(
    _ report: GraphReport, of others: Container..., toSay file: String, at location: SourceLocation = #_sourceLocation
  ) {
    var text = report.description.withoutLines(report.graph)
    for other in others { text = text.withoutLines(other.graph) }
    #expect(!text.contains(/\.swift:\d/), "the text still contains a source location", sourceLocation: location)
    expectGolden(text + "\n", "report-\(file).txt", sourceLocation: location)
  }

  @Test(arguments: cases)
  private func `a report has the text of its golden file`(example: ReportCase) throws {
    try example.fill(container)
    expect(example.report(container), toSay: example.file)
  }

  private static let cases = [
    ReportCase(
      "missing-dependency", "the text of a missing dependency names the parameter and the path from a root",
      report: { $0.graphReport(roots: Shop.self) }
    ) { container in
      try container.register(initializer: Shop.init).asSingleton()
      try container.register(initializer: Checkout.init(cart:till:))
      try container.register(initializer: Cart.init)
    },
    ReportCase(
      "missing-dependency-forms", "the text of a missing dependency names its form, name, key or argument types"
    ) { container in
      try container.register(
        initializer: Desk.init(pen:lamp:bin:owner:box:), with: .auto, .auto, .auto, .auto, .named("red")
      ).injecting(\.drawer)
      try container.register(initializer: Window.init)
      try container.register(Note.self) { _ in Note() }.depends(on: Pen.self, name: "blue").depends(
        on: Pen.self, key: 42
      ).depends(on: Pen.self, arguments: Int.self, String.self)
    },
    ReportCase(
      "missing-dependency-root", "the text of a missing root says that it was named as a root",
      report: { $0.graphReport(roots: Till.self, Shop.self) }
    ) { try $0.register(name: "main", initializer: Till.init) },
    ReportCase("near-names", "the text of a missing dependency lists registrations under other names") { container in
      try container.register(initializer: Checkout.init(cart:till:))
      try container.register(initializer: Cart.init)
      try container.register(name: "left", initializer: Till.init)
      try container.register(name: "right", initializer: Till.init)
    },
    ReportCase("near-names-with-rules", "a remedy that proposes another key keeps the rules of the other parameters") {
      container in
      try container.register(initializer: Checkout.init(till:limit:note:), with: .auto, .value(10), .argument)
      try container.register(key: Side.left, initializer: Till.init)
    },
    ReportCase("near-arguments", "the text of a missing dependency lists a registration with other arguments") {
      container in
      try container.register(initializer: Checkout.init(cart:till:))
      try container.register(initializer: Cart.init)
      try container.register(Till.self, argument: Int.self) { _, _ in Till() }.dependsOnNothing()
    },
    ReportCase("near-contribution", "the text of a missing dependency lists a contribution") { container in
      try container.register(initializer: Checkout.init(cart:till:))
      try container.register(initializer: Cart.init)
      try container.contribute(initializer: Till.init)
    },
    ReportCase("near-module", "the text of a missing dependency lists a type of the same name in another module") {
      container in
      try container.register(initializer: Park.init)
      try container.register(initializer: Garden.init)
    },
    ReportCase("near-optional", "the text of a missing dependency lists a registration of its optional") { container in
      try container.register(initializer: Checkout.init(cart:till:))
      try container.register(initializer: Cart.init)
      try container.register(Till?.self) { nil }.dependsOnNothing()
    },
    ReportCase("cycle", "the text of a cycle lists its registrations and proposes a Lazy") { container in
      try container.register(initializer: Hen.init)
      try container.register(initializer: Egg.init)
      try container.register(initializer: Coop.init).implements((any Place).self)
    },
    ReportCase("cycle-others", "the text of a cycle covers self-references, properties, names and closures") {
      container in
      try container.register(initializer: Mirrored.init)
      try container.register(initializer: Parent.init).asTransient().injecting(\.child)
      try container.register(initializer: Child.init).asTransient()
      try container.register(initializer: Elder.init)
      try container.register(initializer: Middle.init)
      try container.register(initializer: Younger.init).injecting(\.elder)
      try container.register(name: "loop", initializer: Looped.init, with: .named("loop"))
      try container.register(Note.self) { Note() }.depends(on: Pen.self)
      try container.register(Pen.self) { Pen() }.depends(on: Note.self)
    },
    ReportCase("captive-dependency", "the text of a captive shows the path from its holder and proposes the same scope")
    { container in
      try container.register(initializer: Shop.init).asSingleton()
      try container.register(initializer: Checkout.init(cart:till:)).asTransient()
      try container.register(initializer: Cart.init).asScoped()
      try container.register(initializer: Till.init).asTransient()
    },
    ReportCase(
      "captive-dependency-others", "the text of a captive covers forwardings, names, Lazy dependencies and closures"
    ) { container in
      try container.register(initializer: Hen.init).asSingleton()
      try container.register((any Place).self, name: "plain") { Nest() }.dependsOnNothing()
      try container.register(initializer: Egg.init(location:)).asTransient()
      try container.register(Nest.self, initializer: Nest.init).as(Keeping()).implements((any Place).self)
      try container.register(initializer: Lodger.init, with: .named("small")).asSingleton()
      try container.register(name: "small", initializer: Till.init).asGraph()
      try container.register(Note.self) { Note() }.depends(on: Cart.self).asDisposableSingleton()
      try container.register(initializer: Cart.init).asScoped()
    },
    ReportCase(
      "async-dependency-and-isolation",
      "the text of an effect finding proposes to await in the closure or use the main actor"
    ) { container in
      try container.register(Note.self) { Note() }.depends(on: Till.self, Cart.self)
      try container.register(Till.self) { await later(Till()) }.dependsOnNothing()
      try container.register(Cart.self) { @MainActor in Cart() }.dependsOnNothing()
    },
    ReportCase("argument", "the text of a missing argument proposes a Provider, a value or a mark") { container in
      try container.register(initializer: Checkout.init(cart:till:))
      try container.register(initializer: Cart.init)
      try container.register(initializer: Till.init)
      try container.register(initializer: Meter.init, with: .argument)
      try container.register(initializer: Reading.init)
      try container.register(
        name: "limited", initializer: Checkout.init(till:limit:note:), with: .value(Till()), .auto, .value("new"))
    },
    ReportCase(
      "ambiguous-argument", "the text of an ambiguous argument lists the parameters that it fits",
      report: { $0.graphReport(externals: String.self) }
    ) { try $0.register(initializer: Transfer.init) },
    ReportCase("weak", "the text of a weak finding proposes another scope or a root") { container in
      try container.register(initializer: Till.init).asWeak()
      try container.register((any Place).self, initializer: Nest.init).asWeak()
      try container.register(initializer: Price.init).asWeak()
      try container.register(initializer: Label.init)
    },
    ReportCase(
      "container-kept", "the text of a container-kept finding shows the path to the container and proposes a Resolver"
    ) { container in
      try container.register(initializer: Router.init).asSingleton()
      try container.register(initializer: Screen.init).asSingleton()
      try container.register(initializer: Presenter.init).asTransient()
    },
    ReportCase(
      "missing-container-and-arguments",
      "the text of a missing container, a shared scope or an eager argument proposes a remedy"
    ) { container in
      try container.register(initializer: Cart.init).asScoped(to: "request")
      try container.register(Note.self, argument: Int.self) { _, _ in Note() }.dependsOnNothing().as(Keeping())
      try container.register(initializer: Meter.init, with: .argument).eager()
    },
    ReportCase("nothing", "the report of a valid graph says that nothing is wrong") { container in
      try container.register(initializer: Cart.init)
    },
    ReportCase("nothing-at-all", "the report of an empty container says that nothing is there") { _ in },
    ReportCase("long", "a report shortens long lists and long paths") { container in
      for number in 0..<20 {
        try container.register(
          name: "\(number)", initializer: { @Sendable (_: Till) in Till() }, with: .named("\(number + 1)"))
        try container.register(Note.self, name: "\(number)") { _ in Note() }
      }
    },
    ReportCase("long-loop", "the text of a cycle of six registrations names the first three") { container in
      for number in 0..<6 {
        try container.register(
          name: "\(number)", initializer: { @Sendable (_: Till) in Till() }, with: .named("\((number + 1) % 6)"))
      }
    },
  ]

  @Test func `the text of a missing dependency lists a registration in a child container`() throws {
    try container.register(initializer: Checkout.init(cart:till:)).asSingleton()
    try container.register(initializer: Cart.init)
    let child = try container.makeChild(named: "request") { try $0.register(initializer: Till.init) }
    expect(container.graphReport(), of: child, toSay: "near-child")
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
    try container.register(Lamp.self) { await later(Lamp()) }
    try container.register(Label.self, argument: Int.self) { _, _ in Label(price: Price()) }.eager().dependsOnNothing()
    let report = container.graphReport(roots: Router.self, Pen.self, Shop.self)
    expect(report, toSay: "together")
    let error = try #require(throws: GraphError.self) {
      try container.validate(roots: Router.self, Pen.self, Shop.self)
    }
    #expect(error.description == report.description)
    #expect(Set(error.findings.map(\.rule)).count >= 5)
  }

  // MARK: Order

  @Test func `findings are in the order of their source locations`() throws {
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
private final class Egg { init(location: any Place) {} }
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
