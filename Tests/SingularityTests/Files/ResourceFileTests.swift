import Foundation
import Singularity
import TestSupport
import Testing

struct ResourceFileTests {
  private let container = Container()

  private func findings(_ files: [String: String], environment: String? = nil) throws -> [ResourceFinding] {
    let folder = try TemporaryFolder(files)
    let bundle = folder.bundle
    return SingularityTests.findings(in: container) {
      try container.register(resource: "services", in: bundle, environment: environment)
    }
  }

  private func findings(at url: URL, sourceLocation: SourceLocation = #_sourceLocation) -> [ResourceFinding] {
    SingularityTests.findings(in: container, sourceLocation: sourceLocation) {
      try container.register(contentsOf: url)
    }
  }

  @Test func `registering a missing file throws, by an empty name and by URL`() throws {
    // The golden file `missing.txt` has the one by bundle resource.
    let folder = try TemporaryFolder()
    let byURL = findings(at: folder["a.json"])
    #expect(byURL.map(\.rule) == [.missingFile])
    #expect(byURL[0].file == "a.json")
    let bundle = try TemporaryFolder(["a.json": "{}"]).bundle
    let unnamed = SingularityTests.findings(in: container) { try container.register(resource: "", in: bundle) }
    #expect(unnamed.map(\.rule) == [.missingFile])
  }

  @Test func `a misspelt file is reported with the files of similar names beside it`() throws {
    let files = [
      "servces.json": "{}", "service.plist": "<plist><dict/></plist>", "other.json": "{}", "services.txt": "",
      "services.schema.json": "{}",
    ]
    let found = try findings(files)
    #expect(found.map(\.rule) == [.missingFile])
    #expect(found[0].nearMatches == ["servces.json", "service.plist"])
    #expect(
      found[0].description.contains(
        """
        Did you mean:
          servces.json
          service.plist
        Remedy: correct the spelling; or add it to the resources
        """))
    let folder = try TemporaryFolder(files)
    #expect(findings(at: folder["services.json"]).map(\.nearMatches) == [["servces.json", "service.plist"]])
    // The remedy, followed.
    try container.register(resource: "servces", in: folder.bundle)
  }

  @Test(arguments: ["a\nb", "\u{1B}[31m\0\u{202E}", String(repeating: "x", count: 1 << 20)])
  func `control characters of names are escaped in reports, and long names are cut`(name: String) throws {
    let texts = [
      try findings(["services.json": "{}"], environment: name).map(\.description),
      SingularityTests.findings(in: container) {
        try container.register(json: Data(#"{ "a": 1 }"#.utf8), named: name)
      }.map(\.description),
      findings(at: URL(fileURLWithPath: "/none/" + name.replacing("\0", with: ""))).map(\.description),
      SingularityTests.findings(in: container) {
        let object: [String: Any] = [
          name: 1, "registrations": [["type": name, "scope": name, name: name]],
          "values": [["type": name, "value": 1]],
          "modules": [name],
        ]
        try container.register(json: try JSONSerialization.data(withJSONObject: object), named: name)
      }.map(\.description),
    ].flatMap { $0 }
    #expect(texts.count > 5)
    for text in texts {
      #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.value < 0x20 || $0.value == 0x202E }, "\(text)")
      #expect(!text.contains("a\nb") && text.utf8.count < 8_000, "\(text.prefix(8_000))")
    }
  }

  @Test func `registering throws if a JSON file and a property list have the same name`() throws {
    // The golden file `ambiguous.txt` has a base of two formats.
    let beside = try findings(
      ["services.json": "{}", "services.a.json": "{}", "services.a.plist": "<plist><dict/></plist>"], environment: "a")
    #expect(beside.map(\.rule) == [.ambiguousFile])
    #expect(beside[0].file == "services.a.json")
  }

  @Test func `an environment without a file is reported with the environments that have one`() throws {
    let found = try findings(
      ["services.json": "{}", "services.staging.json": "{}", "services.production.plist": "<plist><dict/></plist>"],
      environment: "stagin")
    #expect(found.map(\.rule) == [.unknownEnvironment])
    #expect(found[0].file == "services.stagin.json")
    #expect(found[0].possible == ["production", "staging"])
    #expect(found[0].nearMatches == ["staging"])
    // A schema file does not count as an environment.
    let schema = try findings(["services.json": "{}", "services.schema.json": "{}"], environment: "schema")
    #expect(schema.map(\.rule) == [.unknownEnvironment] && schema[0].possible.isEmpty)
  }

  @Test(arguments: ["", "../staging", "a/b"])
  func `an environment name that is empty or a path is reported as unknown`(environment: String) throws {
    #expect(try findings(["services.json": "{}"], environment: environment).map(\.rule) == [.unknownEnvironment])
  }

  @Test(arguments: ["", " \n\t\r\n "])
  func `an empty JSON file or property list is reported as empty`(text: String) throws {
    #expect(try findings(["services.json": text]).map(\.rule) == [.emptyFile])
    #expect(try findings(["services.plist": text]).map(\.rule) == [.emptyFile])
  }

  @Test func `a folder or a remote URL is reported as unreadable`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(at: folder["services.json"], withIntermediateDirectories: true)
    #expect(findings(at: folder["services.json"]).map(\.rule) == [.unreadableFile])
    let remote = try #require(URL(string: "https://example.org/services.json"))
    #expect(findings(at: remote).map(\.rule) == [.unreadableFile])
  }

  @Test func `a symbolic link to a file is read, and a dangling link is reported as a missing file`() throws {
    let folder = try TemporaryFolder(["real.json": #"{ "values": [{ "type": "Int", "value": 1 }] }"#])
    for (link, target) in [("services.json", "real.json"), ("dangling.json", "nothing.json")] {
      try FileManager.default.createSymbolicLink(at: folder[link], withDestinationURL: folder[target])
    }
    try container.register(contentsOf: folder["services.json"])
    #expect(container.graph.nodes.map(\.location?.description) == ["services.json:1:14"])
    #expect(findings(at: folder["dangling.json"]).map(\.rule) == [.missingFile])
  }

  @Test func `a file of 16 MiB is read, and a larger one is refused`() throws {
    let folder = try TemporaryFolder()
    let (head, tail) = (#"{ "values": [{ "type": "Int", "value": 1 }]"#, "}")
    let blanks = String(repeating: " ", count: (16 << 20) - head.utf8.count - tail.utf8.count)
    try folder.write(Data((head + blanks + tail + " ").utf8), to: "services.json")
    #expect(findings(at: folder["services.json"]).map(\.rule) == [.tooLarge])
    try folder.write(Data((head + blanks + tail).utf8), to: "services.json")
    try container.register(contentsOf: folder["services.json"])
    #expect(try container.resolve(Int.self) == 1)
  }

  @Test(arguments: Format.allCases.filter(\.hasLines))
  func `a file that is not UTF-8 or ends within a character is refused at the wrong byte`(format: Format) throws {
    let folder = try TemporaryFolder()
    let name = format == .json ? "services.json" : "services.plist"
    try folder.write(Data("{\n \"é".utf8) + [0xFF] + Data("\"}".utf8), to: name)
    let found = findings(at: folder[name])
    #expect(found.map(\.summary) == ["encoding 2:4"])
    #expect(found[0].found == "the byte 0xFF")
    try folder.write(Data([0x7B, 0xC3]), to: "cut.json")
    #expect(findings(at: folder["cut.json"]).map(\.rule) == [.encoding])
  }

  @Test func `a file that begins with a byte order mark is read`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Data([0xEF, 0xBB, 0xBF]) + Data(#"{ "values": [{ "type": "Int", "value": 1 }] }"#.utf8), to: "a.json")
    try container.register(contentsOf: folder["a.json"])
    #expect(container.graph.nodes.map(\.location?.description) == ["a.json:1:14"])
  }

  @Test func `a file's extension decides if it is read as JSON or as a property list`() throws {
    let folder = try TemporaryFolder(["a.plist": "{}", "b.json": "<plist><dict/></plist>"])
    for name in ["a.plist", "b.json"] {
      let found = findings(at: folder[name])
      #expect(found.map(\.summary) == ["syntax 1:1"])
    }
  }

  @Test func `registering data reads JSON and property lists like files`() throws {
    try container.register(json: Data(#"{ "values": [{ "type": "Int", "value": 1 }] }"#.utf8))
    let list =
      "<plist><dict><key>values</key><array><dict><key>type</key><string>Double</string>"
      + "<key>value</key><integer>2</integer></dict></array></dict></plist>"
    try container.register(propertyList: Data(list.utf8))
    #expect(try container.resolve(Int.self) == 1)
    #expect(try container.resolve(Double.self) == 2)
    #expect(container.graph.nodes.map(\.location?.description) == ["JSON:1:14", "property list:1:38"])
  }
}
