import Astroject
import Nexus

struct Clock {
  func now() -> ContinuousClock.Instant { .now }
}

final class Greeter: Sendable {
  private let clock: Clock
  init(clock: Clock) { self.clock = clock }

  func greet() { print("Hello, it is \(clock.now()).") }
}

@main
enum LeanApp {
  static func main() throws {
    let container = Container()
    try container.register(Clock.self) { Clock() }
    try container.register(initializer: Greeter.init)
    try container.resolve(Greeter.self).greet()
  }
}
