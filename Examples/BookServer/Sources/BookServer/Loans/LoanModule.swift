import Nexus

struct LoanModule: Module {
  func register(in container: Container) throws {
    try container.register(initializer: LoanDesk.init).asTransient()
  }
}
