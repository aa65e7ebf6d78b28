import TestSupport
import Testing

private final class Kitchen {
  @Inject var fruit: Berry
  @Inject(name: "red") var red: Berry?
  @Inject var later: Lazy<Berry>
}

private func makeContainer(_ color: String) throws -> Container {
  try Container { try $0.register(Berry.self) { Berry(color: color) } }
}

/// The color of the fruit that an object built here injects.
private func color() -> String { Kitchen().fruit.color }

@Suite("Injected properties of objects built by hand", .ownThreads)
struct InjectByHandTests {
  @Test func `an object built by hand injects from the container of withCurrent`() throws {
    let container = try makeContainer("plain")
    let kitchen = Container.withCurrent(container) { Kitchen() }
    #expect(try kitchen.fruit.color == "plain" && kitchen.red == nil && kitchen.later.value.color == "plain")
    #expect(Container.withCurrent(container) { Container.current } === container)
  }

  @Test func `an object built by hand injects from the container of the innermost withCurrent`() throws {
    let (outer, inner) = (try makeContainer("outer"), try makeContainer("inner"))
    let colors = Container.withCurrent(outer) { [color(), Container.withCurrent(inner) { color() }, color()] }
    #expect(colors == ["outer", "inner", "outer"])
  }

  @Test func `withCurrent applies to child tasks and new tasks but not to detached tasks`() async throws {
    let container = try makeContainer("plain")
    let colors = await Container.withCurrent(container) {
      await Task.yield()
      async let child = color()
      let started = Task { color() }
      let detached = Task.detached { Container.current === container }
      let group = await withTaskGroup(of: String.self) { group in
        for _ in 1...3 { group.addTask { color() } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      return [color(), await child, await started.value, "\(await detached.value)"] + group
    }
    #expect(colors == ["plain", "plain", "plain", "false", "plain", "plain", "plain"])
  }

  @Test @MainActor func `withCurrent runs in its caller's isolation and returns the result or error`() async throws {
    let container = try makeContainer("plain")
    var count = 0
    let awaited = await Container.withCurrent(container) {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      count += 1
      return color()
    }
    let immediate = Container.withCurrent(container) {
      MainActor.assertIsolated()
      count += 1
      return "\(color()) \(count)"
    }
    #expect(count == 2)
    #expect([awaited, immediate] == ["plain", "plain 2"])
    #expect(throws: Objection.self) { try Container.withCurrent(container) { throw Objection() } }
    await #expect(throws: Objection.self) {
      try await Container.withCurrent(container) {
        await Task.yield()
        throw Objection()
      }
    }
  }

  @Test func `an object built by hand does not keep the current container alive`() throws {
    var container: Container? = try makeContainer("plain")
    let trace = Trace(try #require(container))
    let kitchen = try Container.withCurrent(#require(container)) { Kitchen() }
    container = nil
    #expect(trace.isGone)
    #expect(kitchen.fruit.color == "plain")
    #expect(throws: AstrojectError.self) { try kitchen.later.value }
  }

  @Test func `each injected property of an object built by hand starts a new tree`() throws {
    final class House {
      @Inject var first: Berry
      @Inject var second: Berry
    }
    try Container.withCurrent(makeContainer("plain")) {
      let house = House()
      #expect(house.first !== house.second)
      let container = Container.current
      try container.register(Berry.self) { Berry(color: "one") }.asSingleton()
      let other = House()
      #expect(other.first === other.second && other.first.color == "one")
    }
  }

  @Test func `building an object by hand succeeds even if an injected property is unresolvable`() {
    let container = Container()
    let kitchen = Container.withCurrent(container) { Kitchen() }
    #expect(kitchen.red == nil)
    #expect(throws: AstrojectError.self) { try kitchen.later.value }
  }
}

// These tests change the shared container of a process, so each runs in its own process.
@Suite("The current container of the process", .ownThreads)
struct SharedContainerTests {
  @Test func `Container.shared keeps the last container alive and releases the previous one`() async {
    await #expect(processExitsWith: .success) {
      #expect(throws: AstrojectError.self) { try Container.current.resolve(Berry.self, name: nil) }
      Container.shared = try makeContainer("first")
      let first = Trace(Container.current)
      #expect(!first.isGone && color() == "first")
      let second = try makeContainer("second")
      Container.shared = second
      #expect(Container.shared === second && Container.current === second)
      #expect(color() == "second" && first.isGone)
      Container.shared = nil
      #expect(throws: AstrojectError.self) { try Container.current.resolve(Berry.self, name: nil) }
    }
  }

  @Test func `every thread and task uses Container.shared outside withCurrent, also while it is replaced`() async {
    await #expect(processExitsWith: .success) {
      Container.shared = try makeContainer("shared")
      let bound = try makeContainer("bound")
      let results = await Crowd(threads: 4, tasks: 4).run { number in
        number % 2 == 0 ? color() : Container.withCurrent(bound) { color() }
      } asynchronous: { number in
        await Task.yield()
        return number % 2 == 0 ? color() : Container.withCurrent(bound) { color() }
      }
      for (number, result) in results.enumerated() {
        #expect(try result.get() == (number % 2 == 0 ? "shared" : "bound"))
      }
      let others = await Crowd(threads: 4, tasks: 4).run { number in
        for _ in 0..<200 { if number == 0 { Container.shared = try makeContainer("shared") } else { _ = color() } }
        return color()
      } asynchronous: { _ in
        for _ in 0..<200 { _ = color() }
        return color()
      }
      for other in others { #expect(try other.get() == "shared") }
    }
  }

  @Test func `an object that a container builds does not inject from Container.shared`() async {
    await #expect(processExitsWith: .success) {
      Container.shared = try makeContainer("shared")
      let container = try makeContainer("own")
      try container.register(initializer: { () in Kitchen() })
      try container.register(Kitchen.self, name: "closure") { Kitchen() }
      #expect(try synchronously { try container.resolve(Kitchen.self) }.fruit.color == "own")
      #expect(try synchronously { try container.resolve(Kitchen.self, name: "closure") }.fruit.color == "own")
    }
  }
}

/// Not private, so that the runtime finds it by its name.
struct Larder {
  @Inject private var fruit: Berry
  func show() { print(fruit) }
}

@Suite("Reading an injected property that could not be resolved")
struct InjectStopTests {
  /// The standard error of a process that stopped.
  private static func text(_ result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }

  @Test func `reading an injected property stops the program if there is no current container`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let kitchen = Kitchen()
      _ = kitchen.fruit
    }
    let text = try InjectStopTests.text(result)
    #expect(text.contains("The injected property of type Berry of Kitchen, at NexusTests/CurrentContainerTests.swift:"))
    #expect(text.contains(", cannot be read. No registration found for Berry"))
    #expect(text.contains("Container.shared = container"))
  }

  @Test func `the fatal error for an unregistered struct property has the property's name and a remedy`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Container.withCurrent(Container()) { Larder().show() }
    }
    let text = try InjectStopTests.text(result)
    #expect(text.contains("The injected property `fruit: Berry` of Larder, at NexusTests/CurrentContainerTests.swift:"))
    #expect(text.contains(", cannot be read. No registration found for Berry."))
    #expect(text.contains("Remedy: register it: `container.register(initializer: Berry.init)`."))
  }

  @Test func `the fatal error for an unresolved property in a factory closure has the path`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let container = Container()
      try container.register(Kitchen.self) {
        let kitchen = Kitchen()
        _ = kitchen.fruit
        return kitchen
      }
      _ = try synchronously { try container.resolve(Kitchen.self) }
    }
    let text = try InjectStopTests.text(result)
    #expect(
      text.contains("The injected property `fruit: Berry` of Kitchen, at NexusTests/CurrentContainerTests.swift:"))
    #expect(text.contains("Path: Kitchen → Berry"))
  }

  @Test func `the fatal error for a property that init replaced has the type under construction`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      final class Bowl {
        @Inject var fruit: Berry
        init() {
          _fruit = Inject(name: "green")
          print(_fruit.wrappedValue)
        }
      }
      let container = Container()
      try container.register(Berry.self) { Berry(color: "plain") }
      try container.register(initializer: Bowl.init)
      _ = try synchronously { try container.resolve(Bowl.self) }
    }
    let text = try InjectStopTests.text(result)
    #expect(text.contains("The injected property `fruit: Berry` of "))
    #expect(text.contains(".Bowl, at NexusTests/CurrentContainerTests.swift:"))
    #expect(text.contains("cannot be read. No registration found for Berry named \"green\"."))
  }
}
