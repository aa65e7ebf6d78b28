import TestSupport
import Testing

private final class Egg {}
private final class Spice {}
private final class Pan { init(_ egg: Egg) {} }

extension ResolutionTrace {
  /// The lines of the trees, without durations.
  fileprivate var lines: [String] { undated.withoutSuites.split(separator: "\n").map(String.init) }

  /// The observed uses, each with the IDs of the user and of the used registration.
  fileprivate var uses: [[UInt]] { observedUses.map { [$0.user, $0.used] } }
}

extension Registration { fileprivate var id: UInt { blueprint.id } }

@Suite("Traces of registrations without closures", .ownThreads)
struct TracedWiringTests {
  /// A container with two registrations of `Egg` and none of `Spice`.
  private let container = Container()

  init() throws {
    try container.register(initializer: Egg.init)
    try container.register(Egg.self, name: "brown") { Egg() }.asSingleton()
  }

  // MARK: Initializers

  @Test(arguments: Call.allCases)
  func `a trace lists the resolved parameters of an initializer in order`(call: Call) async throws {
    final class Kitchen {
      init(_ pan: Pan, _ egg: Egg, _ other: Egg?, _ spice: Spice?, _ eggs: [Egg], _ size: Int, _ resolver: Resolver) {}
    }
    let egg = try container.register(initializer: Egg.init)
    let pan = try container.register(initializer: Pan.init)
    let kitchen = try container.register(
      initializer: Kitchen.init, with: .auto, .named("brown"), .auto, .auto, .auto, .value(1), .auto)
    let trace = container.resolutionTrace()
    _ = try await call.resolve(Kitchen.self, in: container)
    #expect(
      trace.lines == [
        "Kitchen  graph  built",
        "├─ Pan  graph  built",
        "│  └─ Egg  graph  built",
        "├─ Egg named \"brown\"  singleton  built",
        "├─ Egg?  derived",
        "│  └─ Egg  graph  found",
        "├─ Spice?  derived",
        "├─ [Egg]  derived",
        "│  ├─ Egg named \"brown\"  singleton  found",
        "│  └─ Egg  graph  found",
        "└─ Resolver  derived",
      ])
    #expect(trace.uses.first == [pan.id, egg.id] && trace.uses.dropFirst().allSatisfy { $0.first == kitchen.id })
    #expect(trace.uses.count == 4)
  }

  @Test(arguments: Call.allCases)
  func `a trace lists an initializer without parameters at each resolve`(call: Call) async throws {
    let trace = container.resolutionTrace()
    for _ in 1...3 { _ = try await call.resolve(Egg.self, in: container) }
    #expect(trace.lines == Array(repeating: "Egg  graph  built", count: 3))
  }

  @Test(arguments: Call.allCases)
  func `a trace lists a resolve by initializer under the argument types that were given`(call: Call) async throws {
    final class Box: Sendable { init(_ size: Int, _ egg: Egg) {} }
    let box = try container.register(initializer: Box.init).asSingleton()
    let trace = container.resolutionTrace()
    for size in [1, 1, 2] { _ = try await call.resolve(Box.self, arguments: size, in: container) }
    _ = await call.error { try await $0.resolve(Box.self, arguments: "large", in: container) }
    #expect(
      trace.lines == [
        "Box with (Int)  singleton  built", "└─ Egg  graph  built",
        "Box with (Int)  singleton  found",
        "Box with (Int)  singleton  built", "└─ Egg  graph  built",
        // A class may have hidden properties that take the argument, so it is built before the argument is refused.
        "Box with (String)  singleton  failed  The initializer of Box takes no argument of type String.",
        "└─ Int  failed  No registration found for Int, a plain value, for parameter 1 of 2 of the initializer of Box.",
      ])
    #expect(trace.roots.first?.location == box.location && trace.uses.map(\.first) == [box.id])
  }

  @Test(arguments: Call.allCases)
  func `a trace lists the failed parameter of an initializer with its error`(call: Call) async throws {
    let container = Container()
    try container.register(initializer: Pan.init)
    let trace = container.resolutionTrace()
    _ = await call.error { try await $0.resolve(Pan.self, in: container) }
    #expect(trace.lines == ["Pan  graph  failed", "└─ Egg  failed  No registration found for Egg."])
  }

  // MARK: Properties

  @Test(arguments: Call.allCases)
  func `a trace lists the properties of an object below it, whether init reads them or not`(call: Call) async throws {
    final class Kitchen {
      @Inject private var egg: Egg
      @Inject(name: "brown") private var other: Egg
      var late: Pan?
      init() { _ = _egg.wrappedValue }
    }
    try container.register(initializer: Pan.init)
    try container.register(initializer: Kitchen.init).injecting(\.late)
    let trace = container.resolutionTrace()
    for _ in 1...2 { _ = try await call.resolve(Kitchen.self, in: container) }
    for root in trace.roots {
      #expect(root.outcome == .built)
      #expect(root.children.map(\.key.description.withoutSuites).sorted() == ["Egg", "Egg named \"brown\"", "Pan"])
      let pan = try #require(root.children.first { $0.key.description.withoutSuites == "Pan" })
      #expect(pan.children.map(\.key.description.withoutSuites) == ["Egg"])
      // The pan takes the egg that the property got before.
      #expect(pan.children.map(\.outcome) == [.found])
    }
    #expect(trace.roots.count == 2)
  }

  @Test(arguments: Call.allCases)
  func `a trace lists the properties of an object below its closure factory`(call: Call) async throws {
    final class Kitchen { @Inject var egg: Egg }
    let egg = try container.register(initializer: Egg.init)
    let kitchen = try container.register(Kitchen.self) { Kitchen() }
    let trace = container.resolutionTrace()
    for _ in 1...2 { _ = try await call.resolve(Kitchen.self, in: container) }
    #expect(
      trace.lines == ["Kitchen  graph  built", "└─ Egg  graph  built", "Kitchen  graph  built", "└─ Egg  graph  built"])
    #expect(trace.uses == [[kitchen.id, egg.id]])
  }

  // MARK: Wrappers

  @Test(arguments: Call.allCases)
  func `a trace lists the later resolves of a Lazy or a Provider as roots`(call: Call) async throws {
    final class Kitchen {
      let egg: Lazy<Egg>
      let eggs: Provider<Egg>
      init(_ egg: Lazy<Egg>, _ eggs: Provider<Egg>) { (self.egg, self.eggs) = (egg, eggs) }
    }
    try container.register(initializer: Kitchen.init)
    let trace = container.resolutionTrace()
    let kitchen = try await call.resolve(Kitchen.self, in: container)
    for _ in 1...2 {
      let egg = try await call.value(of: kitchen.egg)
      #expect(try await call.get(from: kitchen.eggs) !== egg)
    }
    #expect(
      trace.lines == [
        "Kitchen  graph  built", "├─ Lazy<Egg>  derived", "└─ Provider<Egg>  derived",
        // The Lazy resolves once and the Provider each time, each in a separate tree.
        "Egg  graph  built", "Egg  graph  built", "Egg  graph  built",
      ])
    #expect(trace.uses.isEmpty)
  }

  @Test(arguments: Deferral.allCases, Call.allCases)
  func `a trace lists a resolve by a Lazy or Provider below the build`(wrapper: Deferral, call: Call) async throws {
    final class Kitchen { init(_ egg: Egg) {} }
    let egg = try container.register(initializer: Egg.init)
    let kitchen = try container.register(Kitchen.self) { resolver in
      switch wrapper {
      case .lazy: Kitchen(try resolver.resolve(Lazy<Egg>.self).value)
      case .provider: Kitchen(try resolver.resolve(Provider<Egg>.self).get())
      }
    }
    let trace = container.resolutionTrace()
    _ = try await call.resolve(Kitchen.self, in: container)
    #expect(
      trace.lines == [
        "Kitchen  graph  built", "├─ \(wrapper == .lazy ? "Lazy" : "Provider")<Egg>  derived", "└─ Egg  graph  built",
      ])
    #expect(trace.uses == [[kitchen.id, egg.id]])
  }
}
