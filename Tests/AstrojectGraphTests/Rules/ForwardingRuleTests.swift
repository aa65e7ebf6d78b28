import TestSupport
import Testing

private protocol Engine {}
private protocol Fueled<Fuel> { associatedtype Fuel }
@MainActor private protocol Shown {}
private class Vehicle: Engine {}
private final class Bus: Vehicle, Fueled {
  typealias Fuel = Int
  override init() {}
}
private class Boat: @unchecked Sendable {}
private final class Ferry: Boat, Engine, @unchecked Sendable {}
private struct Cart {}
private struct Cab: Engine {}
private enum Gear { case first }
@MainActor private final class Screen: @MainActor Shown, @MainActor Engine { nonisolated init() {} }

/// `implements` without a closure, which the compiler does not check.
struct ForwardingRuleTests {
  /// A forwarding of a product to a type.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The rule that it breaks.
    let rule: GraphRule?
    let register: @Sendable (Container) throws -> Void
    /// True if the product is resolved by the type.
    let isResolved: @Sendable (Container) -> Bool

    init<Service>(
      _ type: Service.Type, _ rule: GraphRule? = nil, _ register: @escaping @Sendable (Container) throws -> Void
    ) {
      testDescription = "\(type), \(rule?.rawValue ?? "right")"
      (self.rule, self.register) = (rule, register)
      isResolved = { (try? $0.resolve(Service.self)) != nil }
    }
  }

  private static let wrong = GraphRule.mismatchedForwarding
  private static let cases = [
    Case((any Engine).self) { try $0.register(initializer: Vehicle.init).implements((any Engine).self) },
    Case((any Engine).self) { try $0.register(initializer: Cab.init).implements((any Engine).self) },
    Case((any Engine & Sendable).self) { try $0.register(Bus.self) { Bus() }.implements((any Engine & Sendable).self) },
    Case((any Vehicle & Fueled).self) { try $0.register(Bus.self) { Bus() }.implements((any Vehicle & Fueled).self) },
    Case((any Engine).self, wrong) { try $0.register(Cart.self) { Cart() }.implements((any Engine).self) },
    Case((any Engine).self, wrong) { try $0.register(Gear.self) { .first }.implements((any Engine).self) },
    Case((any Error).self, wrong) { try $0.register(Cart.self) { Cart() }.implements((any Error).self) },
    // Nothing is known of a type with constraints, of one without, and of what is behind a protocol.
    Case((any Fueled<Int>).self) { try $0.register(Bus.self) { Bus() }.implements((any Fueled<Int>).self) },
    Case((any Sendable).self) { try $0.register(Cart.self) { Cart() }.implements((any Sendable).self) },
    Case(AnyObject.self) { try $0.register(initializer: Boat.init).implements(AnyObject.self) },
    Case(Bus.self) { try $0.register((any Engine).self) { Bus() }.implements(Bus.self) },
    // A cast unwraps an optional.
    Case((any Engine).self) { try $0.register(Cab?.self) { Cab() }.implements((any Engine).self) },
    Case(Cart?.self) { try $0.register(Cart.self) { Cart() }.implements(Cart?.self) },
    Case(AnyObject.self) { try $0.register(Cart.self) { Cart() }.implements(AnyObject.self) },
    // The product may be of a subclass, whatever makes it.
    Case((any Engine).self, .doubtfulForwarding) {
      try $0.register(Boat.self, initializer: Ferry.init).implements((any Engine).self)
    },
    Case((any Engine).self, .doubtfulForwarding) {
      try $0.decorate(Boat.self) { _, _ in Ferry() }.dependsOnNothing()
      try $0.register(initializer: Boat.init).implements((any Engine).self)
    },
    Case((any Engine).self, .doubtfulForwarding) {
      try $0.register(Boat.self) { Ferry() }.implements((any Engine).self)
    },
    // The type of an instance is known.
    Case((any Engine).self) { try $0.register(instance: Ferry() as Boat).implements((any Engine).self) },
    Case(Bus.self) { try $0.register(instance: Bus() as any Engine).implements(Bus.self) },
    Case((any Engine).self, wrong) { try $0.register(instance: Boat()).implements((any Engine).self) },
    Case(Bus.self, wrong) { try $0.register(instance: Vehicle()).ownedByContainer().implements(Bus.self) },
    Case((any Error).self, wrong) { try $0.register(instance: Cab() as any Engine).implements((any Error).self) },
    Case((any Engine).self) {
      try $0.decorate(Boat.self) { _, _ in Ferry() }.dependsOnNothing()
      try $0.register(instance: Boat()).implements((any Engine).self)
    },
    Case(Bus.self) { try $0.register(Vehicle.self) { Bus() }.implements(Bus.self) },
    Case(Vehicle.self) { try $0.register(initializer: Bus.init).implements(Vehicle.self) },
    Case(Boat.self, wrong) { try $0.register(Vehicle.self) { Bus() }.implements(Boat.self) },
    // Of several, and of a decorated one, the type of the registration counts.
    Case((any Error).self, wrong) {
      try $0.register(initializer: Cab.init).implements((any Engine).self).implements((any Error).self)
    },
    Case((any Engine).self) {
      try $0.decorate((any Engine).self) { _, engine in engine }.dependsOnNothing()
      try $0.register(initializer: Cab.init).implements((any Engine).self)
    },
  ]

  @Test(arguments: cases)
  func `a forwarding is reported exactly if no product is of its type`(_ test: Case) throws {
    let container = Container()
    try test.register(container)
    let report = container.graphReport()
    #expect(report.findings.map(\.rule) == (test.rule == ForwardingRuleTests.wrong ? [ForwardingRuleTests.wrong] : []))
    #expect(report.hints.map(\.rule) == (test.rule == .doubtfulForwarding ? [.doubtfulForwarding] : []))
    #expect(test.isResolved(container) == (test.rule != ForwardingRuleTests.wrong))
  }

  @Test func `a conformance on an actor counts, wherever the container is validated`() async throws {
    let container = Container()
    try container.register(initializer: Screen.init).implements((any Engine).self)
    #expect(container.findings().isEmpty)
    #expect(await MainActor.run { container.findings().isEmpty })
  }

  @Test func `each forwarding of a registration is reported at its line, and silenced there by its type`() throws {
    let container = Container()
    let registration = try container.register(initializer: Cart.init).implements((any Engine).self)
      .implements((any Error).self)
    #expect(
      container.verdict() == [
        "mismatched-forwarding: Engine → Cart → Engine", "mismatched-forwarding: Error → Cart → Error",
      ])
    registration.allowing(.mismatchedForwarding, of: (any Engine).self, because: "a test replaces it")
    #expect(container.verdict() == ["mismatched-forwarding: Error → Cart → Error"])
  }
}
