import TestSupport
import Testing

@testable import Astroject

private final class Shared: Sendable {}
private final class Root: Sendable {}
private struct Pair: Sendable {
  /// True if all resolves returned the same instance.
  let isOne: Bool

  init(_ instances: [Shared]) { isOne = instances.allSatisfy { $0 === instances[0] } }
}

/// The code that starts a resolve which continues after the root of its tree has ended.
enum Straggler: CaseIterable, Sendable { case thread, task, collection }

@Suite("A resolution tree that outlives its root", .ownThreads)
struct TreeTests {
  /// The gates and results shared by a test and a resolve that continues after the root has ended.
  private struct Course {
    let hasBegun = Gate()
    let rootEnded = Gate()
    let isDone = Gate()
    let isOne = Recorder<Bool?>()
  }

  /// Returns a container in which `Root` starts a resolve of `Pair` with its resolver and does not wait for its end.
  ///
  /// - Parameter asksBefore: True if the shared instance is resolved before the root ends.
  private func container(
    _ straggler: Straggler, _ course: Course, asksBefore: Bool, registering register: (Container) throws -> Void
  ) throws -> Container {
    let container = Container()
    try register(container)
    if straggler == .task {
      try container.register(Pair.self) { resolver async throws in
        let before = asksBefore ? [try await resolver.resolve(Shared.self)] : []
        course.hasBegun.open()
        await course.rootEnded.pass()
        return Pair(before + [try await resolver.resolve(Shared.self), try await resolver.resolve(Shared.self)])
      }.asTransient()
    } else {
      try container.register(Pair.self) { resolver in
        let before = asksBefore ? [try resolver.resolve(Shared.self)] : []
        course.hasBegun.open()
        course.rootEnded.wait()
        return Pair(before + [try resolver.resolve(Shared.self), try resolver.resolve(Shared.self)])
      }.asTransient()
    }
    try container.register(Root.self) { resolver in
      let end = { @Sendable (pair: Pair?) in
        course.isOne.note(pair?.isOne)
        course.isDone.open()
      }
      switch straggler {
      case .thread: detach { end(try? resolver.resolve(Pair.self)) }
      case .collection: detach { end(try? resolver.resolveAll(Pair.self).first) }
      case .task: Task.detached { end(try? await resolver.resolve(Pair.self)) }
      }
      course.hasBegun.wait()
      return Root()
    }
    return container
  }

  /// Builds the root to its end, and then lets the resolve that it has started continue.
  private func run(_ container: Container, _ course: Course, atEndOfRoot check: () -> Void = {}) async throws {
    try await onThread { _ = try container.resolve(Root.self) }
    check()
    course.rootEnded.open()
    await course.isDone.pass()
  }

  @Test(arguments: Straggler.allCases, [true, false])
  func `a tree releases its context in a custom scope once, after the tree's last resolve`(
    straggler: Straggler, asksBefore: Bool
  ) async throws {
    let course = Course()
    let ends = Recorder<Context?>()
    let container = try container(straggler, course, asksBefore: asksBefore) { container in
      try container.register(Shared.self) { Shared() }.as(PerTree(releases: ends))
    }
    try await run(container, course) { #expect(ends.events.isEmpty) }
    #expect(course.isOne.events == [true])
    #expect(ends.events.count == 1)
  }

  @Test(arguments: Straggler.allCases, [true, false])
  func `a resolve that outlives its root shares one instance, freed at its end even if a resolver outlives it`(
    straggler: Straggler, asksBefore: Bool
  ) async throws {
    // A factory may resolve nothing.
    for takesResolver in [false, true] {
      let course = Course()
      let (made, resolvers) = (Recorder<Trace>(), Recorder<Resolver>())
      let make = { @Sendable in
        let shared = Shared()
        made.note(Trace(shared))
        return shared
      }
      let container = try container(straggler, course, asksBefore: asksBefore) { container in
        if takesResolver {
          _ = try container.register(Shared.self) { resolver in
            resolvers.note(resolver)
            return make()
          }
        } else {
          _ = try container.register(Shared.self, factory: make)
        }
      }
      try await run(container, course)
      #expect(course.isOne.events == [true])
      #expect(made.events.map(\.isGone) == [true])
      withExtendedLifetime(resolvers) {}
    }
  }

  // MARK: A tree that has ended

  @Test func `a call joins a tree while another call is under way in it, but not after the last has ended`() {
    let tree = Tree()
    #expect(tree.join())
    // The call that began the tree ends once.
    for _ in 0..<2 { tree.endRoot() }
    #expect(tree.join())
    for _ in 0..<2 { tree.end() }
    #expect(!tree.join())
    // The refused call has not begun, so that one that continues the tree is the only one.
    tree.resume()
    #expect(tree.join())
  }

  @Test(arguments: [false, true])
  func `a call on another thread joins the tree of a build until the build that began it has ended`(hasJoined: Bool) {
    let blueprint = Blueprint(Recipe<Void, Shared>.resolving { _ in Shared() }, Placement(at: .unknown))
    let root = Build.bare(of: blueprint)
    let build = Build.bare(of: blueprint, in: root)
    let joined = onOwnThread { Unchecked(hasJoined ? build.joinTree() : nil) }?.value
    #expect((joined != nil) == hasJoined)
    Build.end(Borrowed(retaining: root))
    // A call goes on in the tree, so that others may join it.
    let isJoined = {
      onOwnThread {
        let joined = build.joinTree()
        joined?.leaveTree()
        return joined != nil
      }
    }
    #expect(isJoined() == hasJoined)
    joined?.leaveTree()
    #expect(isJoined() == false)
  }

  @Test func `a continued tree frees its instances where it can be used again`() {
    let tree = Tree()
    tree.willBeContinued()
    tree.slot(for: Tree.Node(0, 0)).fill(
      ProductBox(Ending { #expect(!tree.join()) }), order: 0)
    tree.end()
  }

  @Test func `a continued tree tells a custom scope of each end before which the scope was asked`() {
    let ends = Recorder<Context?>()
    let (tree, scope) = (Tree(), CustomScope(PerTree(releases: ends), for: Any.self))
    tree.willBeContinued()
    tree.note(scope)
    tree.end()
    #expect(ends.events.count == 1)
    tree.resume()
    tree.end()
    #expect(ends.events.count == 1)
    tree.resume()
    tree.note(scope)
    tree.end()
    #expect([ends.events.count, Set(ends.events).count] == [2, 1])
  }
}
