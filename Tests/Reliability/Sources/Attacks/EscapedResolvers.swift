import Foundation
import Nexus

// A resolver outlives its factory: another thread or task uses it while the registration is removed.

/// A type that is not registered, so that resolving it creates an error with the whole path.
private struct Missing {}

private func expectFailure(_ body: () throws -> Void) {
  do { try body() } catch is AstrojectError {} catch { fatalError("\(error)") }
}

/// The number of builds on the path of the escaping resolver.
private let depth = 8

/// Has threads use the resolver of a factory that ends, while all registrations on its path are removed.
///
/// There are more threads than processors, so that some are always stopped while they read.
private func attack(_ name: String, _ change: @escaping @Sendable (Container) throws -> Void) -> Attack {
  Attack("escaped resolver, \(name)") {
    let escaped = Cell<Resolver?>(nil)
    let isOver = Cell(false)
    let ask: @Sendable () throws -> Void = {
      while !isOver.value {
        guard let resolver = escaped.value else { continue }
        for _ in 0..<10 { expectFailure { _ = try resolver.resolve(Missing.self) } }
      }
    }
    try race(
      {
        defer { isOver.exchange(true) }
        let container = Container()
        for _ in 0..<4 {
          for level in 0..<depth {
            try container.register(Part.self, key: level) { resolver in
              if level < depth - 1 { return try resolver.resolve(Part.self, key: level + 1) }
              escaped.exchange(resolver)
              // Long enough for other threads to be stopped while they resolve.
              let end = ContinuousClock.now + .milliseconds(4)
              while ContinuousClock.now < end {}
              return Part()
            }.asTransient()
          }
          try container.resolve(Part.self, key: 0).check()
          try change(container)
        }
      }, ask, ask, ask, ask)
  }
}

let escapedResolvers = [
  attack("cleared") { $0.clear() },
  attack("unregistered") { container in for level in 0..<depth { container.unregister(Part.self, key: level) } },
  attack("replaced") { container in
    for level in 0..<depth { try container.register(Part.self, key: level) { Part() } }
  },
  Attack("escaped resolver, in a task") {
    let container = Container()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        let escaped = Cell<Resolver?>(nil)
        try container.register(Part.self) { resolver in
          await Task.yield()
          escaped.exchange(resolver)
          return Part()
        }
        try await container.resolve(Part.self).check()
        group.addTask {
          for _ in 0..<10 {
            do { _ = try await escaped.value?.resolve(Missing.self) } catch is AstrojectError {}
          }
        }
        container.unregister(Part.self)
      }
      try await group.waitForAll()
    }
  },
  Attack("escaped resolver, in a task that its factory starts") {
    let container = Container()
    try container.register(initializer: Part.init).asSingleton()
    for _ in 0..<50 {
      let tasks = Cell<[Task<Void, any Error>]>([])
      try container.register(Reading.self) { resolver in
        let task = Task {
          for _ in 0..<5 {
            try? await resolver.resolve(Part.self).check()
            do { _ = try await resolver.resolve(Missing.self) } catch is AstrojectError {}
          }
        }
        tasks.change { $0.append(task) }
        await Task.yield()
        return Reading()
      }.asTransient()
      try await container.resolve(Reading.self).check()
      container.unregister(Reading.self)
      for task in tasks.value { try await task.value }
    }
  },
]
