import TestSupport
import Testing

private final class Clock: Injectable, Sendable { init() {} }

private actor Archive: Injectable { init() {} }

private struct Letter: InjectableWithParameter {
  let text: String
  init(_ text: String) { self.text = text }
}

private final class Envelope: InjectableWithTwoParameters {
  let letter: Letter
  let stamps: [Int]
  init(_ letter: Letter, _ stamps: [Int]) { (self.letter, self.stamps) = (letter, stamps) }
}

private actor Box: InjectableWithThreeParameters {
  let size: Int
  let label: String?
  init(_ size: Int, _ label: String?, _ clock: Clock) { (self.size, self.label) = (size, label) }
}

private struct Truck: InjectableWithFourParameters {
  let clock: Clock
  let size: Int
  let text: String
  let letter: Lazy<Letter>
  init(_ clock: Clock, _ size: Int, _ text: String, _ letter: Lazy<Letter>) {
    (self.clock, self.size, self.text, self.letter) = (clock, size, text, letter)
  }
}

private struct Train: InjectableWithFiveParameters {
  let values: [String]
  init(_ size: Int, _ text: String, _ letter: Letter, _ spare: Double?, _ resolver: Resolver) throws {
    values = ["\(size)", text, letter.text, spare.map { "\($0)" } ?? "none", "\(try resolver.resolve(Int.self) + 1)"]
  }
}

private class Base: Injectable { required init() {} }

private final class Derived: Base {}

struct InjectableTests {
  private let container = Container()

  init() throws {
    try container.register(Int.self) { 3 }
    try container.register(String.self) { "text" }
  }

  @Test(arguments: Call.allCases)
  func `an Injectable type without parameters is built anew, or once as a singleton`(call: Call) async throws {
    try container.register(injectable: Archive.self)
    await call.expectNewInstance(Archive.self, in: container)
    try container.register(injectable: Clock.self).asSingleton()
    await call.expectSameInstance(Clock.self, in: container)
  }

  @Test(arguments: Call.allCases)
  func `an Injectable type with one to five parameters gets them by their types`(call: Call) async throws {
    try container.register(injectable: Clock.self).asSingleton()
    try container.register(injectable: Letter.self)
    try container.register(injectable: Envelope.self)
    try container.register(injectable: Box.self)
    try container.register(injectable: Truck.self)
    try container.register(injectable: Train.self)
    #expect(try await call.resolve(Letter.self, in: container).text == "text")
    let envelope = try await call.resolve(Envelope.self, in: container)
    #expect(envelope.letter.text == "text" && envelope.stamps == [3])
    let box = try await call.resolve(Box.self, in: container)
    #expect(box.size == 3 && box.label == "text")
    let truck = try await call.resolve(Truck.self, in: container)
    #expect(truck.size == 3 && truck.text == "text")
    #expect(try await call.resolve(Clock.self, in: container) === truck.clock)
    #expect(try truck.letter.value.text == "text")
    #expect(try await call.resolve(Train.self, in: container).values == ["3", "text", "text", "none", "4"])
  }

  @Test(arguments: Call.allCases)
  func `an Injectable class and its subclass are each built by their own initializer`(call: Call) async throws {
    try container.register(Base.self, initializer: Derived.init)
    #expect(try await call.resolve(Base.self, in: container) is Derived)
    try container.register(injectable: Base.self)
    #expect(type(of: try await call.resolve(Base.self, in: container)) == Base.self)
  }

  private class Parcel: InjectableWithTwoParameters {
    let size: Int
    required init(_ size: Int, _ label: String) { self.size = size }
  }
  private final class Gift: Parcel {}

  @Test(arguments: Call.allCases)
  func `a subclass that inherits its conformance is built, and resolved by its superclass`(call: Call) async throws {
    let registration = try container.register(injectable: Derived.self)
    #expect(registration.key == Key(Base.self))
    #expect(try await call.resolve(Base.self, in: container) is Derived)
    try container.register(injectable: Gift.self)
    #expect(try await call.resolve(Parcel.self, in: container) is Gift)
    try container.contribute(injectable: Derived.self)
    #expect(try await call.resolveAll(Base.self, in: container).allSatisfy { $0 is Derived })
  }
}
