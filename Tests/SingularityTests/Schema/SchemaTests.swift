import AstrojectTesting
import Foundation
import Singularity
import Testing

/// Tests the parts of a schema that need no validator; `.ci/schema` validates files.
struct SchemaTests {
  private let container = Container()

  private func schema() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(container.resourceSchema().utf8)) as? [String: Any])
  }

  private func definition(_ name: String) throws -> [String: Any] {
    try #require((try schema()["$defs"] as? [String: Any])?[name] as? [String: Any])
  }

  /// Returns the part of a definition that applies to the entries of a type.
  private func part(of definition: String, for type: String) throws -> [String: Any] {
    let cases = try #require(self.definition(definition)["allOf"] as? [[String: Any]])
    let found = cases.first { part in
      let condition = part["if"] as? [String: Any]
      let name = (condition?["properties"] as? [String: Any])?["type"] as? [String: Any]
      return (name?["enum"] as? [String])?.contains(type) ?? false
    }
    return try #require(found?["then"] as? [String: Any])
  }

  @Test func `a schema names its draft and is identical each time and for equal containers`() throws {
    #expect(try schema()["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    #expect(container.resourceSchema() == container.resourceSchema())
    #expect(container.resourceSchema() == Container().resourceSchema())
  }

  @Test func `a schema lists a type's plain and qualified names, and omits types that cannot be registered`() throws {
    let properties = try #require(definition("registration")["properties"] as? [String: Any])
    let type = try #require(properties["type"] as? [String: Any])
    let names = try #require((type["allOf"] as? [[String: Any]])?.first?["enum"] as? [String])
    #expect(names.contains("FileStorage") && names.contains("SingularityTests.FileStorage"))
    #expect(names.contains("SingularityTests.Larder"))
    // Several types have this name, and `modules` may make it unique.
    #expect(names.contains("Larder") && !names.contains("Crate") && !names.contains("Bare"))
  }

  @Test func `a schema has one rule for each parameter of a type`() throws {
    let part = try part(of: "registration", for: "FileStorage")
    #expect(part["description"] as? String == "Registered as Storage.")
    let with = try #require((part["properties"] as? [String: Any])?["with"] as? [String: Any])
    #expect(with["minItems"] as? Int == 3)
    #expect(with["maxItems"] as? Int == 3)
    let rules = try #require(with["prefixItems"] as? [[String: Any]])
    #expect(rules.map { $0["description"] as? String } == ["Journal", "String?", "Int"])
    // A journal is not Decodable, so it takes no value.
    #expect(rules.map { ($0["anyOf"] as? [Any])?.count } == [3, 4, 4])
  }

  @Test func `a schema has no rule that looks a resolver up, and no repetition of a type to implement`() throws {
    let part = try part(of: "registration", for: "Asker")
    let with = try #require((part["properties"] as? [String: Any])?["with"] as? [String: Any])
    #expect(((with["prefixItems"] as? [[String: Any]])?.first?["anyOf"] as? [Any])?.count == 1)
    let properties = try definition("registration")["properties"] as? [String: Any]
    #expect((properties?["implements"] as? [String: Any])?["uniqueItems"] as? Bool == true)
  }

  @Test func `a schema lists the names of all scopes`() throws {
    let scopes = try #require(definition("scope")["anyOf"] as? [[String: Any]])
    #expect(
      scopes.first?["enum"] as? [String]
        == RegisteringTests.scopes.map(\.0).filter { !$0.contains("{") }.map { $0.replacing("\"", with: "") })
  }

  @Test(arguments: ["UInt8", "Swift.UInt8"])
  func `a schema states the limits of a number type`(name: String) throws {
    let part = try part(of: "value", for: name)
    let value = try #require((part["properties"] as? [String: Any])?["value"] as? [String: Any])
    #expect(value["minimum"] as? Int == 0)
    #expect(value["maximum"] as? Int == 255)
  }

  @Test func `a schema lists the container's registered types among those that can be implemented`() throws {
    func services() throws -> [String] {
      let properties = try #require(definition("registration")["properties"] as? [String: Any])
      let implements = try #require(properties["implements"] as? [String: Any])
      return try #require((implements["items"] as? [String: Any])?["enum"] as? [String])
    }
    #expect(try !services().contains("Rare"))
    #expect(try services().contains("Journal"))
    try container.register((any Rare).self) { FileJournal() }
    #expect(try services().contains("Rare"))
  }
}
