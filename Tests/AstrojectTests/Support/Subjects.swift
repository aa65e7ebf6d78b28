import Astroject
import TestSupport

/// The service of the tests. `LiveService` conforms to it, and `Client` needs it.
protocol Service: AnyObject {}

final class LiveService: Service {}
final class OtherService: Service {}

final class Client {
  let service: any Service
  init(_ service: any Service) { self.service = service }
}

/// A class instance with a number.
final class Numbered: Sendable {
  let number: Int
  init(_ number: Int = 0) { self.number = number }
}

/// A class instance with a name.
final class Called: Sendable {
  let name: String
  init(_ name: String = "") { self.name = name }
}

/// Runs a closure when it is freed.
// Unchecked, because the closure runs once.
final class Ending: @unchecked Sendable {
  private let end: () -> Void
  init(_ end: @escaping () -> Void = {}) { self.end = end }
  convenience init(counting freed: Counter) { self.init { freed.increment() } }
  deinit { end() }
}

protocol Counted: AnyObject { var number: Int { get } }
protocol Marked: AnyObject {}
protocol Weighed { var number: Int { get } }

/// A product that is resolved by each kind of type: a class, one protocol or two for classes only, and any protocol.
final class Piece: Counted, Marked, Weighed {
  let number: Int
  init(number: Int) { self.number = number }
}
