import TestSupport

/// A place in a factory where the first build stops until it may go on. Later builds pass.
struct Stop: Sendable {
  let begun = Gate()
  let mayEnd = Gate()
  let builds = Counter()

  func block() {
    guard builds.increment() == 1 else { return }
    begun.open()
    mayEnd.wait()
  }

  func suspend() async {
    guard builds.increment() == 1 else { return }
    begun.open()
    await mayEnd.pass()
  }
}
