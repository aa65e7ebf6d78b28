import TestSupport
import Testing

@Suite("Loops of waiting builds in every shape", .onDemand, .serialized)
struct RingTests {
  /// Tests every shape.
  private func inEveryShape(
    kind: Ring.Askers, _ test: @escaping @Sendable (Ring) async throws -> Void
  ) async throws {
    let progress = Counter()
    let current = Guarded("")
    try await watching(progress) {
      current.now
    } _: {
      for ring in Array(repeating: Ring.all.filter { $0.kind == kind }, count: 3).joined() {
        current.withLock { $0 = ring.description }
        try await test(ring)
        progress.increment()
      }
    }
  }

  /// Expects a loop in which each member depends on the next one, and the last one occurs twice.
  private func expectLoop(_ failure: AstrojectError.Failure, in ring: Ring) {
    let members = failure.path.compactMap { $0.key.name.flatMap { Int($0) } }
    guard members.count == failure.path.count, let last = members.last, let first = members.firstIndex(of: last) else {
      Issue.record("\(ring): \(failure.path.map(\.key))")
      return
    }
    #expect(members.count - first == ring.size + 1, "\(ring): \(members)")
    for (member, next) in zip(members, members.dropFirst()) {
      #expect(next == (member + 1) % ring.size, "\(ring): \(members)")
    }
  }

  @Test(arguments: Ring.Askers.allCases)
  func `resolving a loop of singletons throws in every thread and task`(kind: Ring.Askers) async throws {
    try await inEveryShape(kind: kind) { ring in
      let container = Container()
      try ring.register(in: container)
      for result in await ring.ask(container) {
        switch result {
        case .failure(AstrojectError.circularDependency(let failure)): expectLoop(failure, in: ring)
        // A thread does not wait for a build that is awaited.
        case .failure(AstrojectError.asynchronousFactory) where kind == .both: break
        default: Issue.record("\(ring): \(result)")
        }
      }
      // The failed builds leave nothing behind: two further resolves fail in the same manner.
      for _ in 1...2 {
        let result: Result<Link, any Error>
        do { result = .success(try await container.resolve(Link.self, name: "0")) } catch { result = .failure(error) }
        switch result {
        case .failure(AstrojectError.circularDependency(let failure)): expectLoop(failure, in: ring)
        case .failure(AstrojectError.asynchronousFactory) where kind == .both: break
        default: Issue.record("\(ring): alone: \(result)")
        }
      }
    }
  }

  @Test(arguments: [Ring.Askers.threads, .tasks])
  func `a loop of singletons with one Lazy is resolved for every caller and closes`(kind: Ring.Askers) async throws {
    try await inEveryShape(kind: kind) { ring in
      for lazy in 0..<ring.size {
        let container = Container()
        try ring.register(in: container, lazy: lazy)
        let links = try await ring.ask(container).map { try $0.get() }
        for (asker, link) in links.enumerated() {
          #expect(link.number == ring.start(of: asker), "\(ring), \(lazy) is lazy")
          var next = link
          for _ in 0..<ring.size { next = try await next.following() }
          #expect(next === link, "\(ring), \(lazy) is lazy")
        }
        links[0].drop()
      }
    }
  }

  @Test func `threads and tasks that share a loop with one Lazy get the product or asynchronousFactory`() async throws {
    try await inEveryShape(kind: .both) { ring in
      for lazy in 0..<ring.size {
        let container = Container()
        try ring.register(in: container, lazy: lazy)
        for (asker, result) in (await ring.ask(container)).enumerated() {
          switch result {
          case .success(let link): #expect(link.number == ring.start(of: asker), "\(ring), \(lazy) is lazy")
          case .failure(AstrojectError.asynchronousFactory): break
          case .failure(let error): Issue.record("\(ring), \(lazy) is lazy: \(error)")
          }
        }
      }
    }
  }
}
