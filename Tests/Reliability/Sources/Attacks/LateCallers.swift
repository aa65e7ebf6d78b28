import Nexus

// An escaped resolver, a `Lazy` and a `Provider` are used on several threads while the last build of their child
// container ends, and the child and its parent go. Some callers are let in because the build is under way, and others
// are refused at the same time. Each caller gets an intact product, or learns that the container is gone.

/// Everything that has escaped from a factory.
private typealias Escaped = (resolver: Resolver, owner: LazyOwner)

/// Makes a child of a temporary parent. The parts are registered in the parent, so a caller that is let in too late
/// reads the parent's freed core.
@inline(never)
private func makeChild() throws -> Container {
  let parent = Container()
  try parent.registerSubjects()
  let child = parent.makeChild()
  try child.register(initializer: LazyOwner.init(part:parts:machine:machines:)).asTransient()
  return child
}

/// Asks with everything that has escaped, and throws each error that does not say that the container is gone.
private func ask(_ escaped: Escaped) throws {
  let questions: [() throws -> Void] = [
    { try escaped.resolver.resolve(Part.self).check() },
    { try escaped.resolver.resolve(Reading.self, name: "a").check() },
    { try escaped.resolver.resolveOptional(Machine.self)?.check() },
    { for part in try escaped.resolver.resolveAll(Part.self) { try part.check() } },
    { try escaped.owner.parts.get().check() },
    { try escaped.owner.machines.get().check() },
    { try escaped.owner.part.get().check() },
  ]
  for question in questions { do { try question() } catch AstrojectError.containerReleased {} }
}

private func askAwaiting(_ escaped: Escaped) async throws {
  do { try await escaped.resolver.resolve(Part.self).check() } catch AstrojectError.containerReleased {}
  do { try await escaped.resolver.resolveOptional(Machine.self)?.check() } catch AstrojectError.containerReleased {}
  do { try await escaped.owner.parts.get().check() } catch AstrojectError.containerReleased {}
  do { try await escaped.owner.machines.get().check() } catch AstrojectError.containerReleased {}
}

let lateCallers = [
  Attack("late caller, on threads") {
    let escaped = Cell<Escaped?>(nil)
    let isOver = Cell(false)
    // More threads than processors, so that some are always stopped anywhere.
    let asking: @Sendable () throws -> Void = {
      while !isOver.value { if let escaped = escaped.value { for _ in 0..<5 { try ask(escaped) } } }
    }
    try race(
      {
        defer { isOver.exchange(true) }
        for round in 0..<50 {
          let child = try makeChild()
          try child.register(Bool.self) { resolver in
            escaped.exchange((resolver, try resolver.resolve()))
            // Of different length, so that the others are anywhere when the factory returns.
            for _ in 0..<(round * 100) {}
            return true
          }.asTransient()
          _ = try child.resolve(Bool.self)
        }
      }, asking, asking, asking, asking)
  },
  // These tasks work for the build of the factory as long as that is under way.
  Attack("late caller, in tasks of the factory") {
    for round in 0..<20 {
      let tasks = Cell<[Task<Void, any Error>]>([])
      do {
        let child = try makeChild()
        try child.register(Bool.self) { resolver in
          let escaped = (resolver, try await resolver.resolve(LazyOwner.self))
          for _ in 0..<3 {
            let task = Task {
              for _ in 0..<10 {
                try ask(escaped)
                try await askAwaiting(escaped)
              }
            }
            tasks.change { $0.append(task) }
          }
          for _ in 0..<round { await Task.yield() }
          return true
        }.asTransient()
        _ = try await child.resolve(Bool.self)
      }
      for task in tasks.value { try await task.value }
    }
  },
]
