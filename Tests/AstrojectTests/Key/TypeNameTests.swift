import Testing

@testable import Astroject

private struct Hidden {
  struct Inner {}
}
private struct Box<Item> {}
private struct `v1.2 tests` {
  struct `Box <of> (all)` {}
}
private protocol Other {}
private protocol Holder<Item> { associatedtype Item }
protocol Keeper<Item> { associatedtype Item }

@Suite("The name of a type")
struct TypeNameTests {
  @Test(
    "is what people write, without modules",
    arguments: [
      (Int.self, "Int"), ([String: [Int]].self, "Dictionary<String, Array<Int>>"), (Int?.self, "Optional<Int>"),
      ((any Service).self, "Service"), (Hidden.Inner.self, "Hidden.Inner"),
      (Box<Hidden.Inner>.self, "Box<Hidden.Inner>"),
      ((any Holder<Hidden>).self, "any Holder<Hidden>"), ((any Keeper<Int>).self, "any Keeper<Int>"),
      ((any Holder).self, "Holder"), ((Int, String).self, "(Int, String)"), (Void.self, "()"),
      (Any.self, "Any"), (AnyObject.self, "AnyObject"), (Int.Type.self, "Int.Type"),
      (Any.Type.self, "Any.Type"), (AnyObject.Type.self, "AnyObject.Type"),
      (Box<Any.Type?>.self, "Box<Optional<Any.Type>>"),
      (`v1.2 tests`.self, "`v1.2 tests`"),
      (Box<`v1.2 tests`.`Box <of> (all)`>.self, "Box<`v1.2 tests`.`Box <of> (all)`>"),
    ] as [(Any.Type, String)])
  func short(type: Any.Type, name: String) {
    #expect(TypeName(type).description == name)
  }

  @Test("has no address in it, also of a local type")
  func local() {
    struct Local { struct Inner {} }
    for type in [Local.self, Local.Inner.self, Box<Local>.self, [Local?].self] as [Any.Type] {
      let name = TypeName(type)
      #expect(!name.qualified.contains("unknown context"))
      #expect(!name.qualified.contains("$"))
    }
    #expect(TypeName(Local.Inner.self).description == "TypeNameTests.Local.Inner")
  }

  @Test("qualified has the modules")
  func qualified() {
    #expect(TypeName(Int.self).qualified == "Swift.Int")
    #expect(TypeName(Hidden.Inner.self).qualified == "AstrojectTests.Hidden.Inner")
  }

  @Test(
    "ends with the name alone: no dot within angle brackets or backticks is taken for one before it",
    arguments: [
      (Int.self, "Int"), (Hidden.Inner.self, "Inner"), (Box<Hidden.Inner>.self, "Box<Hidden.Inner>"),
      (`v1.2 tests`.self, "`v1.2 tests`"), (`v1.2 tests`.`Box <of> (all)`.self, "`Box <of> (all)`"),
    ] as [(Any.Type, String)])
  func last(type: Any.Type, name: String) {
    #expect(TypeName(type).last == name)
  }

  @Test(
    "has parentheses before `.self` where a part of it alone would be meant",
    arguments: [
      (Int.self, "Int"), ((Int, String).self, "(Int, String)"), ((any Holder<Int>).self, "(any Holder<Int>)"),
      ((any Other & Keeper).self, "(Keeper & Other)"), (((Int) -> String).self, "((Int) -> String)"),
      (Box<() -> Int>.self, "Box<() -> Int>"),
    ] as [(Any.Type, String)])
  func expression(type: Any.Type, text: String) {
    #expect(TypeName.expression(TypeName(type).description) == text)
  }

  @Test(
    "has elements if it is that of a tuple",
    arguments: [
      ((Int, String).self, ["Int", "String"]),
      (([Int: Bool], (Int, Int)).self, ["Dictionary<Int, Bool>", "(Int, Int)"]),
      (((Int, Int) -> Int, Bool).self, ["(Int, Int) -> Int", "Bool"]), (((Int) -> (Int, Int)).self, nil),
      (Int.self, nil), (Box<(Int, Int)>.self, nil),
    ] as [(Any.Type, [String]?)])
  func elements(type: Any.Type, elements: [String]?) {
    #expect(TypeName.elements(ofTuple: TypeName(type).description) == elements)
  }

  @Test("tells an existential from what it is an existential of")
  func existential() {
    struct Other {}
    #expect(!TypeName(Hidden.self).isExistential(of: TypeName(Other.self)))
    #expect(!TypeName(Hidden.self).isExistential(of: TypeName(Hidden.self)))
  }
}
