import Testing

@testable import Astroject

@Suite("A change of a container and its children")
struct SpreadingTests {
  @Test func `a change reaches a child that is made while its parent is changed`() {
    let parent = Container()
    var child: Container?
    var reached: [Core] = []
    parent.core.spread { core in
      if core === parent.core { child = parent.makeChild() }
      reached.append(core)
    }
    #expect(reached.map(\.id) == [parent.core.id, child?.core.id])
  }
}
