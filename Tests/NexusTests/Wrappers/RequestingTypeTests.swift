import TestSupport
import Testing

/// A service that knows what it was made for.
private protocol Logging: AnyObject, Sendable { var label: String { get } }
private final class Logger: Logging {
  let label: String
  init(label: String) { self.label = label }
  init(_ resolver: Resolver) { label = "\(resolver.requestingType.map { "\($0)" } ?? "nil")" }
}
private final class Around: Logging {
  let real: any Logging
  let own: String
  var label: String { "\(own) around \(real.label)" }
  init(_ real: any Logging, _ own: String) { (self.real, self.own) = (real, own) }
}

private protocol Service: AnyObject, Sendable { var log: String { get } }
private final class Plain: Service {
  let log: String
  init(logger: any Logging) { log = logger.label }
}
private final class Optional: Service {
  let log: String
  init(logger: (any Logging)?) { log = logger?.label ?? "none" }
}
private final class Several: Service {
  let log: String
  init(loggers: [any Logging]) { log = loggers.map(\.label).joined(separator: ",") }
}
private final class Delayed: Service {
  let logger: Lazy<any Logging>
  var log: String { (try? logger.get().label) ?? "failed" }
  init(logger: Lazy<any Logging>) { self.logger = logger }
}
private final class Repeated: Service {
  let loggers: Provider<any Logging>
  var log: String { (try? loggers.get().label) ?? "failed" }
  init(loggers: Provider<any Logging>) { self.loggers = loggers }
}
private final class Injected: Service, @unchecked Sendable {
  @Inject var logger: any Logging
  var log: String { logger.label }
}
private final class Later: Service, @unchecked Sendable {
  @InjectLazy var logger: any Logging
  var log: String { logger.label }
}
private final class Set: Service, @unchecked Sendable {
  var logger: (any Logging)?
  var log: String { logger?.label ?? "none" }
}
private final class Outer: Sendable {
  let text: String
  init(repeated: Repeated, logger: any Logging) { text = "\(logger.label), \(repeated.log)" }
}

struct RequestingTypeTests {
  private let container: Container

  init() throws {
    container = try Container { container in
      try container.register((any Logging).self) { resolver in Logger(resolver) }.asTransient()
      try container.register(initializer: Plain.init)
      try container.register(initializer: Optional.init)
      try container.register(initializer: Several.init)
      try container.register(initializer: Delayed.init)
      try container.register(initializer: Repeated.init)
      try container.register(initializer: Injected.init)
      try container.register(initializer: Later.init)
      try container.register(initializer: Set.init).injecting(\.logger)
    }
  }

  @Test(arguments: Call.allCases)
  func `each form of a dependency tells its owner`(call: Call) async throws {
    let owners: [any Service.Type] = [
      Plain.self, Optional.self, Several.self, Delayed.self, Repeated.self, Injected.self, Later.self, Set.self,
    ]
    for owner in owners {
      let service: any Service = try await call.resolve(owner, in: container)
      #expect(service.log == "\(owner)")
    }
  }

  @Test(arguments: Call.allCases)
  func `a form that is awaited tells its owner`(call: Call) async throws {
    try container.register((any Logging).self) { (resolver: Resolver) async in
      await Task.yield()
      return Logger(resolver)
    }.asTransient()
    #expect(try await call.resolve(Repeated.self, in: container).loggers.get().label == "Repeated")
    #expect(try await call.resolve(Delayed.self, in: container).logger.get().label == "Delayed")
    #expect(try await container.resolve((any Logging).self).label == "nil")
  }

  @Test(arguments: Call.allCases)
  func `what is asked for directly has no requesting type`(call: Call) async throws {
    #expect(try await call.resolve((any Logging).self, in: container).label == "nil")
    #expect(try await call.resolve([any Logging].self, in: container).map(\.label) == ["nil"])
    #expect(try await call.resolve(Provider<any Logging>.self, in: container).get().label == "nil")
    #expect(try await call.resolve(Lazy<any Logging>.self, in: container).get().label == "nil")
  }

  @Test func `an owner that is registered as a protocol is told as that`() throws {
    try container.register((any Service).self, initializer: Plain.init)
    try container.register((any Service).self, name: "closure") { Plain(logger: try $0.resolve((any Logging).self)) }
    #expect(try container.resolve((any Service).self).log == "Service")
    #expect(try container.resolve((any Service).self, name: "closure").log == "Service")
    try container.register(initializer: Optional.init).implements((any Service).self) { $0 }
    #expect(try container.resolve((any Service).self).log == "Optional")
  }

  @Test func `a provider's product belongs to its owner, in another build and in a nested form`() throws {
    final class Nested: Sendable {
      let lazy: Lazy<Provider<any Logging>>
      init(lazy: Lazy<Provider<any Logging>>) { self.lazy = lazy }
    }
    try container.register(initializer: Outer.init)
    #expect(try container.resolve(Outer.self).text == "Outer, Repeated")
    #expect(try container.resolve((any Logging).self).label == "nil")
    try container.register(initializer: Nested.init)
    #expect(try container.resolve(Nested.self).lazy.get().get().label == "Nested")
  }

  @Test(arguments: Call.allCases)
  func `a decorator, a hook and a rule see what the product is for`(call: Call) async throws {
    let seen = Guarded<[String]>([])
    for _ in 0..<2 {
      try container.decorate((any Logging).self) { resolver, real in
        Around(real, "\(resolver.requestingType.map { "\($0)" } ?? "nil")")
      }
    }
    try container.register((any Logging).self) { Logger($0) }.asTransient().afterInit { resolver, _ in
      seen.withLock { $0.append("\(resolver.requestingType.map { "\($0)" } ?? "nil")") }
    }
    #expect(try await call.resolve(Plain.self, in: container).log == "Plain around Plain around Plain")
    #expect(try await call.resolve(Repeated.self, in: container).log == "Repeated around Repeated around Repeated")
    #expect(seen.now == ["Plain", "Repeated"])
    let other = Container()
    try other.register(
      (any Logging).self, initializer: Logger.init(label:),
      with: .resolving { "\($0.requestingType.map { "\($0)" } ?? "nil")" })
    try other.register(initializer: Plain.init)
    #expect(try await call.resolve(Plain.self, in: other).log == "Plain")
  }

  @Test(arguments: Call.allCases)
  func `the target of a decorated forwarding sees what the product is for`(call: Call) async throws {
    try container.register(Logger.self) { Logger($0) }.asTransient().implements((any Logging).self) { $0 }
    try container.decorate((any Logging).self) { _, real in Around(real, "own") }
    #expect(try await call.resolve(Plain.self, in: container).log == "own around Plain")
    #expect(try await call.resolve(Repeated.self, in: container).log == "own around Repeated")
    #expect(try await call.resolve((any Logging).self, in: container).label == "own around nil")
  }

  @Test func `a shared product sees what has asked first`() throws {
    try container.register((any Logging).self) { Logger($0) }.asSingleton()
    #expect(try container.resolve(Optional.self).log == "Optional" && container.resolve(Plain.self).log == "Optional")
  }

  @Test func `a factory that asks by a container it has captured is told as what asks`() throws {
    let other = Container()
    try other.register((any Service).self) { Plain(logger: try container.resolve((any Logging).self)) }
    #expect(try other.resolve((any Service).self).log == "Service")
  }

  @Test func `a child tells the owner of what it takes from its parent`() throws {
    let child = container.makeChild()
    try child.register((any Service).self) { Plain(logger: try $0.resolve((any Logging).self)) }
    #expect(try child.resolve((any Service).self).log == "Service" && child.resolve(Repeated.self).log == "Repeated")
  }

  @Test func `a resolver has no requesting type when the product has been built`() throws {
    let resolvers = Guarded<[Resolver]>([])
    try container.register((any Logging).self) { resolver in
      resolvers.withLock { $0.append(resolver) }
      return Logger(resolver)
    }
    #expect(try container.resolve(Plain.self).log == "Plain")
    #expect(resolvers.now.count == 1 && resolvers.now[0].requestingType == nil)
  }

  @Test func `a task of an asynchronous factory sees the requesting type`() async throws {
    try container.register((any Logging).self) { (resolver: Resolver) async in
      await Task { Logger(resolver) }.value
    }.asTransient()
    #expect(try await container.resolve(Plain.self).log == "Plain")
  }

  @Test func `a task that outlives what a Lazy has awaited has no requesting type`() async throws {
    let (isOver, task) = (Gate(), Guarded<Task<String, any Error>?>(nil))
    try container.register(Int.self) { [container] in
      let made = Task {
        await isOver.pass()
        return try await container.resolve((any Logging).self).label
      }
      _ = task.exchange(made)
      return 1
    }
    try container.register(initializer: LazyOwner<Int>.init)
    _ = try await Call.asynchronous.value(of: try await container.resolve(LazyOwner<Int>.self).lazy)
    isOver.open()
    #expect(try await task.now?.value == "nil")
  }

  @Test func `each of 8 threads and tasks sees its own requesting type`() async throws {
    for _ in rounds(50) {
      let results = await Crowd(threads: 4, tasks: 4).run { number in
        try number % 2 == 0 ? container.resolve(Repeated.self).log : container.resolve(Plain.self).log
      } asynchronous: { number in
        try await number % 2 == 0 ? container.resolve(Repeated.self).log : container.resolve(Plain.self).log
      }
      #expect(try results.map { try $0.get() } == (0..<8).map { $0 % 2 == 0 ? "Repeated" : "Plain" })
    }
  }
}
