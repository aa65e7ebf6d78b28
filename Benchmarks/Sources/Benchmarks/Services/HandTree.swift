// The tree wired by hand: a function for each object. None is inlined, as in a program of many files.

@inline(never) func makeLeafA() -> any LeafA { LiveLeafA() }
@inline(never) func makeLeafB() -> any LeafB { LiveLeafB() }
@inline(never) func makeLeafC() -> any LeafC { LiveLeafC() }
@inline(never) func makeLeafD() -> any LeafD { LiveLeafD() }
@inline(never) func makeLeafE() -> any LeafE { LiveLeafE() }
@inline(never) func makeLeafF() -> any LeafF { LiveLeafF() }
@inline(never) func makeNodeA() -> any NodeA { LiveNodeA(left: makeLeafA(), right: makeLeafB()) }
@inline(never) func makeNodeB() -> any NodeB { LiveNodeB(left: makeLeafC(), right: makeLeafD()) }
@inline(never) func makeNodeC() -> any NodeC { LiveNodeC(left: makeLeafE(), right: makeLeafF()) }
@inline(never) func makeRoot() -> any Root { LiveRoot(a: makeNodeA(), b: makeNodeB(), c: makeNodeC()) }
