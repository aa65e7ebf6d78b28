import TestSupport

/// Runs programs in real containers, and records the visible results.
final class Runner {
  private let world = World()
  private var containers: [Container?] = [Container()]
  private var handles: [Int: any Modifiable] = [:]
  private var hands: [Thing] = []

  /// Returns the results of the first steps, and of the end, when everything has to be freed.
  static func run(_ program: Program, steps count: Int) async -> [Observation] {
    let runner = Runner()
    var observations: [Observation] = []
    observations.reserveCapacity(count + 1)
    for step in program.steps.prefix(count) {
      observations.append(await runner.observe(step))
    }
    return observations + [runner.end()]
  }

  private func end() -> Observation {
    (containers, handles, hands) = ([], [:], [])
    let alive = world.census.alive
    return Observation(result: alive == 0 ? .done : .leaked(alive))
  }

  private func observe(_ step: Program.Step) async -> Observation {
    var result: Observation.Result
    do {
      result = try await perform(step)
    } catch let error as AstrojectError {
      result = .error(error.kind, error.stops)
    } catch OverrideError.nothingToReplace {
      result = .otherError("nothingToReplace")
    } catch is Trouble {
      result = .otherError("Trouble")
    } catch {
      result = .otherError("\(error)")
    }
    return Observation(result: result, events: world.takeEvents())
  }

  private func perform(_ step: Program.Step) async throws -> Observation.Result {
    switch step {
    case .register(let number, let recipe):
      guard let container = container(number) else { break }
      try register(recipe, in: container)
    case .modify(let id, let change): handles[id]?.apply(change, in: world, of: id)
    case .resolve(let number, let ask, let way):
      guard let container = container(number) else { break }
      let things = try await resolve(ask, in: container, way)
      hands += things ?? []
      return things.map { .products($0.map(\.serial)) } ?? .none
    case .isRegistered(let number, let ask):
      guard let container = container(number) else { break }
      return .answer(Kind.all[ask.service.kind].isRegistered(ask, in: container))
    case .forget: hands = []
    case .release(let number, let service):
      guard let container = container(number) else { break }
      Kind.all[service.kind].release(service, in: container)
    case .releaseAll(let number): synchronously { container(number)?.releaseAll() }
    case .unregister(let number, let service):
      guard let container = container(number) else { break }
      Kind.all[service.kind].unregister(service, in: container)
    case .clear(let number): synchronously { container(number)?.clear() }
    case .shutdown(let number): try await container(number)?.shutdown()
    case .makeChild(let number, let name, let recipes, let fails):
      containers.append(nil)
      guard let parent = container(number) else { break }
      containers[containers.count - 1] = try parent.makeChild(named: name) { child in
        for recipe in recipes { try register(recipe, in: child) }
        if fails { throw Trouble() }
      }
    case .drop(let number): if container(number) != nil { containers[number] = nil }
    case .fork(let number, let recipes):
      containers.append(nil)
      guard let original = container(number) else { break }
      containers[containers.count - 1] = try synchronously {
        try unheld {
          try original.overriding(allowUnused: true) { overrides in
            for recipe in recipes { try Kind.all[recipe.service.kind].replace(by: recipe, in: overrides, world) }
          }
        }
      }
    case .assemble(let number, let recipes, let fails):
      guard let container = container(number) else { break }
      let assembly = Steps { container in
        for recipe in recipes { try self.register(recipe, in: container) }
      } last: {
        if fails { throw Trouble() }
      }
      try Assembler(container: container).apply(assembly: assembly)
    }
    return .done
  }

  private func container(_ number: Int) -> Container? {
    containers.indices.contains(number) ? containers[number] : nil
  }

  private func register(_ recipe: Recipe, in container: Container) throws {
    if recipe.decoration != nil {
      return try Kind.all[recipe.service.kind].decorate(by: recipe, in: container, world)
    }
    let registration = try Kind.all[recipe.service.kind].register(recipe, in: container, world)
    handles[recipe.id] = registration
    for change in recipe.changes { registration.apply(change, in: world, of: recipe.id) }
  }

  private func resolve(_ ask: Ask, in container: Container, _ way: Way) async throws -> [Thing]? {
    let kind = Kind.all[ask.service.kind]
    switch way {
    case .synchronous: return try synchronously { try kind.resolve(ask, in: container) }
    case .asynchronous: return try await kind.resolve(ask, in: container)
    case .inCancelledTask:
      // A separate task would hold the result or the container for a moment after its end. This child task ends with
      // the caller.
      async let things = Runner.resolveCancelled(ask, kind, in: container)
      return try await things
    }
  }

  private static func resolveCancelled(_ ask: Ask, _ kind: any Typed, in container: Container) async throws -> [Thing]?
  {
    withUnsafeCurrentTask { $0?.cancel() }
    return try await kind.resolve(ask, in: container)
  }
}

/// An assembly of closures.
private struct Steps: Assembly {
  let first: (Container) throws -> Void
  let last: () throws -> Void

  init(_ first: @escaping (Container) throws -> Void, last: @escaping () throws -> Void) {
    self.first = first
    self.last = last
  }
  init() {
    self.init { _ in
    } last: {
    }
  }

  func assemble(container: Container) throws { try first(container) }
  func postAssemble(resolver: Resolver) throws { try last() }
}

extension AstrojectError {
  /// The paths of the error.
  fileprivate var stops: [[Stop]] {
    if case .shutdownFailed(let failures) = self {
      return failures.map { [Stop($0.key, at: $0.location)] }
    }
    return failurePath.map { [$0] } ?? []
  }

  private var failurePath: [Stop]? {
    switch self {
    case .alreadyRegistered, .bootstrapFailed, .shutdownFailed: nil
    case .duplicateRegistration(let failure), .sealed(let failure), .noRegistrationFound(let failure),
      .circularDependency(let failure), .asynchronousFactory(let failure),
      .isolationMismatch(let failure), .invalidInstance(let failure), .containerNotFound(let failure),
      .typeMismatch(let failure), .factoryFailed(let failure), .afterInitFailed(let failure),
      .containerReleased(let failure), .cancelled(let failure), .tooDeep(let failure):
      failure.path.map { Stop($0.key, at: $0.location) }
    }
  }
}

extension Stop {
  fileprivate init(_ key: Key, at location: CodeLocation?) {
    let kind = Kind.numbers[ObjectIdentifier(key.product)] ?? -1
    self.init(
      service: Service(kind: kind, name: key.name), takesArgument: key.arguments != Void.self,
      recipe: location.map { Int($0.line) })
  }
}
