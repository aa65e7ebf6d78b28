import AstrojectTesting
import Subjects

/// An app that links AstrojectTesting and calls it where no test is running.
@main
enum Outside {
  static func main() throws {
    let container = try App.make().overridingClient()
    expectAllOverridesUsed(container)
    print("The app runs on.")
  }
}
