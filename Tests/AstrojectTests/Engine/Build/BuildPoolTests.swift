import TestSupport
import Testing

@testable import Astroject

private final class Node: Sendable {}
private final class Missing: Sendable {}

@Suite("Reuse of ended builds by a thread")
struct BuildPoolTests {
  private let container = Container()
  private let registration = Blueprint(Recipe<Void, Node>.resolving { _ in Node() }, Placement(at: .unknown))
  private var thread: UnsafeMutablePointer<ThreadContext> { ThreadContext.current }

  private func begin(for parent: Borrowed<Build>? = nil) -> Borrowed<Build> {
    thread.beginBuild(of: Borrowed(registration), in: Borrowed(container.core), for: parent)
  }

  @Test func `a build is not reused if its resolver is stored, and the resolver starts a new path`() throws {
    let first = begin()
    let resolver = Resolver(of: first.object)
    thread.giveBack(first)
    let second = begin()
    defer { thread.giveBack(second) }
    #expect(resolver.site !== second.object)
    #expect(!resolver.ownBuild.isActive)
    let error = expectThrows(.noRegistrationFound) { try resolver.resolve(Missing.self) }
    #expect(error?.route == ["Missing"])
  }

  @Test func `a thread reuses neither a build that another one may have read nor those above it`() async throws {
    let (registration, core) = (registration, container.core)
    try await onThread {
      let thread = ThreadContext.current
      let top = thread.beginBuild(of: Borrowed(registration), in: Borrowed(core), for: nil)
      let seen = thread.beginBuild(of: Borrowed(registration), in: Borrowed(core), for: top)
      let below = thread.beginBuild(of: Borrowed(registration), in: Borrowed(core), for: seen)
      seen.object.noteSeen()
      thread.giveBack(below)
      #expect(thread.pointee.pool.count == 1)
      thread.giveBack(seen)
      thread.giveBack(top)
      #expect(thread.pointee.pool.count == 1)
    }
  }

  @Test func `a thread reuses an ended, unreferenced build and its tree after releasing the tree's instances`() {
    let first = begin()
    let place = ObjectIdentifier(first.object.tree)
    weak var product: Node?
    let node = Tree.Node(registration.id, container.core.id)
    do {
      guard case .begun = first.object.tree.claim(node, for: first) else {
        return fail("an empty tree did not begin a build")
      }
      let made = Node()
      product = made
      var held: HeldProduct? = HeldProduct(ProductBox(made))
      _ = first.object.tree.end(node, with: &held)
    }
    #expect(product != nil)
    thread.giveBack(first)
    #expect(product == nil)
    let second = begin()
    defer { thread.giveBack(second) }
    #expect(second.address == first.address && second.object.isActive)
    #expect(second.object.knownTree == nil)
    #expect(ObjectIdentifier(second.object.tree) == place)
    guard case .begun = second.object.tree.claim(node, for: second) else {
      return fail("the reused tree still has an instance")
    }
    _ = second.object.tree.fail(node)
  }

  @Test func `a thread does not reuse a tree that is still referenced or will be continued`() {
    let first = begin()
    let tree = first.object.tree
    thread.giveBack(first)
    let second = begin()
    #expect(second.object.tree !== tree)
    second.object.tree.willBeContinued()
    thread.giveBack(second)
    #expect(thread.pointee.spareTree == nil)
  }

  @Test func `a thread pools no more builds than its limit`() {
    let builds = (0..<2 * ThreadContext.BuildPool.most).map { _ in begin() }
    #expect(Set(builds.map { $0.address }).count == builds.count)
    for build in builds { thread.giveBack(build) }
    #expect(thread.pointee.pool.count == ThreadContext.BuildPool.most)
  }
}
