import AstrojectTesting
import Singularity
import TestSupport
import Testing

struct WiringRemedyTests {
  @Test(arguments: Remedy.inFiles)
  func `a finding of the graph about a file's entry is mended in the file`(remedy: Remedy) async {
    await remedy.expectToMend()
  }
}

private struct Meter { init(read: @escaping @Sendable () -> Int, limit: Int) {} }

extension Meter: AutoInjectable {
  static var injection: Injection<Meter> { Injection(Meter.init, with: .auto, .value(1)) }
}

struct MarkedShelf { let numbers: [Int] }

extension MarkedShelf: AutoInjectable {
  static var injection: Injection<MarkedShelf> {
    Injection({ MarkedShelf(numbers: [$0, $1]) }, with: .argument, .value(2))
  }
}

extension Remedy {
  /// Returns a remedy for entries in a container that has a journal, and the entries that follow it.
  private init(
    _ text: String, given: @escaping Program = { try $0.register((any Journal).self) { _ in QuietJournal() } },
    check: @escaping Program = { try $0.validate() }, _ entries: String, followed: String...
  ) {
    self = Remedy(text, given: given, check: check) { try $0.register(file(entries)) }
    for entries in followed { self = self.followed(entries) { try $0.register(file(entries)) } }
  }

  /// A journal with a scope, and one or two singletons that hold it.
  private static func held(_ scope: String, by names: String = "") -> String {
    #"{ "type": "FileJournal", "implements": ["Ledger"]\#(scope) }, { "type": "Audit", "scope": "singleton" }"# + names
  }
  private static let second = #", { "type": "Audit", "name": "second", "scope": "singleton" }"#
  private static let inRequest = #", "scope": { "scoped": "request" }"#
  private static let inReqest = #"{ "type": "FileJournal", "scope": { "scoped": "reqest" } }"#
  private static let correctedName = #"correct the name: `"scope": { "scoped": "request" }`; or"#

  fileprivate static let inFiles = [
    Remedy(
      #"give it by a rule, `"with": ["auto", { "named": "a" }, { "value": … }]`; register another initializer"#,
      #"{ "type": "FileStorage", "with": ["auto", { "named": "a" }, "auto"] }"#,
      followed: #"{ "type": "FileStorage", "with": ["auto", { "named": "a" }, { "value": 1 }] }"#),
    Remedy(
      #"ask for that one, `"with": ["auto", "auto", { "named": "one" }]`; give it by a rule"#,
      given: {
        try $0.register((any Journal).self) { _ in QuietJournal() }
        try $0.register(instance: 1, name: "one")
      }, check: { _ = try $0.resolve((any Storage).self) }, #"{ "type": "FileStorage" }"#,
      followed: #"{ "type": "FileStorage", "with": ["auto", "auto", { "named": "one" }] }"#),
    Remedy(
      #"ask for one of these: `"with": [{ "keyed": … }]`"#,
      given: { container in
        for level in Level.allCases { try container.register((any Ledger).self, key: level) { _ in FileJournal() } }
      }, #"{ "type": "Audit" }"#,
      followed:
        #"{ "type": "Audit", "with": [{ "keyed": { "type": "SingularityTests.Level", "value": "low" } }] }"#),
    Remedy(
      "forward it where FileJournal is registered: `.implements((any Ledger).self)` in the `configure` of its type",
      #"{ "type": "FileJournal" }, { "type": "Audit" }"#, followed: held("")),
    Remedy(
      "forward it where FileJournal is registered: `.implements((any Ledger).self)` in the `configure` of its type",
      given: { try $0.register(injectable: Audit.self) }, check: { try $0.validate() }
    ) { try $0.registerDiscovered(in: ["SingularityTests"]) { $0 == FileJournal.self } }
    .followed { try $0.register(injectable: FileJournal.self).implements((any Ledger).self) },
    Remedy(
      """
      give it by a rule, `Injection(….init, with: .value(…), .auto, .auto, .auto, .auto)` in its type; have the caller \
      give it, `Injection(….init, with: .argument, .auto, .auto, .auto, .auto)` in its type; or register
      """
    ) {
      try $0.register(injectable: Shelf.self)
      _ = try $0.resolve(Shelf.self)
    }
    .followed {
      try $0.register(injectable: Ruled.self)
      _ = try $0.resolve(Ruled.self)
    },
    Remedy(
      #"say `"eager": false`, or drop the arguments."#, #"{ "type": "MarkedShelf", "eager": true }"#,
      followed: #"{ "type": "MarkedShelf", "eager": false }"#),
    Remedy(
      """
      register it: `try container.register(String.self) { … }`; or say that it is meant: \
      `.allowing(.unprovidedOptional, because: …)` in the `configure` of its type.
      """, check: { try $0.validate(hints: true) },
      #"{ "type": "FileStorage", "with": ["auto", "auto", { "value": 1 }] }"#
    )
    .followed("register it") {
      try $0.register(String.self) { "a" }
      try $0.register(file(#"{ "type": "FileStorage", "with": ["auto", "auto", { "value": 1 }] }"#))
    },
    Remedy(
      #"give Audit the same scope: `"scope": { "scoped": "request" }`; or pass FileJournal to its functions"#,
      check: { try $0.makeChild(named: "request").validate() }, held(inRequest),
      followed: held(inRequest).replacing(#""Audit", "scope": "singleton""#, with: "\"Audit\"" + inRequest)),
    Remedy(
      #"share one, if they should: `"scope": "singleton"`; or say that each has its own: `"scope": "transient"`."#,
      check: { try $0.validate(hints: true) }, held("", by: second),
      followed: held(#", "scope": "singleton""#, by: second), held(#", "scope": "transient""#, by: second)),
    Remedy(
      #"use `"scope": "singleton"` or `"scope": "transient"` for a value."#,
      #"{ "type": "SingularityTests.Larder", "scope": "weak" }"#,
      followed: #"{ "type": "SingularityTests.Larder", "scope": "singleton" }"#,
      #"{ "type": "SingularityTests.Larder", "scope": "transient" }"#),
    Remedy(
      #"use `"scope": "singleton"` or `"scope": "transient"` for a value."#, check: { _ = try $0.resolve(Larder.self) },
      #"{ "type": "SingularityTests.Larder", "scope": "weak" }"#,
      followed: #"{ "type": "SingularityTests.Larder", "scope": "singleton" }"#),
    // In a file, `auto` leaves the rule of the type.
    Remedy(
      #"register one under a name, and ask for that, `"with": [{ "named": … }, "auto"]`; register another initializer"#,
      #"{ "type": "Meter" }"#
    )
    .followed {
      try $0.register(instance: { 1 } as @Sendable () -> Int, name: "a")
      try $0.register(file(#"{ "type": "Meter", "with": [{ "named": "a" }, "auto"] }"#))
    },
    Remedy(
      correctedName, check: { try $0.makeChild(named: "request").validate() }, inReqest,
      followed: #"{ "type": "FileJournal"\#(inRequest) }"#),
    Remedy(
      correctedName, check: { _ = try $0.makeChild(named: "request").resolve(FileJournal.self) }, inReqest,
      followed: #"{ "type": "FileJournal"\#(inRequest) }"#),
    Remedy(
      "mark the parameters: `Injection(….init, with: .argument, …)` in its type; or pass one argument for each of them.",
      check: { _ = try $0.resolve(Shelf.self, arguments: 1) }, #"{ "type": "Shelf" }"#
    )
    .followed("mark them", check: { _ = try $0.resolve(MarkedShelf.self, arguments: 1) }) {
      try $0.register(file(#"{ "type": "MarkedShelf" }"#))
    },
  ]
}
