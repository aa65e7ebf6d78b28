import Testing

@testable import Astroject

private enum Queue { case main, other(Int) }
private enum Color { case main }
private enum Outer {
  enum Queue { case main }
  struct Tag: Hashable { let id: Int }
}
private struct Tag: Hashable { let id: Int }
private struct Box<Item: Hashable & Sendable>: Hashable, Sendable { let item: Item }
private struct Named: Hashable, CustomStringConvertible { let description: String }
private enum Spoken: CustomStringConvertible {
  case one
  var description: String { "the first" }
}
private final class Reference: Hashable, Sendable {
  static func == (left: Reference, right: Reference) -> Bool { left === right }
  func hash(into hasher: inout Hasher) {}
}

extension Queue: Hashable {}

struct KeyTextTests {
  @Test(
    arguments: [
      (Queue.main, "Queue.main"), (Color.main, "Color.main"), (Outer.Queue.main, "Outer.Queue.main"),
      (Queue.other(3), "Queue.other(3)"), (Tag(id: 1), "Tag(id: 1)"), (Outer.Tag(id: 1), "Outer.Tag(id: 1)"),
      (Box(item: 1), "Box<Int>(item: 1)"), (Box<Int?>(item: 1), "Box<Int?>(item: Optional(1))"),
      (Named(description: "x"), "Named(x)"), (Named(description: "Named(x)"), "Named(x)"),
      (Named(description: "Named.x"), "Named.x"), (Spoken.one, "Spoken(the first)"), (Reference(), "Reference"),
      (1, "1"), (UInt8(1), "UInt8(1)"), (1.5, "1.5"), (Float(1.5), "Float(1.5)"), (Double.infinity, "Double(inf)"),
      (true, "true"), ("x" as Character, "Character(x)"), ([1, 2], "[Int]([1, 2])"), ([UInt8](), "[UInt8]([])"),
      (Set([2, 1]), "Set<Int>([1, 2])"), (Int?.some(1), "Int?(1)"), (Int?.none, "Int?(nil)"),
      (String?.some("a"), "String?(\"a\")"), (["a": 1], "[String: Int]([(key: \"a\", value: 1)])"),
    ] as [(any Hashable & Sendable, String)])
  func `a key that is not a name is printed with its type`(key: any Hashable & Sendable, text: String) {
    #expect(Key(String.self, label: Label(name: nil, key: key)).description == "String keyed \(text)")
  }

  @Test func `keys of a local type and of pairs are printed with their types and without addresses`() {
    enum Local { case main }
    let key = Key(Int.self, label: Label(name: nil, key: Local.main))
    #expect(key.description == "Int keyed KeyTextTests.Local.main")
    #expect(Key(Int.self, label: Label(name: "a\n", key: Queue.main)).description == "Int keyed a\\n and Queue.main")
  }

  @Test func `keys of two types with one name are told apart in the list of near matches`() throws {
    let container = Container()
    try container.register(Int.self, key: Queue.main) { 1 }
    try container.register(Int.self, key: Color.main) { 1 }
    defer { withExtendedLifetime(container) {} }
    let error = #expect(throws: AstrojectError.self) { try container.resolve(Int.self, key: Outer.Queue.main) }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("No registration found for Int keyed Outer.Queue.main."))
    #expect(text.contains("  Int keyed Queue.main, registered at "))
    #expect(text.contains("  Int keyed Color.main, registered at "))
    let local = #expect(throws: AstrojectError.self) { try container.resolve(Int.self, key: namesake()) }
    let lines = local?.description.split(separator: "\n") ?? []
    #expect(lines.first == "No registration found for Int keyed Queue.main.")
    #expect(lines.contains { $0.hasPrefix("    Swift.Int keyed AstrojectTests.Queue.main, registered at ") })
  }
}

/// Returns a key of a local type with the name of another one.
private func namesake() -> some Hashable & Sendable {
  enum Queue { case main }
  return Queue.main
}
