import Astroject

/// The failure of a test process that has two copies of the library.
///
/// An app or a framework and the test bundle have one each then. The app's code does not see the container of the test.
enum LinkedCopies {
  private static let isReported = Lock(false)

  /// Fails the running test, if it is the first one that asks, and if there are two copies.
  static func report(at site: CallSite) {
    let isFirst = isReported.withLock { isReported in
      defer { isReported = true }
      return !isReported
    }
    if isFirst, let library = LinkedTwice.library { Reporter.fail(text(library), at: site) }
  }

  static func text(_ library: String) -> FailureText {
    FailureText("Expected one copy of Astroject in the process of the tests.").noting([library, remedy])
  }

  private static let remedy =
    "Remedy for tests: link no `AstrojectDynamic` in the build that is tested, and the products in the test bundle alone."
}
