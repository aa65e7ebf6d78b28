import Testing

@testable import Astroject

private final class Plain {}
private struct Incomparable {}
private final class Named: Hashable {
  let name: String
  init(_ name: String) { self.name = name }
  static func == (left: Named, right: Named) -> Bool { left.name == right.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

@Suite("The value of an argument")
struct ArgumentValueTests {
  @Test("is that of something Hashable, together with its type")
  func hashable() {
    #expect(ArgumentValue.of(1) == ArgumentValue.of(1))
    #expect(ArgumentValue.of(1) != ArgumentValue.of(2))
    #expect(ArgumentValue.of(1) != ArgumentValue.of(Int8(1)))
    #expect(ArgumentValue.of("a").hashValue == ArgumentValue.of("a").hashValue)
  }

  @Test("is that of a Hashable class, and not its identity")
  func hashableClass() {
    #expect(ArgumentValue.of(Named("a")) == ArgumentValue.of(Named("a")))
    #expect(ArgumentValue.of(Named("a")) != ArgumentValue.of(Named("b")))
  }

  @Test("is the identity of a class instance that is not Hashable")
  func identity() {
    let plain = Plain()
    #expect(ArgumentValue.of(plain) == ArgumentValue.of(plain))
    #expect(ArgumentValue.of(plain)?.hashValue == ArgumentValue.of(plain as AnyObject)?.hashValue)
    #expect(ArgumentValue.of(plain) != ArgumentValue.of(Plain()))
  }

  @Test("that is kept weakly equals the other as long as the class instance is there, and nothing after that")
  func weakened() throws {
    var plain: Plain? = Plain()
    var value = try ArgumentValue.of(1, #require(plain))
    let known = try #require(value?.weakened)
    #expect(known == value && value == known && known == known.weakened)
    #expect(known.hashValue == value?.hashValue)
    #expect(known != ArgumentValue.of(1, Plain()))
    #expect(!known.holdsObject)
    let trace = Trace(try #require(plain))
    value = nil
    plain = nil
    #expect(trace.isGone)
    #expect(known != known.weakened)
  }

  @Test("that is kept weakly is the same where it is compared by what it says")
  func weakenedHashable() throws {
    let value = try #require(ArgumentValue.of(Named("a")))
    #expect(value.weakened == value)
    #expect(value.weakened.holdsObject)
    #expect(ArgumentValue.void.weakened == .void)
  }

  @Test("is none for anything else, alone or among others")
  func incomparable() {
    #expect(ArgumentValue.of(Incomparable()) == nil)
    #expect(ArgumentValue.of(1, Incomparable()) == nil)
    #expect(ArgumentValue.of([Incomparable()]) == nil)
  }

  @Test("of several is the list of theirs, in order")
  func several() {
    #expect(ArgumentValue.of(1, "a") == ArgumentValue.of(1, "a"))
    #expect(ArgumentValue.of(1, 2) != ArgumentValue.of(2, 1))
    #expect(ArgumentValue.of(1, 2) != ArgumentValue.of(1))
    #expect(ArgumentValue.of(()) == .void)
  }

  @Test("in an existential or an optional is that of what is inside")
  func wrapped() {
    #expect(ArgumentValue.of(1 as Any) == ArgumentValue.of(1))
    #expect(ArgumentValue.of(Int?.some(1)) == ArgumentValue.of(Int?.some(1)))
    #expect(ArgumentValue.of(Int?.none) != ArgumentValue.of(Int?.some(1)))
  }

  @Test("for an optional parameter is that of what is inside, and for no other")
  func optionalParameter() {
    func value(_ argument: Any, for parameter: Any.Type) -> ArgumentValue? { .of(argument, for: parameter) }
    #expect(value(Int?.some(1) as Any, for: Int?.self) == value(1, for: Int?.self))
    #expect(value(Int?.some(1) as Any, for: Any.self) != value(1, for: Any.self))
    #expect(value(Int?.none as Any, for: Int?.self) != value(1, for: Int?.self))
    #expect(value(Int??.some(nil) as Any, for: Int??.self) != value(Int??.none as Any, for: Int??.self))
  }
}
