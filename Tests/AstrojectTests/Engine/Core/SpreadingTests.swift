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

  @Test func `a container knows the children that are left, whichever was released`() {
    let parent = Container()
    var children = (0..<4).map { _ in parent.makeChild() }
    for index in [0, 2, 0, 0] {
      children.remove(at: index)
      #expect(Set(parent.core.children.map(\.id)) == Set(children.map(\.core.id)))
    }
  }
}
