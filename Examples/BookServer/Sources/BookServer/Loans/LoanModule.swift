import Nexus

struct LoanModule: Module {
  let rules: LoanRules

  func register(in container: Container) throws {
    try container.register(instance: rules)
    try container.register(initializer: LoanDesk.init).asTransient()
  }
}
