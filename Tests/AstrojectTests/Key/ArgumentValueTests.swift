import TestSupport
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
@MainActor private final class Titled: @MainActor Hashable {
  nonisolated init() {}
  static func == (left: Titled, right: Titled) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

struct ArgumentValueTests {
  @Test func `a Hashable argument is compared by its value and its type, even if it is an object`() {
    #expect(ArgumentValue.of(1) == ArgumentValue.of(1))
    #expect(ArgumentValue.of(1) != ArgumentValue.of(2))
    #expect(ArgumentValue.of(1) != ArgumentValue.of(Int8(1)))
    #expect(ArgumentValue.of("a").hashValue == ArgumentValue.of("a").hashValue)
    #expect(ArgumentValue.of(Named("a")) == ArgumentValue.of(Named("a")))
    #expect(ArgumentValue.of(Named("a")) != ArgumentValue.of(Named("b")))
  }

  @Test func `an argument of a class that is not Hashable is compared by identity`() {
    let plain = Plain()
    #expect(ArgumentValue.of(plain) == ArgumentValue.of(plain))
    #expect(ArgumentValue.of(plain)?.hashValue == ArgumentValue.of(plain as AnyObject)?.hashValue)
    #expect(ArgumentValue.of(plain) != ArgumentValue.of(Plain()))
  }

  @Test func `a weakened argument value equals its original only while the object lives`() throws {
    var plain: Plain? = Plain()
    var value = try ArgumentValue.of(arguments: (1, #require(plain)))
    let known = try #require(value?.weakened)
    #expect(known == value && value == known && known == known.weakened)
    #expect(known.hashValue == value?.hashValue)
    #expect(known != ArgumentValue.of(arguments: (1, Plain())))
    #expect(!known.holdsObject)
    let trace = Trace(try #require(plain))
    value = nil
    plain = nil
    #expect(trace.isGone)
    #expect(known != known.weakened)
  }

  @Test func `weakening an argument value that is not compared by identity leaves it unchanged`() throws {
    let value = try #require(ArgumentValue.of(Named("a")))
    #expect(value.weakened == value)
    #expect(value.weakened.holdsObject)
    #expect(ArgumentValue.void.weakened == .void)
  }

  @Test func `an argument that is neither Hashable nor a class instance has no argument value`() {
    #expect(ArgumentValue.of(Incomparable()) == nil)
    #expect(ArgumentValue.of(arguments: (1, Incomparable())) == nil)
    #expect(ArgumentValue.of([Incomparable()]) == nil)
  }

  @Test func `an argument that is Hashable on the main actor only has an argument value there alone`() async {
    #expect(ArgumentValue.of(Titled()) == nil)
    #expect(await MainActor.run { ArgumentValue.of(Titled()).map { $0 == ArgumentValue.of(Titled()) } } == true)
  }

  @Test func `the argument value of several arguments is an ordered list of their values`() {
    #expect(ArgumentValue.of(arguments: (1, "a")) == ArgumentValue.of(arguments: (1, "a")))
    #expect(ArgumentValue.of(arguments: (1, 2)) != ArgumentValue.of(arguments: (2, 1)))
    #expect(ArgumentValue.of(arguments: (1, 2)) != ArgumentValue.of(1))
    #expect(ArgumentValue.of(arguments: (1, 2)) == ArgumentValue.of(arguments: (1, 2) as any Sendable))
    #expect(ArgumentValue.of(arguments: 1) == ArgumentValue.of(1))
    #expect(ArgumentValue.of(arguments: ()) == .void)
  }

  @Test func `arguments in an existential or an optional are compared by their wrapped values`() {
    let plain = Plain()
    #expect(ArgumentValue.of(1 as Any) == ArgumentValue.of(1))
    #expect(ArgumentValue.of(1 as Any) != ArgumentValue.of(2 as Any))
    #expect(ArgumentValue.of(plain as Any) == ArgumentValue.of(plain))
    #expect(ArgumentValue.of(Int?.some(1)) == ArgumentValue.of(Int?.some(1)))
    #expect(ArgumentValue.of(Int?.some(1)) != ArgumentValue.of(Int?.some(2)))
    #expect(ArgumentValue.of(Int?.none) != ArgumentValue.of(Int?.some(1)))
    #expect(ArgumentValue.of(Plain?.some(plain)) == ArgumentValue.of(plain))
    #expect(ArgumentValue.of(Plain?.some(plain)) != ArgumentValue.of(Plain?.some(Plain())))
    #expect(ArgumentValue.of(Plain?.none) != ArgumentValue.of(Plain?.some(plain)))
    #expect(ArgumentValue.of(Plain?.none) == ArgumentValue.of(Plain?.none))
    #expect(ArgumentValue.of(Incomparable?.some(Incomparable())) == nil)
  }

  @Test func `an optional and a plain argument of equal value are equal only for an optional parameter`() {
    func value(_ argument: Any, for parameter: Any.Type) -> ArgumentValue? { .of(argument, for: parameter) }
    #expect(value(Int?.some(1) as Any, for: Int?.self) == value(1, for: Int?.self))
    #expect(value(Int?.some(1) as Any, for: Any.self) != value(1, for: Any.self))
    #expect(value(Int?.none as Any, for: Int?.self) != value(1, for: Int?.self))
    #expect(value(Int??.some(nil) as Any, for: Int??.self) != value(Int??.none as Any, for: Int??.self))
  }
}
