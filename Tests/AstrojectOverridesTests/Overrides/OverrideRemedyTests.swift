import TestSupport
import Testing

private protocol Gauge: Sendable {}
private final class LiveGauge: Gauge, Sendable { init() {} }
private final class MockGauge: Gauge, Sendable { init() {} }
private final class SpyGauge: Gauge, Sendable {
  init(real: any Gauge) {}
  init(number: Int) {}
}
private final class Panel { init(gauge: any Gauge) {} }
private final class NamedPanel { @Inject(name: "n") var gauge: any Gauge }

extension Container {
  fileprivate func registerApp() throws {
    try register((any Gauge).self, initializer: LiveGauge.init)
    try register(initializer: Panel.init)
    try register(Bool.self) { _ in true }
  }
}

struct OverrideRemedyTests {
  static let all = [
    Remedy("use `add` to register something new.") {
      _ = try $0.overriding { try $0.replace((any Gauge).self) { MockGauge() } }
    }
    .followed { _ = try $0.overriding { try $0.add((any Gauge).self) { MockGauge() } }.resolve((any Gauge).self) },
    Remedy("register what it decorates, in the closure or before; or leave it out.") {
      _ = try $0.overriding { try $0.replacing { try $0.decorate(Int.self) { _, number in number } } }
    }
    .followed("in the closure") {
      _ = try $0.overriding {
        try $0.adding {
          try $0.register(Int.self) { 1 }
          try $0.decorate(Int.self) { _, number in number }
        }
      }
    },
    Remedy("override one of these, or use `add` to register something new.", given: { try $0.registerApp() }) {
      _ = try $0.overriding { try $0.replace((any Gauge).self, name: "n") { MockGauge() } }
    }
    .followed("one of these") { _ = try $0.overriding { try $0.replace((any Gauge).self) { MockGauge() } } }
    .followed("add") { _ = try $0.overriding { try $0.add((any Gauge).self, name: "n") { MockGauge() } } },
    Remedy(
      "resolve the object that needs it, or say which container is current: `Container.shared = container` in an",
      given: { try $0.registerApp() }
    ) { _ in _ = try Container.missing.overriding { try $0.replace((any Gauge).self) { MockGauge() } } }
    .followed("current") {
      try Container.withCurrent($0) { () throws in
        _ = try Container.current.overriding { try $0.replace((any Gauge).self) { MockGauge() } }
      }
    }
    .followed("resolve") { _ = try $0.overriding { try $0.replace((any Gauge).self) { MockGauge() } } },
    Remedy("resolve the object that needs it, or say", given: { try $0.registerApp() }) { _ in
      _ = try Container.missing.solitary(Panel.self, with: MockGauge())
    }
    .followed { try Container.withCurrent($0) { _ = try Container.current.solitary(Panel.self, with: MockGauge()) } },
    Remedy(
      "override it in a copy of the child that has it, `child.overriding { … }`; or use `add` to register something new."
    ) {
      let child = try $0.makeChild { try $0.registerApp() }
      defer { withExtendedLifetime(child) {} }
      _ = try $0.overriding { try $0.replace((any Gauge).self) { MockGauge() } }
    }
    .followed("that child") {
      let child = try $0.makeChild { try $0.registerApp() }
      _ = try child.overriding { try $0.replace((any Gauge).self) { MockGauge() } }
    }
    .followed("add") { _ = try $0.overriding { try $0.add((any Gauge).self) { MockGauge() } } },
    Remedy(
      "add the whole collection, `add([any Gauge].self) { … }`.",
      given: { try $0.contribute((any Gauge).self, initializer: LiveGauge.init) }
    ) { _ = try $0.overriding { try $0.replace((any Gauge).self) { MockGauge() } } }
    .followed {
      let gauges = try $0.overriding { try $0.add([any Gauge].self) { [MockGauge()] } }.resolveAll((any Gauge).self)
      #expect(gauges.count == 1 && gauges[0] is MockGauge)
    },
    Remedy(
      """
      add the whole collection, `add([any Gauge].self) { … }`, or `add([String: any Gauge].self) { … }` if a dictionary \
      is resolved.
      """, given: { try $0.contribute((any Gauge).self, name: "n", initializer: LiveGauge.init) }
    ) { _ = try $0.overriding { try $0.replace((any Gauge).self, name: "n") { MockGauge() } } }
    .followed("a dictionary") {
      let fork = try $0.overriding { try $0.add([String: any Gauge].self) { ["n": MockGauge()] } }
      #expect(try fork.resolve([String: any Gauge].self)["n"] is MockGauge)
    },
    Remedy(
      "override one of these that is not contributed; or add the whole collection, `add([any Gauge].self) { … }`.",
      given: {
        try $0.registerApp()
        try $0.contribute((any Gauge).self, initializer: LiveGauge.init)
      }
    ) { _ = try $0.overriding { try $0.replace((any Gauge).self, name: "n") { MockGauge() } } }
    .followed("not contributed") { _ = try $0.overriding { try $0.replace((any Gauge).self) { MockGauge() } } }
    .followed("the whole collection") {
      let gauges = try $0.overriding { try $0.add([any Gauge].self) { [MockGauge()] } }.resolve([any Gauge].self)
      #expect(gauges.count == 1 && gauges[0] is MockGauge)
    },
    Remedy(
      "override the type that it is registered as, `(any Gauge).self`; or use `add` to register something new.",
      given: { try $0.registerApp() }
    ) { _ = try $0.overriding { try $0.replace(LiveGauge.self) { LiveGauge() } } }
    .followed("the type") { _ = try $0.overriding { try $0.replace((any Gauge).self) { LiveGauge() } } },
    Remedy("name the registered type, or leave it out.", given: { try $0.registerApp() }) {
      _ = try $0.overriding { try $0.failOnUse(except: LiveGauge.self, Bool.self) }
    }
    .followed("the type") {
      _ = try $0.overriding { try $0.failOnUse(except: (any Gauge).self, Bool.self) }.resolve((any Gauge).self)
    }
    .followed("leave it out") { _ = try $0.overriding { try $0.failOnUse(except: Bool.self) }.resolve(Bool.self) },
    Remedy("leave it out.") { _ = try $0.overriding { try $0.failOnUse(except: Bool.self) } }
      .followed { _ = try $0.overriding { try $0.failOnUse() } },
    Remedy("use `replace`, or another name.", given: { try $0.registerApp() }) {
      _ = try $0.overriding { try $0.add((any Gauge).self) { MockGauge() } }
    }
    .followed("replace") { _ = try $0.overriding { try $0.replace((any Gauge).self) { MockGauge() } } }
    .followed("another name") { _ = try $0.overriding { try $0.add((any Gauge).self, name: "n") { MockGauge() } } },
    Remedy("have it register something, or leave it out.", given: { try $0.registerApp() }) {
      _ = try $0.overriding { try $0.replacing { _ in } }
    }
    .followed("register something") {
      _ = try $0.overriding { try $0.replacing { try $0.register((any Gauge).self) { MockGauge() } } }
    },
    Remedy("have it register something, or leave it out.", given: { try $0.registerApp() }) {
      _ = try $0.overriding { try $0.replace(module: Filled { _ in }) }
    }
    .followed("something") {
      let gauges = Filled { try $0.register((any Gauge).self, initializer: MockGauge.init) }
      _ = try $0.overriding { try $0.replace(module: gauges) }
    }
    .followed("leave it out") { _ = try $0.overriding { _ in } },
    Remedy("have it take a Gauge, or use `replace`.", given: { try $0.registerApp() }) {
      _ = try $0.overriding { try $0.wrap((any Gauge).self, initializer: SpyGauge.init(number:)) }
    }
    .followed("take it") { _ = try $0.overriding { try $0.wrap((any Gauge).self, initializer: SpyGauge.init(real:)) } }
    .followed("replace") {
      _ = try $0.overriding { try $0.replace((any Gauge).self, initializer: SpyGauge.init(number:)) }
    },
    Remedy("override inside the closure.", given: { try $0.registerApp() }) {
      var late: Overrides?
      _ = try $0.overriding { late = $0 }
      try late?.replace((any Gauge).self) { MockGauge() }
    }
    .followed { _ = try $0.overriding { try $0.replace((any Gauge).self) { MockGauge() } } },
    Remedy("register it in the container, or build it in the test.") { _ = try $0.solitary(Panel.self) { _ in } }
      .followed("register it") {
        try $0.registerApp()
        _ = try $0.solitary(Panel.self) { try $0.add((any Gauge).self) { MockGauge() } }
      }
      .followed("build it") { _ in _ = Panel(gauge: MockGauge()) },
    Remedy(
      "pass a stand-in for each: `solitary(Panel.self) { try $0.add((any Gauge).self) { … } }`.",
      given: { try $0.registerApp() }
    ) { _ = try $0.solitary(Panel.self) { _ in } }
    .followed { _ = try $0.solitary(Panel.self) { try $0.add((any Gauge).self) { MockGauge() } } },
    Remedy(
      """
      pass a stand-in for each, under the name or key of the property if it has one: \
      `solitary(NamedPanel.self) { try $0.add((any Gauge).self) { … } }`.
      """, given: { try $0.register(initializer: { @Sendable () in NamedPanel() }) }
    ) { _ = try $0.solitary(NamedPanel.self) { _ in } }
    .followed {
      let panel = try $0.solitary(NamedPanel.self) { try $0.add((any Gauge).self, name: "n") { MockGauge() } }
      #expect(panel.gauge is MockGauge)
    },
    Remedy(
      "pass a stand-in for each: `solitary(NamedPanel.self) { try $0.add((any Gauge).self, name: \"n\") { … } }`.",
      given: { try $0.register(initializer: { @Sendable () in NamedPanel() }) }
    ) { _ = try $0.solitary(NamedPanel.self) { try $0.add((any Gauge).self, name: "m") { MockGauge() } } }
    .followed { _ = try $0.solitary(NamedPanel.self) { try $0.add((any Gauge).self, name: "n") { MockGauge() } } },
    Remedy("name the stand-ins: `solitary(Bool.self) { try $0.add(…) { … } }`.", given: { try $0.registerApp() }) {
      _ = try $0.solitary(Bool.self, with: 1)
    }
    .followed { _ = try $0.solitary(Bool.self) { try $0.add(Int.self) { 1 } } },
  ]

  @Test(arguments: all)
  func `overriding works if the remedy of its error is followed to the letter`(remedy: Remedy) async {
    await remedy.expectToMend()
  }

  @Test func `each remedy of overrides is followed by a program`() async throws {
    var texts: [String] = []
    for remedy in OverrideRemedyTests.all { texts.append(await remedy.errorText() ?? "") }
    try SourceText(
      "AstrojectOverrides/Overrides/OverrideError+Description.swift", to: "extension OverrideError.Need",
      // The headline of an override that only the fallback knows has the same remedy.
      without: ", known to the fallback"
    )
    .expectCovered(by: texts)
  }
}
