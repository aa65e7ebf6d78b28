import Testing

@testable import Astroject

private struct Hidden {
  struct Inner {}
}
private struct Box<Item> {}
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

  @Test("tells an existential from what it is an existential of")
  func existential() {
    struct Other {}
    #expect(!TypeName(Hidden.self).isExistential(of: TypeName(Other.self)))
    #expect(!TypeName(Hidden.self).isExistential(of: TypeName(Hidden.self)))
  }
}
