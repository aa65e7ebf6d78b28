/// Shortens a failing program to one that still fails.
enum Shrinker {
  static func shrink(_ program: Program) async -> Program {
    var program = program
    if let difference = await Difference.of(program) {
      program.steps.removeLast(max(program.steps.count - 1 - difference.step, 0))
    }
    var length = max(program.steps.count / 2, 1)
    while length >= 1 {
      var start = 0
      while start < program.steps.count {
        var candidate = program
        candidate.steps.removeSubrange(start..<min(start + length, program.steps.count))
        if let kept = await failing(candidate) { program = kept } else { start += length }
      }
      length /= 2
    }
    return await simplified(program)
  }

  private static func failing(_ program: Program) async -> Program? {
    await Difference.of(program) == nil ? nil : program
  }

  /// Simplifies registrations step by step.
  private static func simplified(_ program: Program) async -> Program {
    var program = program
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for index in program.steps.indices {
        for simpler in program.steps[index].simpler {
          var candidate = program
          candidate.steps[index] = simpler
          if let kept = await failing(candidate) {
            program = kept
            hasChanged = true
            break
          }
        }
      }
    }
    return program
  }
}

extension Program.Step {
  /// Simpler forms of the step.
  fileprivate var simpler: [Program.Step] {
    switch self {
    case .register(let number, let recipe): recipe.simpler.map { .register(in: number, $0) }
    case .makeChild(let number, let name, let recipes, let fails):
      recipes.less.map { .makeChild(of: number, name: name, $0, fails: fails) }
        + (name == nil ? [] : [.makeChild(of: number, name: nil, recipes, fails: fails)])
    case .fork(let number, let recipes): recipes.less.map { .fork(number, replacing: $0) }
    case .assemble(let number, let recipes, let fails):
      recipes.less.map { .assemble(in: number, $0, fails: fails) } + recipes.map { .register(in: number, $0) }
    case .resolve(let number, let ask, let way):
      way == .synchronous ? [] : [.resolve(in: number, ask, .synchronous)]
    case .modify(let id, .afterInit(let hook)): hook.simpler.map { .modify(id, .afterInit($0)) }
    default: []
    }
  }
}

extension Recipe {
  fileprivate var simpler: [Recipe] {
    var result: [Recipe] = []
    func add(_ change: (inout Recipe) -> Void) {
      var simpler = self
      change(&simpler)
      result.append(simpler)
    }
    for needs in needs.less { add { $0.needs = needs } }
    for changes in changes.less { add { $0.changes = changes } }
    for (index, change) in changes.enumerated() {
      if case .afterInit(let hook) = change {
        for simpler in hook.simpler { add { $0.changes[index] = .afterInit(simpler) } }
      }
    }
    if form == .initializer { add { $0.form = .closure } }
    if outcome != .success { add { $0.outcome = .success } }
    if isAwaited { add { $0.isAwaited = false } }
    if isProtected { add { $0.isProtected = false } }
    if manner == .keeping { add { $0.manner = .register } }
    if decoration == .made { add { $0.decoration = .identity } }
    if takesArgument { add { $0.takesArgument = false } }
    return result
  }
}

extension Hook {
  fileprivate var simpler: [Hook] {
    needs.less.map { Hook(needs: $0, outcome: outcome, isAwaited: isAwaited) }
      + (isAwaited ? [Hook(needs: needs, outcome: outcome)] : [])
      + (outcome == .success ? [] : [Hook(needs: needs, isAwaited: isAwaited)])
  }
}

extension Array {
  /// All arrays with one element less.
  fileprivate var less: [[Element]] {
    indices.map { index in
      var copy = self
      copy.remove(at: index)
      return copy
    }
  }
}
