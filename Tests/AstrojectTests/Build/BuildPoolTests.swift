import Testing

@testable import Astroject

private final class Node: Sendable {}
private final class Missing: Sendable {}

@Suite("A build that has ended is used again by its thread")
struct BuildPoolTests {
  private let container = Container()
  private let registration = Blueprint(Recipe<Void, Node>.resolving { _ in Node() }, location: .unknown)
  private var thread: UnsafeMutablePointer<ThreadContext> { ThreadContext.current }

  private func begin(for parent: Unmanaged<Build>? = nil) throws -> Unmanaged<Build> {
    try thread.beginBuild(of: .passUnretained(registration), in: .passUnretained(container.core), for: parent)
  }

  @Test("where nobody else knows of it")
  func reuse() throws {
    let first = try begin()
    thread.giveBack(first)
    let second = try begin()
    defer { thread.giveBack(second) }
    #expect(first.toOpaque() == second.toOpaque())
    #expect(second.takeUnretainedValue().isActive)
  }

  @Test("and not where somebody has kept its resolver, which goes on to be its own")
  func kept() throws {
    let first = try begin()
    let resolver = Resolver(of: first.takeUnretainedValue())
    thread.giveBack(first)
    let second = try begin()
    defer { thread.giveBack(second) }
    #expect(resolver.site !== second.takeUnretainedValue())
    #expect(!resolver.site.isActive)
    let error = #expect(throws: AstrojectError.self) { try resolver.resolve(Missing.self) }
    guard case .noRegistrationFound(let failure) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.path.map(\.key.description) == ["Missing"])
  }

  @Test("and so is the tree that began with it, which holds nothing")
  func tree() throws {
    let first = try begin()
    let place = ObjectIdentifier(first.takeUnretainedValue().tree)
    weak var product: Node?
    do {
      let node = Tree.Plain(blueprint: registration.id, container: container.core.id)
      guard case .begun = first.takeUnretainedValue().tree.claim(node, for: first) else {
        Issue.record("the tree is empty")
        return
      }
      let made = Node()
      product = made
      _ = first.takeUnretainedValue().tree.end(node, with: ProductBox(made))
    }
    #expect(product != nil)
    thread.giveBack(first)
    #expect(product == nil)
    let second = try begin()
    defer { thread.giveBack(second) }
    #expect(second.toOpaque() == first.toOpaque())
    #expect(second.takeUnretainedValue().knownTree == nil)
    #expect(ObjectIdentifier(second.takeUnretainedValue().tree) == place)
    let node = Tree.Plain(blueprint: registration.id, container: container.core.id)
    guard case .begun = second.takeUnretainedValue().tree.claim(node, for: second) else {
      Issue.record("the tree has kept something")
      return
    }
    second.takeUnretainedValue().tree.withdraw(node)
  }

  @Test("but no tree that somebody refers to, or that is to go on")
  func treeInUse() throws {
    let first = try begin()
    let tree = first.takeUnretainedValue().tree
    thread.giveBack(first)
    let second = try begin()
    #expect(second.takeUnretainedValue().tree !== tree)
    second.takeUnretainedValue().tree.willBeContinued()
    thread.giveBack(second)
    #expect(thread.pointee.spareTree == nil)
  }

  @Test("as far as a thread keeps that many")
  func many() throws {
    let builds = try (0..<2 * ThreadContext.BuildPool.most).map { _ in try begin() }
    #expect(Set(builds.map { $0.toOpaque() }).count == builds.count)
    for build in builds { thread.giveBack(build) }
    #expect(thread.pointee.pool.count == ThreadContext.BuildPool.most)
  }
}
