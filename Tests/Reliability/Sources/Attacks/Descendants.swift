import Foundation
import Nexus

// A container looks through the registrations of its children, which other threads create and release.

private func attack(_ name: String, _ look: @escaping @Sendable (Container) throws -> Void) -> Attack {
  Attack("descendants, \(name)") {
    let root = Container()
    try root.register(Part.self) { Part() }.asScoped()
    let app = root.makeChild()
    let isOver = Cell(false)
    let come: @Sendable () throws -> Void = {
      while !isOver.value {
        let child = app.makeChild()
        try child.register(Machine.self) { Machine() }.implements(Part.self) { $0.part }
        usleep(100)
      }
    }
    // Threads that keep the processors busy, so that each thread may be stopped anywhere.
    for _ in 0..<4 { Thread { while !isOver.value { for _ in 0..<10_000 {} } }.start() }
    try race(
      {
        defer { isOver.exchange(true) }
        for _ in 0..<200 { for _ in 0..<20 { try look(app) } }
      }, come, come)
  }
}

let descendants = [
  attack("release") { app in
    try app.resolve(Part.self).check()
    app.release(Part.self)
  },
  attack("near matches") { app in
    do { _ = try app.resolve(Machine.self, name: "absent") } catch AstrojectError.noRegistrationFound(let failure) {
      _ = failure.nearMatches.count
    }
  },
]
