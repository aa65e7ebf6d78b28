import Foundation
import Singularity
import Testing

@Suite struct ResourceFileTests {
  private let container = Container()

  private func findings(_ files: [String: String], environment: String? = nil) throws -> [ResourceFinding] {
    let folder = try Folder(files)
    let bundle = try folder.bundle
    return SingularityTests.findings(in: container) {
      try container.register(resource: "services", in: bundle, environment: environment)
    }
  }

  @Test func `a file that is not there is an error, in a bundle and by its URL`() throws {
    let found = try findings([:])
    #expect(found.map(\.rule) == [.missingFile])
    #expect(found[0].file == "services.json or services.plist")
    let folder = try Folder()
    let byURL = SingularityTests.findings(in: container) { try container.register(contentsOf: folder["a.json"]) }
    #expect(byURL.map(\.rule) == [.missingFile])
    #expect(byURL[0].file == "a.json")
  }

  @Test func `a file of JSON beside one of a property list is an error`() throws {
    let found = try findings(["services.json": "{}", "services.plist": "<plist><dict/></plist>"])
    #expect(found.map(\.rule) == [.ambiguousFile])
    let beside = try findings(
      ["services.json": "{}", "services.a.json": "{}", "services.a.plist": "<plist><dict/></plist>"], environment: "a")
    #expect(beside.map(\.rule) == [.ambiguousFile])
    #expect(beside[0].file == "services.a.json")
  }

  @Test func `an environment without a file is an error, with the environments that have one`() throws {
    let found = try findings(
      ["services.json": "{}", "services.staging.json": "{}", "services.production.plist": "<plist><dict/></plist>"],
      environment: "stagin")
    #expect(found.map(\.rule) == [.unknownEnvironment])
    #expect(found[0].file == "services.stagin.json")
    #expect(found[0].possible == ["production", "staging"])
    #expect(found[0].nearMatches == ["staging"])
  }

  @Test func `a schema beside a file is no environment`() throws {
    let found = try findings(["services.json": "{}", "services.schema.json": "{}"], environment: "schema")
    #expect(found.map(\.rule) == [.unknownEnvironment])
    #expect(found[0].possible.isEmpty)
  }

  @Test(arguments: ["", "../staging", "a/b"])
  func `an environment is a name and no path`(environment: String) throws {
    let found = try findings(["services.json": "{}"], environment: environment)
    #expect(found.map(\.rule) == [.unknownEnvironment])
  }

  @Test(arguments: ["", " \n\t\r\n "])
  func `an empty file is an error`(text: String) throws {
    #expect(try findings(["services.json": text]).map(\.rule) == [.emptyFile])
    #expect(try findings(["services.plist": text]).map(\.rule) == [.emptyFile])
  }

  @Test func `a folder, and a URL of no file, cannot be read`() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(at: folder["services.json"], withIntermediateDirectories: true)
    let found = SingularityTests.findings(in: container) {
      try container.register(contentsOf: folder["services.json"])
    }
    #expect(found.map(\.rule) == [.unreadableFile])
    let remote = try #require(URL(string: "https://example.org/services.json"))
    let elsewhere = SingularityTests.findings(in: container) { try container.register(contentsOf: remote) }
    #expect(elsewhere.map(\.rule) == [.unreadableFile])
  }

  @Test func `a link to a file is read, and one to nothing is a file that is not there`() throws {
    let folder = try Folder(["real.json": #"{ "values": [{ "type": "Int", "value": 1 }] }"#])
    for (link, target) in [("services.json", "real.json"), ("dangling.json", "nothing.json")] {
      try FileManager.default.createSymbolicLink(at: folder[link], withDestinationURL: folder[target])
    }
    try container.register(contentsOf: folder["services.json"])
    #expect(container.graph.nodes.map(\.location) == ["services.json:1:14"])
    let found = SingularityTests.findings(in: Container()) {
      try Container().register(contentsOf: folder["dangling.json"])
    }
    #expect(found.map(\.rule) == [.missingFile])
  }

  @Test func `a resource without a name is not there`() throws {
    let bundle = try Folder(["a.json": "{}"]).bundle
    let found = SingularityTests.findings(in: container) { try container.register(resource: "", in: bundle) }
    #expect(found.map(\.rule) == [.missingFile])
  }

  @Test func `a file of more than 16 MiB is refused, and one of just as much is read`() throws {
    let folder = try Folder()
    let (head, tail) = (#"{ "values": [{ "type": "Int", "value": 1 }]"#, "}")
    let blanks = String(repeating: " ", count: (16 << 20) - head.utf8.count - tail.utf8.count)
    try folder.write(Data((head + blanks + tail + " ").utf8), to: "services.json")
    let found = SingularityTests.findings(in: container) {
      try container.register(contentsOf: folder["services.json"])
    }
    #expect(found.map(\.rule) == [.tooLarge])
    try folder.write(Data((head + blanks + tail).utf8), to: "services.json")
    try container.register(contentsOf: folder["services.json"])
    #expect(try container.resolve(Int.self) == 1)
  }

  @Test(arguments: Format.allCases.filter(\.hasLines))
  func `a file that is not UTF-8 is refused, with the place of the byte`(format: Format) throws {
    let folder = try Folder()
    let name = format == .json ? "services.json" : "services.plist"
    try folder.write(Data("{\n \"é".utf8) + [0xFF] + Data("\"}".utf8), to: name)
    let found = SingularityTests.findings(in: container) { try container.register(contentsOf: folder[name]) }
    #expect(found.map(\.summary) == ["encoding 2:4"])
    #expect(found[0].found == "the byte 0xFF")
  }

  @Test func `a file cut off within a character is not UTF-8`() throws {
    let folder = try Folder()
    try folder.write(Data([0x7B, 0xC3]), to: "services.json")
    let found = SingularityTests.findings(in: container) {
      try container.register(contentsOf: folder["services.json"])
    }
    #expect(found.map(\.rule) == [.encoding])
  }

  @Test func `a byte order mark is no error`() throws {
    let folder = try Folder()
    try folder.write(
      Data([0xEF, 0xBB, 0xBF]) + Data(#"{ "values": [{ "type": "Int", "value": 1 }] }"#.utf8), to: "a.json")
    try container.register(contentsOf: folder["a.json"])
    #expect(container.graph.nodes.map(\.location) == ["a.json:1:14"])
  }

  @Test func `a property list is known by its extension, and by what it begins with`() throws {
    let folder = try Folder(["a.plist": "{}", "b.json": "<plist><dict/></plist>"])
    for name in ["a.plist", "b.json"] {
      let found = SingularityTests.findings(in: container) { try container.register(contentsOf: folder[name]) }
      #expect(found.map(\.summary) == ["syntax 1:1"])
    }
  }

  @Test func `data is read as files are`() throws {
    try container.register(json: Data(#"{ "values": [{ "type": "Int", "value": 1 }] }"#.utf8))
    let list =
      "<plist><dict><key>values</key><array><dict><key>type</key><string>Double</string>"
      + "<key>value</key><integer>2</integer></dict></array></dict></plist>"
    try container.register(propertyList: Data(list.utf8))
    #expect(try container.resolve(Int.self) == 1)
    #expect(try container.resolve(Double.self) == 2)
    #expect(container.graph.nodes.map(\.location) == ["JSON:1:14", "property list:1:38"])
  }
}
