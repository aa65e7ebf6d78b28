import TestSupport
import Testing

@Suite("A container after a fault in a build", .onDemand)
struct FaultTests {
  /// Triggers the fault, and compares the container with one that has not met it.
  private func expectNoTrace(of fault: Fault, scope: AnyScope, call: Call, awaited isAwaited: Bool) async throws {
    let what: Comment = "\(fault), \(scope), \(call), \(isAwaited ? "an async factory" : "a sync factory")"
    let subject = try Subject(scope, awaited: isAwaited, fault: fault)
    let container = try subject.open
    // The task is cancelled before it resolves.
    let task = Task {
      if fault.kind == .cancelled { while !Task.isCancelled { await Task.yield() } }
      do {
        _ = try await call.resolve(Part.self, in: container)
        return nil as (any Error)?
      } catch {
        return error
      }
    }
    if fault.kind == .cancelled { task.cancel() }
    let error = await task.value
    #expect((error as? AstrojectError)?.kind == fault.kind, what)
    if error != nil, !(error is AstrojectError) { Issue.record("\(what): \(String(describing: error))") }

    let reference = try Subject(scope, awaited: isAwaited)
    if fault.kind == nil { _ = try await call.resolve(Part.self, in: reference.open) }
    if fault.takesOut {
      await call.expectResolveThrows(Part.self, in: container, .noRegistrationFound)
      try subject.register()
    }
    // An instance that was replaced or released during its build is not cached, and no other one is built yet.
    let isVacant =
      fault == .replacingAndReturning || fault.releases && AnyScope.keeping.contains(scope) && scope != .singleton
    let expected = isVacant ? try Subject(scope, awaited: isAwaited) : reference
    let (found, wanted) = (try await subject.probe(call), try await expected.probe(call))
    #expect(found == wanted, what)
  }

  @Test(arguments: Fault.allCases, Call.allCases)
  func `a fault in a synchronous build leaves no trace in any scope`(fault: Fault, call: Call) async throws {
    try await watching(Counter()) {
      for scope in AnyScope.allCases where fault.concerns(scope) {
        try await expectNoTrace(of: fault, scope: scope, call: call, awaited: false)
      }
    }
  }

  @Test(arguments: Fault.allCases)
  func `a fault in an asynchronous build leaves no trace in the container, in every scope`(fault: Fault) async throws {
    try await watching(Counter()) {
      for scope in AnyScope.allCases where fault.concerns(scope) {
        try await expectNoTrace(of: fault, scope: scope, call: .asynchronous, awaited: true)
      }
    }
  }

  @Test(arguments: Crowd.all)
  func `waiters of a failing build get its error or a product, and later ones share one`(crowd: Crowd) async throws {
    try await watching(Counter()) {
      for fault in Fault.allCases where !fault.takesOut && fault.kind != .cancelled {
        for scope in AnyScope.keeping {
          let subject = try Subject(scope, awaited: false, fault: fault)
          let container = try subject.open
          let results = await crowd.resolve(Part.self, in: container)
          for case .failure(let error) in results {
            // A thread gets an error if a task that builds has to wait for another task.
            let kind = (error as? AstrojectError)?.kind
            #expect(kind == fault.kind || kind == .asynchronousFactory, "\(fault), \(scope), \(crowd)")
          }
          let products = try (0..<2).map { _ in try synchronously { try container.resolve(Part.self) } }
          #expect(products[0] === products[1], "\(fault), \(scope), \(crowd)")
        }
      }
    }
  }
}
