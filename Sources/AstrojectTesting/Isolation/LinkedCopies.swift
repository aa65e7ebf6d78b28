import Astroject

/// The failure of a test process that has two copies of the library.
///
/// An app or a framework and the test bundle have one each then. The app's code does not see the container of the test.
enum LinkedCopies {
  private static let reports = AtomicWord(0)

  /// Fails the running test, if it is the first one that asks, and if there are two copies.
  static func report(at site: CallSite) {
    if reports.add(1) == 1, let library = LinkedTwice.library { Reporter.fail(text(library), at: site) }
  }

  static func text(_ library: String) -> FailureText {
    FailureText("Expected one copy of Astroject in the process of the tests.").noting([library, remedy])
  }

  private static let remedy =
    "Remedy for tests: link no `AstrojectDynamic` in the build that is tested, and the products in the test bundle alone."
}
