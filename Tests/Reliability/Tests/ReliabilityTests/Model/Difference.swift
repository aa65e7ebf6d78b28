/// The first step at which the oracle and the containers differ.
struct Difference: CustomStringConvertible {
  let step: Int
  let expected: Observation
  let found: Observation

  var description: String { "step \(step) should give\n  \(expected)\nbut gave\n  \(found)" }

  /// Runs a program in the oracle and in containers, and compares; returns nil if both agree on all decided steps, and
  /// everything is freed in the end.
  static func of(_ program: Program) async -> Difference? {
    let expected = Oracle().run(program)
    let found = await Runner.run(program, steps: expected.count)
    for (index, pair) in zip(expected + [Observation()], found).enumerated() where pair.0 != pair.1 {
      return Difference(step: index, expected: pair.0, found: pair.1)
    }
    return nil
  }
}

extension Observation: CustomStringConvertible {
  var description: String { "\(result)" + (events.isEmpty ? "" : ", with \(events)") }
}

extension Observation.Result: CustomStringConvertible {
  var description: String {
    switch self {
    case .done: "nothing"
    case .answer(let answer): "\(answer)"
    case .products(let serials): "the objects \(serials)"
    case .none: "nil"
    case .error(let kind, let paths):
      "\(kind)" + paths.map { " " + $0.map(\.description).joined(separator: " → ") }.joined(separator: ",")
    case .otherError(let text): text
    case .leaked(let count): "\(count) objects that are not freed"
    }
  }
}

extension Event: CustomStringConvertible {
  var description: String {
    switch self {
    case .made(let recipe, let serial, let argument, let parts):
      "r\(recipe) made \(serial) of \(parts)" + (argument.map { " for \($0)" } ?? "")
    case .failed(let location): location % 2 == 0 ? "r\(location / 2) failed" : "a hook of r\(location / 2) failed"
    case .prepared(let recipe, let serial): "a hook of r\(recipe) prepared \(serial)"
    case .released(let recipe, let serial): "r\(recipe) released \(serial)"
    }
  }
}

extension Stop: CustomStringConvertible {
  var description: String {
    Kind.name(service.kind) + (service.name.map { " \($0)" } ?? "") + (takesArgument ? "(Int)" : "")
      + (recipe.map { " r\($0)" } ?? "")
  }
}
