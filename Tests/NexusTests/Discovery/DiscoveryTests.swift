import NexusFixtures
import TestSupport
import Testing

@testable import Nexus

struct DiscoveryTests {
  private let container = Container()

  // MARK: Found types

  @Test func `discovery finds classes, actors, structs and enums, even private and local ones`() throws {
    let found = try Container().registerFound()
    let expected = [
      "Found.AsService", "Found.Base", "Found.Choice", "Found.Configured", "Found.InDeclaration", "Found.InExtension",
      "Found.Screen", "Found.Worker", "FoundLocal", "FoundPrivateActor", "FoundPrivateClass", "FoundPrivateEnum",
      "FoundPrivateStruct",
    ]
    #expect(found.names == expected)
    let local = foundLocalType()
    #expect(found.registered.contains { $0.type == local })
  }

  @Test func `only debug builds find an unused private value type that conforms in its declaration`() throws {
    let names = try container.registerDiscovered(in: ["TestSupport"]).names
    // An optimized build drops internal types too, but release tests are built with `-enable-testing`.
    #if DEBUG
      #expect(names == ["KeptStruct", "UnusedEnum", "UnusedStruct"])
    #else
      #expect(names == ["KeptStruct"])
    #endif
  }

  @Test func `discovery registers the conforming types of another module`() throws {
    let discovery = try container.registerDiscovered(in: ["NexusFixtures"])
    #expect(discovery.names == ["Cellar", "Cook", "GasKitchen", "Larder"])
    expectSameInstance((any Kitchen).self, in: container)
  }

  @Test func `a type is discovered in the module that declares its conformance`() throws {
    let found = try container.registerDiscovered(in: ["NexusTests"]) { $0 == Garden.self }
    #expect(found.registered.map(\.name) == ["NexusFixtures.Garden"])
    #expect(found.registered.map(\.module) == ["NexusTests"])
    _ = try container.resolve(Garden.self)
  }

  @Test func `discovery finds a conforming class but not its subclasses`() throws {
    let found = try container.registerFound { $0 == Found.Base.self || $0 == Found.Derived.self }
    #expect(found.names == ["Found.Base"] && found.reason("NexusTests.Found.Derived") == nil)
    #expect(type(of: try container.resolve(Found.Base.self)) == Found.Base.self)
  }

  // MARK: Registration

  @Test(arguments: Call.allCases)
  func `a discovered type is resolved by its service, in the scope that configure sets`(call: Call) async throws {
    let found = try container.registerFound()
    #expect(await call.expectSameInstance((any FoundService).self, in: container) is Found.AsService)
    #expect(found.registered.first { $0.type == Found.AsService.self }?.service == (any FoundService).self)
    expectNotRegistered(Found.AsService.self, in: container)
    _ = try await call.resolve(Found.InExtension.self, in: container)
    _ = try await call.resolve(Found.Worker.self, in: container)
  }

  @Test @MainActor func `discovery registers a class that is isolated to the main actor`() throws {
    try container.registerFound { $0 == Found.Screen.self }
    _ = try container.resolve(Found.Screen.self)
  }

  @Test func `a discovered registration has the location of the call to registerDiscovered`() throws {
    let line = #line + 1
    try container.registerDiscovered(in: ["NexusTests"]) { $0 == Found.InExtension.self }
    #expect(container.debugDescription.contains("NexusTests/DiscoveryTests.swift:\(line)"))
  }

  // MARK: Skipped types

  @Test func `discovery skips generic types and reports them as generic`() throws {
    let found = try Container().registerFound()
    #expect(found.reason("NexusTests.Found.Generic.Nested") == "it is generic")
    // Types in other modules are skipped for their module, generic or not.
    let own = found.skipped.filter { $0.module == "NexusTests" }
    #expect(own.allSatisfy { if case .generic = $0.reason { $0.type == nil } else { $0.type != nil } })
  }

  @Test(arguments: [false, true])
  func `of two types of one service, none is ambiguous if one is registered or filtered out`(isThere: Bool) throws {
    if isThere { try container.register((any FoundTwice).self) { Found.Second() } }
    let found = try container.registerFound { isThere || $0 != Found.First.self }
    if isThere { #expect(found.reason("NexusTests.Found.First") == "FoundTwice is registered already") }
    #expect(try container.resolve((any FoundTwice).self) is Found.Second)
  }

  @Test(arguments: [[], ["Swift", "Testing"]])
  func `discovery skips types of other modules without passing them to the filter`(modules: [String]) throws {
    var shown = 0
    let found = try Container().registerDiscovered(in: modules) { _ in
      shown += 1
      return true
    }
    #expect(shown == 0 && found.registered.isEmpty)
  }

  @Test func `discovery in an unknown module throws with near matches and registers nothing`() throws {
    let modules = ["NexusTests", "NexusTest", "nexusfixture", "Nowhere"]
    let error = #expect(throws: Discovery.Error.self) {
      try container.registerDiscovered(in: modules) { $0 == Found.Worker.self }
    }
    guard case .unknownModules(let unknown) = error else {
      Issue.record("The call threw \(String(describing: error)), not the expected error")
      return
    }
    #expect(unknown.map(\.name) == ["NexusTest", "nexusfixture", "Nowhere"])
    #expect(unknown[0].nearMatches.first == "NexusTests" && unknown[1].nearMatches.first == "NexusFixtures")
    #expect(unknown[2].nearMatches.isEmpty)
    expectNotRegistered(Found.Worker.self, in: container)
    #expect(
      error?.description == """
        No loaded module is named "NexusTest".
          Did you mean:
        \(unknown[0].nearMatches.map { "    " + $0 }.joined(separator: "\n"))
        No loaded module is named "nexusfixture".
          Did you mean:
        \(unknown[1].nearMatches.map { "    " + $0 }.joined(separator: "\n"))
        No loaded module is named "Nowhere".
          Remedy: name modules that are linked or loaded, spelled as in an import.
        """)
  }

  @Test func `a second discovery in the same container registers nothing`() throws {
    let first = try container.registerFound()
    let service = try container.resolve((any FoundService).self)
    let second = try container.registerFound()
    #expect(!first.registered.isEmpty && second.registered.isEmpty)
    #expect(second.reason("NexusTests.Found.AsService") == "FoundService is registered already")
    #expect(service as AnyObject === (try container.resolve((any FoundService).self)) as AnyObject)
  }

  @Test func `discovery does not replace a service that is registered by hand or forwarded`() throws {
    struct Other: FoundService {}
    final class Special: Found.Base {}
    try container.register((any FoundService).self) { Other() }
    try container.register(Special.self) { Special() }.implements(Found.Base.self)
    try container.registerFound()
    #expect(try container.resolve((any FoundService).self) is Other && container.resolve(Found.Base.self) is Special)
  }

  @Test func `discovery skips registered types in a container that rejects duplicates`() throws {
    let container = Container(ifRegistered: .fail)
    let byHand = try container.register(Found.Base.self) { Found.Base() }.asSingleton()
    let base = try container.resolve(Found.Base.self)
    let found = try container.registerFound { $0 == Found.Base.self || $0 == Found.Worker.self }
    #expect(found.names == ["Found.Worker"])
    #expect(try container.registerFound().names.contains("Found.InExtension"))
    #expect(try container.resolve(Found.Base.self) === base)
    let error = #expect(throws: AstrojectError.self) { try container.register(injectable: Found.Base.self) }
    #expect(error?.description.contains("at \(byHand.location)") == true)
  }

  @Test func `discovery registers a type that has a name or an argument, or is the fallback's`() throws {
    let old = try Container { try $0.register(Found.Choice.self) { Found.Choice.only } }
    let container = Container(fallback: old)
    try container.register(Found.Base.self, name: "special") { Found.Base() }
    try container.register(Found.Worker.self, argument: Int.self) { _, _ in Found.Worker() }
    #expect(try Set(container.registerFound().names).isSuperset(of: ["Found.Base", "Found.Choice"]))
    _ = try container.resolve(Found.Worker.self)
  }

  @Test func `discovery in a child skips a service of the parent, so both share its instance`() throws {
    let parent = Container()
    try parent.registerFound { $0 == Found.AsService.self }
    let child = parent.makeChild()
    let found = try child.registerFound { $0 == Found.AsService.self || $0 == Found.Worker.self }
    #expect(found.names == ["Found.Worker"])
    expectNotRegistered(Found.Worker.self, in: parent)
    expectSameInstance((any FoundService).self, in: child, and: parent)
  }

  // MARK: All or nothing

  @Test func `discovery registers nothing if the filter throws, or the closure of Container.init`() throws {
    #expect(throws: Objection.self) {
      try container.registerFound { type in if type == Found.Worker.self { throw Objection() } else { true } }
    }
    var filled: Container?
    #expect(throws: Objection.self) {
      try Container { container in
        filled = container
        try container.registerFound()
        expectRegistered(Found.InExtension.self, in: container)
        throw Objection()
      }
    }
    for container in [container, try #require(filled)] {
      expectNotRegistered(Found.InExtension.self, in: container)
      expectNotRegistered(Found.Worker.self, in: container)
    }
  }

  // MARK: Descriptions

  @Test func `a discovery describes registered types first, then skipped types with reasons, and registers no more`()
    throws
  {
    try container.register(Found.Worker.self) { Found.Worker() }
    let wanted: [any AutoInjectable.Type] = [
      Found.AsService.self, Found.Worker.self, Found.First.self, Found.Second.self, Found.Base.self,
    ]
    let found = try container.registerFound { type in wanted.contains { $0 == type } && type != Found.Base.self }
    expectNotRegistered((any FoundTwice).self, in: container)
    expectNotRegistered(Found.Base.self, in: container)
    let names = wanted.map { "\(TypeName($0).qualified)" } + ["NexusTests.Found.Generic", "NexusFixtures.Cellar"]
    let ours = Discovery(registered: found.registered, skipped: found.skipped.filter { names.contains($0.name) })
    #expect(
      ours.description == """
        Registered 1, skipped 6.
          registered NexusTests.Found.AsService as FoundService
          skipped NexusFixtures.Cellar: it is not in a module that was asked for
          skipped NexusTests.Found.Base: the filter left it out
          skipped NexusTests.Found.First: FoundTwice is also the service of NexusTests.Found.Second; filter out all but one
          skipped NexusTests.Found.Generic: it is generic
          skipped NexusTests.Found.Second: FoundTwice is also the service of NexusTests.Found.First; filter out all but one
          skipped NexusTests.Found.Worker: Found.Worker is registered already
        """)
    #expect(Discovery(registered: [], skipped: []).description == "No type that conforms to AutoInjectable was found.")
  }

  @Test func `discoveries in new containers describe private and local types alike, without an address`() throws {
    let texts = [try container.registerFound().description, try container.registerFound().description]
    for text in texts {
      #expect(text.contains("FoundLocal") && text.contains("FoundPrivateClass"))
      #expect(!text.contains("unknown context") && !text.contains("$"))
    }
    #expect(try Set((0..<5).map { _ in try Container().registerDiscovered().description }).count == 1)
  }

  @Test func `the error for an unsupported platform suggests register(injectable:)`() {
    #expect(
      "\(Discovery.Error.unsupportedPlatform)" == """
        Types cannot be discovered on this platform, because the runtime's conformance records cannot be read.
          Remedy: register them by `register(injectable:)`.
        """)
  }

  @Test func `a scan of all conformance records takes less time than filling a large dictionary`() throws {
    _ = try ConformanceRecords.all(of: (any AutoInjectable).self)
    var found = 0
    let times = try (0..<20).map { _ in
      try processorTime { found = try ConformanceRecords.all(of: (any AutoInjectable).self).count }
    }
    let median = times.sorted()[times.count / 2]
    var numbers: [Int: Int] = [:]
    let measure = processorTime { for number in 0..<500_000 { numbers[number] = number } }
    print("A scan that finds \(found) types takes \(median), and a dictionary of \(numbers.count) numbers \(measure).")
    #expect(median < measure)
  }
}
