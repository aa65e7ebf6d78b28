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

@MainActor private struct Placed: @MainActor Hashable {}

struct ArgumentValueTests {
  @Test func `arguments are compared by their values, or as objects, each in its place and as it is wrapped`() {
    let plain = Plain()
    // The values of a group are equal, and differ from those of the other groups.
    let groups: [[ArgumentValue?]] = [
      // By value and type if it is Hashable, even if it is an object.
      [.of(1), .of(1, as: Int.self), .of(1 as Any), .of(arguments: 1)], [.of(2), .of(2 as Any)], [.of(Int8(1))],
      [.of("a"), .of("a")], [.of(Named("a")), .of(Named("a"))], [.of(Named("b"))],
      // By identity if it is an object that is not Hashable.
      [.of(plain), .of(plain), .of(plain as AnyObject), .of(plain as Any), .of(Plain?.some(plain))], [.of(Plain())],
      [.of(Plain?.some(Plain()))], [.of(Plain?.none), .of(Plain?.none)],
      // An ordered list of values.
      [.of(arguments: (1, "a")), .of(arguments: (1, "a"))], [.of(arguments: (2, 1))],
      [.of(arguments: (1, 2)), .of(arguments: (1, 2) as any Sendable)], [.void, .of(arguments: ())],
    ]
    let optionals: [[ArgumentValue?]] = [
      [.of(Int?.some(1)), .of(Int?.some(1))], [.of(Int?.some(2))], [.of(Int?.none)],
    ]
    for groups in [groups, optionals] {
      for (index, group) in groups.enumerated() {
        #expect(group.allSatisfy { $0 != nil && $0 == group[0] && $0?.hashValue == group[0]?.hashValue }, "\(index)")
        #expect(groups.indices.filter { groups[$0].contains { group.contains($0) } } == [index])
      }
    }
  }

  @Test func `only a structure or enumeration that is Hashable on every actor tells by its type how to compare values`()
    async
  {
    let hashable: [Any.Type] = [Int.self, FloatingPointSign.self, [String].self]
    #expect(hashable.allSatisfy { TypeKind.hashable($0) != nil })
    let others: [Any.Type] = [
      Int?.self, Named.self, Plain.self, Incomparable.self, [Incomparable].self, (any Hashable).self, (Int, Int).self,
      Void.self,
    ]
    #expect(others.allSatisfy { TypeKind.hashable($0) == nil })
    #expect(await MainActor.run { TypeKind.hashable(Placed.self) == nil })
    #expect(ArgumentValue.of(Int8(1), as: Int.self) == nil)
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
    #expect(ArgumentValue.of(Incomparable?.some(Incomparable())) == nil)
  }

  @Test func `an argument that is Hashable on the main actor only has an argument value there alone`() async {
    #expect(ArgumentValue.of(Titled()) == nil)
    #expect(await MainActor.run { ArgumentValue.of(Titled()).map { $0 == ArgumentValue.of(Titled()) } } == true)
  }

  @Test func `an optional and a plain argument of equal value are equal only for an optional parameter`() {
    func value(_ argument: Any, for parameter: Any.Type) -> ArgumentValue? { .of(argument, for: parameter) }
    #expect(value(Int?.some(1) as Any, for: Int?.self) == value(1, for: Int?.self))
    #expect(value(Int?.some(1) as Any, for: Any.self) != value(1, for: Any.self))
    #expect(value(Int?.none as Any, for: Int?.self) != value(1, for: Int?.self))
    #expect(value(Int??.some(nil) as Any, for: Int??.self) != value(Int??.none as Any, for: Int??.self))
  }
}
