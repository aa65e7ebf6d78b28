import Foundation
import Nexus

// Objects that are created by hand in a task which a factory has started and does not await. The build has ended, and
// the container is released, while their properties are read.

private struct Absent: Sendable {}

private final class Filled: @unchecked Sendable {
  @Inject(name: "a") var first: Reading
  @Inject(name: "b") var second: Reading
  @Inject var third: Reading
}

private final class Unfilled: @unchecked Sendable {
  @Inject var absent: Absent
}

@inline(never)
private func make() throws -> Container {
  let container = Container()
  try container.register(Reading.self) { Reading() }.asSingleton()
  for name in ["a", "b"] { try container.register(Reading.self, name: name) { Reading() }.asSingleton() }
  for _ in 0..<3 {
    _ = try container.resolve(Reading.self)
    for name in ["a", "b"] { _ = try container.resolve(Reading.self, name: name) }
  }
  return container
}

/// Resolves in a container that is released at once. Its factory starts a task that runs a body repeatedly.
@inline(never)
private func startTask(_ body: @escaping @Sendable () -> Void) async throws -> [Task<Void, Never>] {
  let tasks = Cell<[Task<Void, Never>]>([])
  let container = try make()
  try container.register(Part.self) { _ in
    let task = Task { for _ in 0..<200 { body() } }
    tasks.change { $0.append(task) }
    for _ in 0..<20 { await Task.yield() }
    return Part()
  }.asTransient()
  // While the build is in progress, a property in the task counts as one of the build, and may stay unfilled.
  do { try await container.resolve(Part.self).check() } catch AstrojectError.noRegistrationFound {}
  return tasks.value
}

private func attack(_ name: String, _ body: @escaping @Sendable () -> Void) -> Attack {
  Attack("straggler, \(name)") {
    // Threads that keep the processors busy, so that each thread may be stopped anywhere.
    let isOver = Cell(false)
    for _ in 0..<4 { Thread { while !isOver.value { for _ in 0..<10_000 {} } }.start() }
    defer { isOver.exchange(true) }
    for _ in 0..<20 {
      for task in try await startTask(body) { await task.value }
    }
  }
}

/// A task that awaits with the resolver of a factory that does not suspend, and continues on another thread meanwhile.
private let besideTheFactory = Attack("straggler, that awaits beside its factory", misread: true) {
  for _ in 0..<20 {
    let tasks = Cell<[Task<Void, any Error>]>([])
    let container = Container()
    try container.registerSubjects()
    try container.register(Wheel.self) { resolver in Wheel(try resolver.resolve()) }.asTransient()
    try container.register(Cart.self) { resolver in
      let task = Task {
        for _ in 0..<100 {
          try await resolver.resolve(Machine.self).check()
          try await resolver.resolve(Wheel.self).machine.check()
        }
      }
      tasks.change { $0.append(task) }
      for _ in 0..<100 { try resolver.resolve(Wheel.self).machine.check() }
      return Cart()
    }.asTransient()
    for _ in 0..<5 { try synchronously { _ = try container.resolve(Cart.self) } }
    for task in tasks.value {
      // The container may be released before the task has ended.
      do { try await task.value } catch AstrojectError.containerReleased {}
    }
  }
}

private final class Wheel: @unchecked Sendable {
  let machine: Machine
  init(_ machine: Machine) { self.machine = machine }
}
private final class Cart: @unchecked Sendable {}

private func synchronously<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

let stragglers = [
  besideTheFactory,
  attack("whose properties are filled") { _ = Filled() },
  attack("whose property cannot be filled") { _ = Unfilled() },
]
