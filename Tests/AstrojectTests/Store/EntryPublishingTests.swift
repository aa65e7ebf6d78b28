import TestSupport
import Testing

@testable import Astroject

private final class Water: Sendable {
  let layers: Int
  init(_ layers: Int = 0) { self.layers = layers }
}

@Suite("The instance or factory that an entry publishes")
struct EntryPublishingTests {
  @Test(arguments: [AnyScope.transient, .graph, .singleton, .disposable, .weak, .scoped], [false, true])
  func `a thread that is about to publish when a decorator arrives publishes no factory`(
    scope: AnyScope, inChild: Bool
  ) throws {
    let parent = Container()
    scope.apply(to: try parent.register(Water.self) { Water() })
    let child = parent.makeChild()
    let match = try #require(parent.core.find(Key(Water.self)))
    try (inChild ? child : parent).decorate(Water.self) { _, water in Water(water.layers + 1) }
    match.entry.publishFactory(of: match.blueprint)
    #expect(match.entry.publishesNothing)
    // An instance that the parent caches for all is not decorated by a child.
    let isKeptByParent = match.blueprint.flags.lifetime.isKeptByOwner
    for _ in 0..<3 { #expect(try child.resolve(Water.self).layers == (inChild && isKeptByParent ? 0 : 1)) }
  }
}
