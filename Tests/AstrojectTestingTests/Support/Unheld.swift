@testable import AstrojectTesting

/// Runs a closure as code that outlives its test case, so that no test holds the forks that it makes.
func unheld<Result>(_ body: () throws -> Result) rethrows -> Result {
  let held = HeldForks()
  held.end()
  let scope = TestScope(runner: .swiftTesting, account: OverrideAccount(), held: held, allowsUnused: true)
  return try scope.run(body)
}
