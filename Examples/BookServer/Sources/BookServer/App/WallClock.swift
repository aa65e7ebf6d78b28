import Foundation
import Nexus

/// The current time, and waiting. Tests use a clock that they control.
protocol WallClock: Sendable {
  var now: Date { get }
  func wait(for duration: Duration) async throws
}

struct SystemClock: WallClock {
  var now: Date { Date() }
  func wait(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}

extension SystemClock: AutoInjectable {
  static let injection = Injection<any WallClock>(SystemClock.init)
  static func configure(_ registration: Registration<any WallClock>) { registration.asSingleton() }
}
