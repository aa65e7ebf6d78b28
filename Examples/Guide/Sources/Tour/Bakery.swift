// The bakery that all chapters use.

protocol Oven {
  var kind: String { get }
}

final class BrickOven: Oven {
  let kind = "brick oven"
}

final class ElectricOven: Oven {
  let kind = "electric oven"
}

final class Baker {
  let oven: any Oven
  init(_ oven: any Oven) { self.oven = oven }
}

/// A bakery with two bakers, who may be the same.
final class Bakery {
  let first: Baker
  let second: Baker

  init(_ first: Baker, _ second: Baker) {
    self.first = first
    self.second = second
  }

  var sharesBaker: Bool { first === second }
}

struct Cake: CustomStringConvertible {
  let description: String
}

/// Calls `leave` when it is deinitialized.
final class Apprentice {
  private let leave: () -> Void
  init(leave: @escaping () -> Void) { self.leave = leave }
  deinit { leave() }
}
