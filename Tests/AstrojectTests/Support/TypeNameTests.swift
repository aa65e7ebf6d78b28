import Synchronization
import Testing

@testable import Astroject

private struct Hidden { struct Inner {} }
private struct Box<Item> {}
private struct Many<each Item> {}
/// Shares the names of types of the standard library.
private struct Optional<Wrapped> { struct Array<Element> {} }
private struct `v1.2 tests` { struct `Box <of> (all)` {} }
extension Mutex where Value == Int { struct Slot {} }
extension Duration { protocol Source {} }
private protocol Other {}
private protocol Holder<Item> { associatedtype Item }
protocol Keeper<Item> { associatedtype Item }
private typealias Listing = ([Int]...) -> Int?
private protocol Turner<Way> { associatedtype Way }
private struct Menu<Item> { struct Course { struct Wine {} } }

/// Returns a struct that has the same name as the protocol `Keeper<Int>`.
private func namesake() -> Any.Type {
  struct Keeper<Item> {}
  return Keeper<Int>.self
}

private func array<Element>(of _: Element.Type) -> Any.Type { [Element].self }

struct TypeNameTests {
  @Test(
    arguments: [
      (Int.self, "Int"), ([String: [Int]].self, "[String: [Int]]"), (Int?.self, "Int?"),
      ((any Service).self, "Service"), (Hidden.Inner.self, "Hidden.Inner"),
      (Box<Hidden.Inner>.self, "Box<Hidden.Inner>"), ((any Holder<Hidden>).self, "any Holder<Hidden>"),
      ((any Keeper<Int>).self, "any Keeper<Int>"), ((any Holder).self, "Holder"), ((Int, String).self, "(Int, String)"),
      (Void.self, "()"), (Any.self, "Any"), (AnyObject.self, "AnyObject"), (Int.Type.self, "Int.Type"),
      (Any.Type.self, "Any.Type"), (AnyObject.Type.self, "AnyObject.Type"), (Box<Any.Type?>.self, "Box<Any.Type?>"),
      (`v1.2 tests`.self, "`v1.2 tests`"),
      (Box<`v1.2 tests`.`Box <of> (all)`>.self, "Box<`v1.2 tests`.`Box <of> (all)`>"),
      ([String?].self, "[String?]"), ([String: [Int?]].self, "[String: [Int?]]"), (Int??.self, "Int??"),
      ([Int: Hidden.Inner]?.self, "[Int: Hidden.Inner]?"), ((any Other)?.self, "Other?"),
      ((any Other & Keeper)?.self, "(Keeper & Other)?"), ((any Keeper<Int?>)?.self, "(any Keeper<Int?>)?"),
      (((Int?) -> [Int])?.self, "((Int?) -> [Int])?"), ((() -> (() -> Int)?).self, "() -> (() -> Int)?"),
      ((@Sendable ([Int]) throws -> String?).self, "@Sendable ([Int]) throws -> String?"),
      ((number: Int?, (String, [Bool])).self, "(number: Int?, (String, [Bool]))"), (Int.Type?.self, "Int.Type?"),
      (Int?.Type.self, "Int?.Type"), ([Int: Int].Keys.self, "[Int: Int].Keys"), (Box<[Int]?>.self, "Box<[Int]?>"),
      (Many<Int, String?>.self, "Many<Int, String?>"),
      (`v1.2 tests`.`Box <of> (all)`?.self, "`v1.2 tests`.`Box <of> (all)`?"), (Optional<Int>.self, "Optional<Int>"),
      ([Box<Optional<Int>.Array<Int>>].self, "[Box<Optional<Int>.Array<Int>>]"),
      ([Mutex<Int>.Slot?].self, "[Mutex<Int>.Slot?]"), ((any Duration.Source).self, "Duration.Source"),
      (Menu<Int>.Course.Wine.self, "Menu<Int>.Course.Wine"), (Listing.self, "([Int]...) -> Int?"),
      ((any Keeper<Int> & AnyObject).self, "any Keeper<Int> & AnyObject"),
      ((any Keeper<Int> & Turner<[Bool]> & Other)?.self, "(any Keeper<Int> & Other & Turner<[Bool]>)?"),
    ] as [(Any.Type, String)])
  func `a type is named as it is written, with its enclosing types but without modules`(type: Any.Type, name: String) {
    #expect(TypeName(type).description == name)
  }

  @Test func `the name of a local type contains no address`() {
    struct Local { struct Inner {} }
    for type in [Local.self, Local.Inner.self, Box<Local>.self, [Local?].self] as [Any.Type] {
      let name = TypeName(type)
      #expect(!name.qualified.contains("unknown context"))
      #expect(!name.qualified.contains("$"))
    }
    #expect(TypeName(Local.Inner.self).description == "TypeNameTests.Local.Inner")
    // The code of this function knows no other name.
    #expect(Spelling.argument(Box<[String: Local.Inner]>.self, qualified: true) == "Box<[String: Local.Inner]>")
    #expect(Spelling.expression((Int, Local).self) == "(Int, Local)")
  }

  @Test(arguments: [
    ("Core.(unknown context at $1f00).Token", "Core.Token"), ("(Token in _0A1B)", "Token"),
    ("[Core.(unknown context at $1f", "[Core."), ("Core.(unknown context at $1f00)", "Core."),
    ("IMG_1 (extension in capitals): renamed", "IMG_1 (extension in capitals): renamed"),
    ("A (extension in hall 1)", "A (extension in hall 1)"), ("(extension in _Extra):A", "(extension in _Extra):A"),
    ("missing (key in _defaults)", "missing (key in _defaults)"), ("see (a (b: c), d).", "see (a (b: c), d)."),
  ])
  func `only addresses are removed from a text, which may end within one`(text: String, rest: String) {
    #expect(TypeName.withoutContexts(text) == rest)
  }

  @Test(arguments: [
    ("at 0x600003b0c000.", "at 0x….", "at 0x…."), ("at 0x600", "at 0x600", "at 0x…"), ("0x1 a", "0x1 a", "0x1 a"),
  ])
  func `an address is left out of a text, also the beginning of one where the text was cut`(
    text: String, whole: String, cut: String
  ) {
    #expect(TypeName.withoutAddresses(text) == whole)
    #expect(TypeName.withoutAddresses(text, isCut: true) == cut)
  }

  @Test func `the qualified name of a type contains its module`() {
    #expect(TypeName(Int.self).qualified == "Swift.Int")
    #expect(TypeName(Hidden.Inner.self).qualified == "AstrojectTests.Hidden.Inner")
  }

  @Test(
    arguments: [
      (Int.self, "Int"), (Hidden.Inner.self, "Inner"), (Box<Hidden.Inner>.self, "Box<Hidden.Inner>"),
      (`v1.2 tests`.self, "`v1.2 tests`"), (`v1.2 tests`.`Box <of> (all)`.self, "`Box <of> (all)`"),
    ] as [(Any.Type, String)])
  func `the last component of a type name ignores dots in angle brackets and backticks`(type: Any.Type, name: String) {
    #expect(TypeName(type).last == name)
  }

  @Test(
    arguments: [
      (Int.self, "Int"), ((Int, String).self, "(Int, String)"), ((any Holder<Int>).self, "(any Holder<Int>)"),
      ((any Other & Keeper).self, "(Keeper & Other)"), (((Int) -> String).self, "((Int) -> String)"),
      (Box<() -> Int>.self, "Box<() -> Int>"),
    ] as [(Any.Type, String)])
  func `a type name gets parentheses in an expression only where it needs them`(type: Any.Type, text: String) {
    #expect(TypeName.expression(TypeName(type).description) == text)
  }

  @Test(
    arguments: [
      ((Int, String).self, ["Int", "String"]), (([Int: Bool], (Int, Int)).self, ["[Int: Bool]", "(Int, Int)"]),
      (((Int, Int) -> Int, Bool).self, ["(Int, Int) -> Int", "Bool"]), (((Int) -> (Int, Int)).self, nil),
      ((number: Int, any Other).self, ["Int", "Other"]), (Void.self, []), (Int.self, nil), (Box<(Int, Int)>.self, nil),
    ] as [(Any.Type, [String]?)])
  func `the elements of a tuple's type are found, and other types have none`(type: Any.Type, elements: [String]?) {
    #expect(TypeKind.elements(ofTuple: type)?.map { TypeName($0).description } == elements)
  }

  @Test func `a type that is nested a hundred times in collections has a name`() {
    var type: Any.Type = Int.self
    for _ in 0..<100 { type = _openExistential(type, do: array) }
    #expect(TypeName(type).description.hasSuffix("[Int" + String(repeating: "]", count: 100)))
  }

  @Test func `only names without the address of a private or local type are full names`() {
    #expect(TypeName.isSameFullName("Core.Token", "Core.Token"))
    #expect(!TypeName.isSameFullName("Core.Token", "App.Token"))
    let hidden = "Core.(unknown context at $1f00).Token"
    #expect(!TypeName.isSameFullName(hidden, hidden))
    #expect(String(reflecting: Hidden.self).contains("unknown context at "))
    struct Local {}
    #expect(String(reflecting: [Local].self).contains("unknown context at "))
  }

  @Test func `only the name that begins with any is an existential of the name without it`() {
    struct Other {}
    #expect(TypeName((any Keeper<Int>).self).isExistential(of: TypeName(namesake())))
    #expect(!TypeName(namesake()).isExistential(of: TypeName((any Keeper<Int>).self)))
    #expect(!TypeName((any Keeper<Bool>).self).isExistential(of: TypeName(namesake())))
    #expect(!TypeName((any Keeper<Int>).self).isExistential(of: TypeName((any Keeper<Int>).self)))
    #expect(!TypeName(Hidden.self).isExistential(of: TypeName(Other.self)))
    #expect(!TypeName(Hidden.self).isExistential(of: TypeName(Hidden.self)))
  }
}
