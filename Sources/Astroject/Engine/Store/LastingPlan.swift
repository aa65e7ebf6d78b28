/// A published plan with its entry, retained for a caller that awaits, who holds the container that has it.
package struct LastingPlan {
  private let plan: Stage
  private let entry: Entry
  private let owner: Borrowed<Core>

  /// Retains what is published; nil if that is an instance.
  init?(_ published: Published) {
    guard let plan = published.word.plan else { return nil }
    self.plan = plan.object
    entry = published.entry.object
    owner = published.owner
  }

  /// Returns the product. Inlined, because each function on the way takes a frame of the task.
  @inline(__always)
  func answer<Product>(for parent: Borrowed<Build>?, in core: Borrowed<Core>) async throws -> Product {
    defer { withExtendedLifetime(entry) {} }
    return try await plan.answerAwaiting((), for: Ask(core, for: parent, at: Borrowed(entry), of: owner))
  }

  /// Returns the product for a build.
  package func answer<Product>(for build: Build) async throws -> Product {
    do { return try await answer(for: Borrowed(build), in: build.source) } catch is Again {
      return try await build.core.resolve(plan.blueprint.key, (), for: ResolutionContext(of: build))
    }
  }
}
