import Nexus

final class Engine {
  init() {}
}
protocol Solver {}
final class LiveSolver: Solver {
  var engine: Engine?
  init() {}
}

func fill(_ container: Container) throws {
  #if RIGHT
    try container.register(initializer: LiveSolver.init).injecting(\.engine).implements((any Solver).self)
  #else
    try container.register((any Solver).self) { LiveSolver() }.injecting(\.engine)
  // error: cannot convert value of type 'KeyPath<any Solver, Value>' to expected argument type 'WritableKeyPath<any Solver, Value?>'
  // error: value of type 'any Solver' has no member 'engine'
  // error: generic parameter 'Value' could not be inferred
  #endif
}
