import TestSupport
import Testing

/// A mistake that a custom scope makes once.
private enum Lie: CaseIterable {
  /// It does not cache the product.
  case forgetting
  /// It returns another product of the same type.
  case swapping
  /// It returns an object of another type.
  case foreign
  /// It returns nothing for the product that was just set, and drops it.
  case hiding

  /// True if it declines to keep the product, which is no mistake: the caller that built it gets it.
  var declines: Bool { self == .forgetting || self == .hiding }
}

/// Caches one product, and misbehaves once.
private final class Liar: Instance {
  private let lie: Guarded<Lie?>
  private var product: Any?

  init(_ lie: Guarded<Lie?>) { self.lie = lie }

  private var answer: Any?
  private var isHiding = false

  func get(for context: Context) -> Any? {
    if let answer {
      self.answer = nil
      return answer
    }
    if isHiding {
      isHiding = false
      return nil
    }
    return product
  }

  func set(_ product: Any, for context: Context) {
    switch lie.withLock({ $0.take() }) {
    case .forgetting: break
    case .swapping: answer = Part()
    case .foreign: answer = "something else"
    case .hiding:
      self.product = nil
      isHiding = true
    case nil: self.product = product
    }
  }

  func release(for context: Context?) { if context == nil { product = nil } }
}

@Suite("A custom scope that misbehaves once", .onDemand)
struct LiarTests {
  @Test(arguments: Lie.allCases, Call.allCases)
  private func `a custom scope that misbehaves once affects only that one resolve`(lie: Lie, call: Call) async throws {
    for isShared in [true, false] {
      let lies = Guarded<Lie?>(lie)
      let (builds, hooks) = (Counter(), Counter())
      let container = Container()
      let registration = try container.register(Part.self) { builds.count(Part()) }
        .afterInit { _, _ in hooks.increment() }
      if isShared { registration.as(Liar(lies)) } else { registration.as { Liar(lies) } }
      var declined: Part?
      if lie.declines {
        declined = try await call.resolve(Part.self, in: container)
      } else {
        await call.expectResolveThrows(Part.self, in: container, .invalidInstance)
      }
      #expect(builds.value == 1)
      let part = try await call.resolve(Part.self, in: container)
      #expect(part !== declined)
      #expect(try await call.resolve(Part.self, in: container) === part)
      #expect(builds.value == 2)
      #expect(hooks.value == 2)
    }
  }

  @Test(arguments: Crowd.all)
  func `a custom scope that misbehaves once affects only the waiters of that build`(crowd: Crowd) async throws {
    try await watching(Counter()) {
      for lie in Lie.allCases {
        for _ in 0..<20 {
          let lies = Guarded<Lie?>(lie)
          let container = Container()
          try container.register(Part.self) { () -> Part in
            takeAWhile()
            return Part()
          }.as(Liar(lies))
          let results = await crowd.resolve(Part.self, in: container)
          let part = try await container.resolve(Part.self)
          var others = 0
          for result in results {
            switch result {
            case .success(let product): if product !== part { others += 1 }
            case .failure(let error):
              let kind = (error as? AstrojectError)?.kind
              #expect(kind == .invalidInstance && !lie.declines || kind == .asynchronousFactory, "\(lie): \(error)")
            }
          }
          // A declined product was returned to the caller that built it.
          #expect(others <= (lie.declines ? 1 : 0), "\(lie)")
        }
      }
    }
  }
}
