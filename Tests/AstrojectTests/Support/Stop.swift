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

  /// Makes a product after the stop.
  func block<Product>(before make: @autoclosure () -> Product) -> Product {
    block()
    return make()
  }

  /// Makes a product after the stop.
  func suspend<Product>(before make: @autoclosure () -> Product) async -> Product {
    await suspend()
    return make()
  }
}
