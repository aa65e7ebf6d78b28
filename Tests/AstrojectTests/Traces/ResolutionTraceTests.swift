import TestSupport
import Testing

@testable import Astroject

// The products of the traced containers.

private protocol Storage: AnyObject {}
private final class Disk: Storage {}
private final class Store {
  let disk: Disk
  init(_ disk: Disk) { self.disk = disk }
}
private final class Model {
  let disk: Disk
  let store: Store
  init(_ disk: Disk, _ store: Store) { (self.disk, self.store) = (disk, store) }
}

extension ResolutionTrace {
  /// The lines of the trees, without durations.
  fileprivate var lines: [String] { undated.split(separator: "\n").map(String.init) }

  /// Expects these lines.
  fileprivate func expect(_ expected: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(lines == expected, sourceLocation: sourceLocation)
  }
}

@Suite("A trace", .ownThreads)
struct ResolutionTraceTests {
  private let container = Container()
  private let trace: ResolutionTrace

  init() { trace = container.resolutionTrace() }

  /// Makes a container in which a model needs a disk, and a store that needs the same disk.
  private static func make() throws -> Container {
    let container = Container()
    try container.register(Disk.self) { Disk() }.asSingleton()
    try container.register(Store.self, name: "main") { resolver in Store(try resolver.resolve(Disk.self)) }
      .asTransient()
    try container.register(Model.self) { Model(try $0.resolve(Disk.self), try $0.resolve(Store.self, name: "main")) }
    return container
  }

  // MARK: Trees

  @Test(arguments: Call.allCases)
  func `a trace shows each resolve in a tree with its scope and what it found`(call: Call) async throws {
    let container = try ResolutionTraceTests.make()
    let trace = container.resolutionTrace()
    for _ in 1...2 { _ = try await call.resolve(Model.self, in: container) }
    trace.expect(
      "Model  graph  built",
      "├─ Disk  singleton  built",
      "└─ Store named \"main\"  transient  built",
      "   └─ Disk  singleton  found",
      "Model  graph  built",
      "├─ Disk  singleton  found",
      "└─ Store named \"main\"  transient  built",
      "   └─ Disk  singleton  found")
  }

  @Test func `a trace shows resolves by asynchronous factories as a tree`() async throws {
    try container.register(Disk.self) { await later(Disk()) }
    try container.register(Store.self) { resolver in await later(Store(try await resolver.resolve(Disk.self))) }
    try container.register(Model.self) { Model(try await $0.resolve(Disk.self), try await $0.resolve(Store.self)) }
    _ = try await container.resolve(Model.self)
    trace.expect("Model  graph  built", "├─ Disk  graph  built", "└─ Store  graph  built", "   └─ Disk  graph  found")
  }

  @Test func `a step of a trace has the key, location, scope, outcome and duration of its resolve`() throws {
    let disk = try container.register(Disk.self, key: 7) { Disk() }.asScoped()
    try container.register(Store.self) { resolver in try slowly(Store(try resolver.resolve(Disk.self, key: 7))) }
    let before = ContinuousClock.now
    _ = try container.resolve(Store.self)
    let elapsed = before.duration(to: .now)
    let root = try #require(trace.roots.first)
    #expect(root.duration >= .microseconds(200) && root.duration <= elapsed)
    #expect(root.children.count == 1)
    let step = try #require(root.children.first)
    #expect(step.key == disk.key && step.location == disk.location)
    #expect(step.scope == "scoped" && step.outcome == .built)
    #expect(step.duration <= root.duration)
    #expect(step.children.isEmpty && step.omitted == 0)
  }

  /// The scopes with the words that name them.
  private static let words: [(AnyScope, String)] = [
    (.transient, "transient"), (.graph, "graph"), (.singleton, "singleton"), (.disposable, "disposable singleton"),
    (.weak, "weak"), (.scoped, "scoped"), (.shared, "custom"), (.perContainer, "custom per container"),
  ]

  @Test(arguments: words, Call.allCases)
  private func `a trace names the scope of each step and what was cached`(
    word: (scope: AnyScope, text: String), call: Call
  ) async throws {
    word.scope.apply(to: try container.register(Disk.self) { Disk() })
    var disks: [Disk] = []
    for _ in 1...2 { disks.append(try await call.resolve(Disk.self, in: container)) }
    #expect(trace.roots.map(\.scope) == [word.text, word.text])
    let isKept = AnyScope.keeping.contains(word.scope)
    #expect(trace.roots.map(\.outcome) == [.built, isKept ? .found : .built])
  }

  @Test(arguments: Call.allCases)
  func `a trace prints each step on one line even if names contain line breaks`(call: Call) async throws {
    let container = Container().makeChild(named: "a\r\nb")
    try container.register(Disk.self, name: "c\nd") { Disk() }.asScoped(to: "a\r\nb")
    let trace = container.resolutionTrace()
    _ = try await call.resolve(Disk.self, name: "c\nd", in: container)
    trace.expect(#"Disk named "c\nd"  scoped to "a\r\nb"  built"#)
  }

  @Test func `a trace shows resolves by afterInit below the product, and the unfinished product as found`() throws {
    try container.register(Disk.self) { Disk() }.afterInit { resolver, _ in _ = try resolver.resolve(Store.self) }
    try container.register(Store.self) { resolver in Store(try resolver.resolve(Disk.self)) }
    _ = try container.resolve(Disk.self)
    trace.expect("Disk  graph  built", "└─ Store  graph  built", "   └─ Disk  graph  found")
  }

  @Test(arguments: Call.allCases)
  func `a trace shows a factory's resolves through a captured container below it`(call: Call) async throws {
    try container.register(Disk.self) { Disk() }.asTransient()
    // Neither factory takes a resolver. The store is graph-scoped, the model is transient.
    try container.register(Store.self) { [unowned container] in Store(try container.resolve(Disk.self)) }
    try container.register(Model.self) { [unowned container] in
      Model(try container.resolve(Disk.self), try container.resolve(Store.self))
    }.asTransient()
    _ = try await call.resolve(Model.self, in: container)
    trace.expect(
      "Model  transient  built", "├─ Disk  transient  built", "└─ Store  graph  built", "   └─ Disk  transient  built")
  }

  @Test func `a trace shows a resolve by a stored resolver as a root when its factory has ended`() throws {
    try container.register(Resolver.self) { resolver in resolver }
    try container.register(Disk.self) { Disk() }
    let resolver = try container.resolve(Resolver.self)
    _ = try resolver.resolve(Disk.self)
    trace.expect("Resolver  graph  built", "Disk  graph  built")
  }

  // MARK: Collections, optionals and forwardings

  @Test(arguments: Call.allCases)
  func `a trace shows the elements of a collection below it`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register(Int.self, name: "two") { 2 }.asSingleton()
    try container.contribute(Int.self) { 3 }
    try container.register(String.self) { resolver in "\(try resolver.resolve([Int].self))" }
    _ = try await call.resolveAll(Int.self, in: container)
    _ = try await call.resolve(String.self, in: container)
    trace.expect(
      "[Int]  derived", "├─ Int  graph  built", "├─ Int named \"two\"  singleton  built", "└─ Int  graph  built",
      "String  graph  built", "└─ [Int]  derived", "   ├─ Int  graph  built",
      "   ├─ Int named \"two\"  singleton  found", "   └─ Int  graph  built")
  }

  @Test(arguments: Call.allCases)
  func `a trace shows the wrapped product below an optional, or nothing`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    _ = try await call.resolve(Int??.self, in: container)
    _ = try await call.resolve(String?.self, in: container)
    _ = try await call.resolveOptional(Int.self, in: container)
    _ = try await call.resolveOptional(String.self, in: container)
    trace.expect(
      "Int??  derived", "└─ Int?  derived", "   └─ Int  graph  built", "String?  derived", "Int  graph  built")
  }

  @Test(arguments: Call.allCases)
  func `a trace shows the types of the arguments of a resolve`(call: Call) async throws {
    try container.register(String.self, arguments: Int.self, Bool.self) { _, number, isBig in "\(number) \(isBig)" }
      .asSingleton()
    for number in [1, 1, 2] { _ = try await call.resolve(String.self, arguments: number, true, in: container) }
    trace.expect(
      "String with (Int, Bool)  singleton  built", "String with (Int, Bool)  singleton  found",
      "String with (Int, Bool)  singleton  built")
  }

  @Test(arguments: Call.allCases)
  func `a trace shows the target of a forwarding below it`(call: Call) async throws {
    try container.register(Disk.self) { Disk() }.asSingleton().implements((any Storage).self)
    try container.register(Int.self) { try $0.need((any Storage).self, before: 1) }
    _ = try await call.resolve(Int.self, in: container)
    _ = try await call.resolve((any Storage).self, in: container)
    trace.expect(
      "Int  graph  built", "└─ Storage  forwarded", "   └─ Disk  singleton  built", "Storage  forwarded",
      "└─ Disk  singleton  found")
  }

  @Test(arguments: Call.allCases)
  func `a trace shows resolves by a conversion below its forwarding`(call: Call) async throws {
    try container.register(Int.self) { 1 }
    try container.register(Disk.self) { Disk() }.asSingleton().implements((any Storage).self) { [weak container] disk in
      _ = try container?.resolve(Int.self)
      return disk
    }
    _ = try await call.resolve((any Storage).self, in: container)
    trace.expect("Storage  forwarded", "├─ Disk  singleton  built", "└─ Int  graph  built")
  }

  @Test(arguments: Call.allCases)
  func `a trace shows the target of a decorated forwarding, and its parts below it`(call: Call) async throws {
    try container.register(Disk.self) { Disk() }
    let store = try container.register(Store.self) { Store(try $0.resolve(Disk.self)) }.asSingleton()
    store.implements(AnyObject.self) { $0 }
    try container.decorate(AnyObject.self) { _, store in store }
    let trace = container.resolutionTrace()
    for _ in 1...2 { _ = try await call.resolve(AnyObject.self, in: container) }
    trace.expect(
      "AnyObject  built", "├─ Store  singleton  built", "│  └─ Disk  graph  built", "└─ AnyObject  decorated",
      "AnyObject  found")
    #expect(trace.observedUses.contains { $0.user == store.blueprint.id })
  }

  @Test(arguments: Call.allCases)
  func `a trace marks a product of the fallback and gives it no location`(call: Call) async throws {
    let other = Container()
    try other.register(Int.self) { 1 }
    let container = Container(fallback: other)
    try container.register(String.self) { resolver in "\(try resolver.resolve(Int.self))" }
    let trace = container.resolutionTrace()
    _ = try await call.resolve(String.self, in: container)
    trace.expect("String  graph  built", "└─ Int  fallback")
    #expect(trace.roots.first?.children.first?.location == nil)
  }

  @Test(arguments: Call.allCases)
  func `a trace shows the products that bootstrap builds`(call: Call) async throws {
    try container.register(Disk.self) { Disk() }.asSingleton().eager()
    try container.register(Store.self) { resolver in Store(try resolver.resolve(Disk.self)) }.asSingleton().eager()
    try await call.bootstrap(container)
    trace.expect("Disk  singleton  built", "Store  singleton  built", "└─ Disk  singleton  found")
  }

  // MARK: Failures

  @Test func `a trace leaves out the step of a request that begins anew`() throws {
    let key = Key(Disk.self)
    let step = try OpenStep(key, for: ResolutionContext(root: container.core, key: key), within: nil)
    Circumstances(step: step, isTraced: true).end(failingWith: Again(), of: nil)
    #expect(trace.roots.isEmpty)
  }

  @Test(arguments: Call.allCases)
  func `a trace shows the first line of an error at the step where it occurred`(call: Call) async throws {
    try container.register(Disk.self) { throw Trouble("no\nreason") }.asTransient()
    try container.register(Store.self) { resolver in Store(try resolver.resolve(Disk.self)) }.asSingleton()
    _ = await call.error(resolving: Store.self, in: container)
    trace.expect("Store  singleton  failed", "└─ Disk  transient  failed  The factory of Disk threw: no")
    #expect(trace.roots.map(\.outcome) == [.failed("The factory of Disk threw: no")])
    #expect(trace.roots.first?.location != nil)
  }

  @Test(arguments: Call.allCases)
  func `a trace shows a missing registration as failed, without a scope and a location`(call: Call) async throws {
    try container.register(Store.self) { resolver in Store((try? resolver.resolve(Disk.self)) ?? Disk()) }
    _ = try await call.resolve(Store.self, in: container)
    trace.expect("Store  graph  built", "└─ Disk  failed  No registration found for Disk.")
    #expect(trace.roots.first?.children.first?.location == nil)
  }

  @Test func `a trace shows a circular dependency up to the step that closes it`() throws {
    try container.register(Store.self) { resolver in Store(try resolver.resolve(Disk.self)) }
    try container.register(Disk.self) { resolver in try resolver.resolve(Store.self).disk }
    #expect(throws: AstrojectError.self) { try container.resolve(Store.self) }
    trace.expect("Store  graph  failed", "└─ Disk  graph  failed", "   └─ Store  graph  failed  Store needs itself.")
  }

  // MARK: Containers

  @Test(arguments: Call.allCases)
  func `a trace of a parent shows resolves in children made before and after it was added`(call: Call) async throws {
    let parent = try ResolutionTraceTests.make()
    let early = parent.makeChild()
    let trace = parent.resolutionTrace()
    let late = parent.makeChild().makeChild()
    _ = try await call.resolve(Disk.self, in: early)
    try late.register(Disk.self) { Disk() }.asTransient()
    _ = try await call.resolve(Store.self, name: "main", in: late)
    trace.expect("Disk  singleton  built", "Store named \"main\"  transient  built", "└─ Disk  transient  built")
  }

  @Test func `a trace of a child shows no resolves of others, and no parts of a parent's singleton`() throws {
    let parent = Container()
    try parent.register(Disk.self) { Disk() }
    try parent.register(Store.self) { resolver in Store(try resolver.resolve(Disk.self)) }.asSingleton()
    let child = parent.makeChild()
    let trace = child.resolutionTrace()
    _ = try parent.resolve(Disk.self)
    _ = try parent.makeChild().resolve(Disk.self)
    #expect(trace.roots.isEmpty)
    _ = try child.resolve(Store.self)
    trace.expect("Store  singleton  built")
  }

  @Test func `a resolve in a child appears once in each trace of the child and its parent`() throws {
    let parent = try ResolutionTraceTests.make()
    let child = parent.makeChild()
    let (upper, lower, both) = (ResolutionTrace(), ResolutionTrace(), ResolutionTrace())
    parent.add(upper)
    child.add(lower)
    for container in [parent, parent, child] { container.add(both) }
    _ = try child.resolve(Store.self, name: "main")
    for trace in [upper, lower, both] {
      trace.expect("Store named \"main\"  transient  built", "└─ Disk  singleton  built")
    }
  }

  @Test func `a resolve in another container is a step in the caller's trace and a root in its own trace`() throws {
    let other = Container()
    try other.register(Disk.self) { Disk() }
    try container.register(Store.self) { Store(try other.resolve(Disk.self)) }
    let otherTrace = other.resolutionTrace()
    _ = try container.resolve(Store.self)
    trace.expect("Store  graph  built", "└─ Disk  graph  built")
    otherTrace.expect("Disk  graph  built")
  }

  // MARK: Lifetime and limits

  @Test func `a trace records nothing before it is added, and nothing of other containers`() throws {
    let container = try ResolutionTraceTests.make()
    let trace = ResolutionTrace()
    _ = try container.resolve(Model.self)
    #expect(trace.roots.isEmpty && trace.observedUses.isEmpty && trace.description.isEmpty)
    container.add(trace)
    _ = try ResolutionTraceTests.make().resolve(Model.self)
    #expect(trace.roots.isEmpty)
    _ = try container.resolve(Disk.self)
    trace.expect("Disk  singleton  found")
  }

  @Test func `a trace that is added while a factory runs records the factory's further resolves as roots`() throws {
    let (container, trace) = (Container(), ResolutionTrace())
    try container.register(Disk.self) { Disk() }
    try container.register(Store.self) { [unowned container] resolver in
      _ = try resolver.resolve(Disk.self)
      container.add(trace)
      return Store(try resolver.resolve(Disk.self))
    }
    _ = try container.resolve(Store.self)
    trace.expect("Disk  graph  found")
    #expect(trace.observedUses.isEmpty)
  }

  @Test(arguments: [0, 1, 3, 100])
  func `a trace keeps only the last roots up to its limit`(limit: Int) throws {
    for number in 0..<8 { try container.register(Int.self, key: number) { number } }
    let trace = container.resolutionTrace(limit: limit)
    for number in 0..<8 { _ = try container.resolve(Int.self, key: number) }
    #expect(trace.limit == limit)
    #expect(trace.roots.map(\.key.description) == (0..<8).suffix(limit).map { "Int keyed \($0)" })
    trace.clear()
    #expect(trace.roots.isEmpty)
    _ = try container.resolve(Int.self, key: 0)
    #expect(trace.roots.map(\.key.description) == ["Int keyed 0"].suffix(limit))
  }

  @Test func `a trace retains neither products nor the container and is released with the container`() throws {
    var container: Container? = try ResolutionTraceTests.make()
    var trace: ResolutionTrace? = container?.resolutionTrace()
    let weakTrace = Trace(try #require(trace))
    var model = try container?.resolve(Model.self)
    let weakModel = Trace(try #require(model))
    model = nil
    #expect(weakModel.isGone)
    let weakContainer = Trace(try #require(container))
    trace = nil
    #expect(!weakTrace.isGone)
    container = nil
    #expect(weakContainer.isGone)
    #expect(weakTrace.isGone)
    #expect(trace == nil && model == nil)
  }

  @Test func `a trace counts steps deeper than 100, and is printed and cleared on a small stack`() async throws {
    for number in 0..<20_000 {
      try container.register(Int.self, key: number) { resolver in
        number == 19_999 ? 0 : try await resolver.resolve(Int.self, key: number + 1) + 1
      }
    }
    #expect(try await container.resolve(Int.self, key: 0) == 19_999)
    #expect(trace.lines.count == 101)
    #expect(trace.lines.last?.hasSuffix("└─ … 19900 more") == true)
    // A small stack is enough to print and to clear the trace.
    #expect(onOwnThread(stackSize: 128 << 10) { trace.description.isEmpty } == false)
    #expect(
      onOwnThread(stackSize: 128 << 10) {
        trace.clear()
        return trace.roots.isEmpty
      } == true)
  }

  @Test func `a trace keeps 10,000 steps below a root and counts the others`() throws {
    try container.register(Int.self) { 1 }
    try container.register(String.self) { resolver in
      for _ in 0..<10_005 { _ = try resolver.resolve(Int.self) }
      return ""
    }
    _ = try container.resolve(String.self)
    let root = try #require(trace.roots.first)
    #expect(root.children.count == 10_000)
    #expect(root.omitted == 5)
    #expect(trace.lines.last == "└─ … 5 more")
  }

  // MARK: Other behaviors

  @Test(arguments: Call.allCases)
  func `a trace changes neither the events of other behaviors nor the resolved products`(call: Call) async throws {
    func heard(isTraced: Bool) async throws -> [String] {
      let container = Container()
      let listener = Listener()
      if isTraced { _ = container.resolutionTrace() }
      container.add(listener)
      if isTraced { _ = container.resolutionTrace() }
      try container.register(Disk.self) { Disk() }.asSingleton().implements((any Storage).self)
      try container.register(Store.self) { resolver in Store(try resolver.resolve(Disk.self)) }
      try container.register(Int.self, argument: Int.self) { _, number in number }
      try container.register(Double.self) { throw Trouble("no") }
      _ = try await call.resolve(Store?.self, in: container)
      _ = try await call.resolveAll((any Storage).self, in: container)
      #expect(try await call.resolve(Int.self, argument: 5, in: container) == 5)
      let store = try await call.resolve(Store.self, in: container)
      #expect(try await call.resolve(Disk.self, in: container) === store.disk)
      _ = await call.error(resolving: Double.self, in: container)
      _ = await call.error(resolving: String.self, in: container)
      return listener.heard.events
    }
    #expect(try await heard(isTraced: true) == heard(isTraced: false))
  }

  // MARK: Text

  @Test(
    arguments: [
      (Duration.nanoseconds(999), "<1 µs"), (.microseconds(1), "1 µs"), (.nanoseconds(41_900), "41 µs"),
      (.microseconds(999), "999 µs"), (.microseconds(1_000), "1.0 ms"), (.microseconds(1_299), "1.2 ms"),
      (.microseconds(9_999), "9.9 ms"), (.milliseconds(10), "10 ms"), (.milliseconds(999), "999 ms"),
      (.milliseconds(2_560), "2.5 s"), (.seconds(75), "75.0 s"),
    ])
  func `a trace prints a duration in a unit that depends on its size`(duration: Duration, text: String) {
    #expect(ResolutionTrace.brief(duration) == text)
  }

  @Test func `a trace prints the duration of each step after its outcome`() throws {
    let container = try ResolutionTraceTests.make()
    try container.register(Int.self) { throw Trouble("no") }
    let trace = container.resolutionTrace()
    _ = try container.resolve(Store.self, name: "main")
    _ = try? container.resolve(Int.self)
    let expected = """
      Store named "main"  transient  built  T
      └─ Disk  singleton  built  T
      Int  graph  failed  T  The factory of Int threw: no
      """
    #expect(trace.description.replacing(/(<1|[0-9.]+) (µs|ms|s)/, with: "T") == expected)
    #expect(trace.description == trace.roots.map(\.description).joined(separator: "\n"))
  }
}
