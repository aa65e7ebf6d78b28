import Foundation

/// Writes a source file with a test for each snippet of a Markdown file.
///
/// A fence of Swift is the body of a function, with its imports, unless a comment above it says otherwise: `<!--
/// snippet: file -->` for declarations that stand by themselves, `<!-- snippet: main-actor -->` for a module whose
/// default isolation is the main actor (by themselves if they begin with an import), `<!-- snippet: manifest -->` for
/// what is not compiled. What a snippet prints has to be what the document says: in comments, `print(x)  // → 42`, or
/// in the next fences of text or of Mermaid. A fence below `<!-- file: NAME -->` is a file of the bundle that snippets
/// have.
///
/// A Swift file, as a step of the tutorial is, is one snippet of declarations. A step that tests the program follows
/// the step before it that is the program, and does not import it.
///
/// Documents that share a module (`shared`) may declare types of the same name, because declarations become private.
@main
struct SnippetExtractor {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 6 else {
      throw Failure("usage: SnippetExtractor DOCUMENT[,PROGRAM] PRELUDE main-actor|nonisolated shared|alone OUTPUT")
    }
    let documents = try arguments[1].split(separator: ",").map { path in
      Document(
        name: URL(fileURLWithPath: String(path)).lastPathComponent,
        text: try String(contentsOfFile: String(path), encoding: .utf8), isShared: arguments[4] == "shared")
    }
    let document = documents[0]
    let prelude = try String(contentsOfFile: arguments[2], encoding: .utf8)
    let kinds = arguments[3] == "main-actor" ? [Snippet.Kind.mainActor] : [.body, .file]
    let snippets = try Snippet.all(in: document).filter { kinds.contains($0.kind) }
    var text = "// Made of \(document.name) and Prelude.swift; do not edit.\n"
    if !snippets.isEmpty {
      let files = Snippet.files(in: document.text).map { "  ##\"\($0)\"##: ##\"\"\"\n\($1)\n\"\"\"##,\n" }.joined()
      text += "#sourceLocation(file: \"Prelude.swift\", line: 1)\n\(prelude)#sourceLocation()\n"
      text += "nonisolated private let document = \"\(document.name)\"\n"
      text += "nonisolated private let documentFiles: [String: String] = [\n\(files.isEmpty ? ":" : files)]\n"
      text += snippets.map(\.code).joined()
      text += try documents.dropFirst().flatMap(Snippet.all).map(\.located).joined()
    }
    try text.write(toFile: arguments[5], atomically: true, encoding: .utf8)
  }
}

/// A Markdown file with snippets.
struct Document {
  let name: String
  let text: String
  /// True if other documents are compiled in the same module.
  let isShared: Bool

  /// Begins the names of its tests.
  var prefix: String {
    let stem = name.prefix { $0 != "." }.replacing("-", with: "")
    return stem == "README" ? "readme" : stem.prefix(1).lowercased() + stem.dropFirst()
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

struct Snippet {
  enum Kind: String {
    case body, file, manifest
    case mainActor = "main-actor"
  }

  let document: Document
  let kind: Kind
  /// The line of the first line of code.
  let line: Int
  var lines: [String] = []
  /// What the fences below it say.
  var text: [String] = []

  static func all(in document: Document) throws -> [Snippet] {
    if document.name.hasSuffix(".swift") {
      let lines = document.text.components(separatedBy: "\n").map { $0 == "@testable import App" ? "" : $0 }
      return [Snippet(document: document, kind: .file, line: 1, lines: lines)]
    }
    var snippets: [Snippet] = []
    var kind = Kind.body
    var fence: String?
    for (index, line) in document.text.components(separatedBy: "\n").enumerated() {
      if fence != nil {
        if line == "```" { fence = nil }
        if fence == "swift" { snippets[snippets.count - 1].lines.append(line) }
        if fence == "text" || fence == "mermaid", !snippets.isEmpty { snippets[snippets.count - 1].text.append(line) }
      } else if line.hasPrefix("```") {
        fence = String(line.dropFirst(3))
        guard fence == "swift" else { continue }
        snippets.append(Snippet(document: document, kind: kind, line: index + 2))
        kind = .body
      } else if line.hasPrefix("<!-- snippet: ") {
        let name = line.dropFirst("<!-- snippet: ".count).prefix { $0 != " " }
        guard let marked = Kind(rawValue: String(name)) else {
          throw Failure("\(document.name):\(index + 1): unknown kind of snippet: \(name)")
        }
        kind = marked
      }
    }
    return snippets
  }

  /// The files that fences are, by their names.
  static func files(in markdown: String) -> [(name: String, text: String)] {
    var files: [(name: String, text: String)] = []
    var name: String?
    var lines: [String]?
    for line in markdown.components(separatedBy: "\n") {
      if line.hasPrefix("<!-- file: ") {
        name = line.dropFirst("<!-- file: ".count).split(separator: " ").first.map(String.init)
      } else if let file = name, line == "```", let text = lines {
        files.append((file, text.joined(separator: "\n")))
        (name, lines) = (nil, nil)
      } else if lines != nil {
        lines?.append(line)
      } else if name != nil, line.hasPrefix("```") {
        lines = []
      }
    }
    return files
  }

  /// What it has to print.
  private var expected: [String] {
    lines.compactMap { $0.components(separatedBy: "// → ").dropFirst().first } + text
  }

  /// The name of the type marked `@main`, if there is one.
  private var main: String? {
    guard let mark = lines.firstIndex(of: "@main"), mark + 1 < lines.count else { return nil }
    return lines[mark + 1].split(separator: " ").dropFirst().first.map(String.init)
  }

  /// Whether it is declarations, and not the body of a function.
  private var standsAlone: Bool {
    kind == .file || kind == .mainActor && lines.first?.hasPrefix("import ") == true
  }

  private var isAsynchronous: Bool { lines.contains { $0.contains("await ") } }

  /// How it is called, from a test without isolation.
  private var call: String { isAsynchronous || kind == .mainActor ? "try await" : "try" }

  /// The lines as they are compiled.
  ///
  /// In a module that is shared, declarations are private. A test case of XCTest is not, because the runner would not
  /// find it.
  private var source: String {
    let declaration =
      #/^((?:@\w+(?:\([^)]*\))? )*(?:nonisolated )?)((?:final class|class|struct|enum|actor|protocol|func) )/#
    return lines.map { line in
      if line == "@main" || line.hasPrefix("import ") && !standsAlone { return "" }
      guard document.isShared, standsAlone, !line.contains("TestCase") else { return line }
      return line.replacing(declaration) { "\($0.1)private \($0.2)" }
    }.joined(separator: "\n")
  }

  /// The imports of a body, which stand above its function.
  private var imports: String {
    standsAlone ? "" : lines.filter { $0.hasPrefix("import ") }.map { $0 + "\n" }.joined()
  }

  /// The code that is compiled, without a test.
  var located: String { "#sourceLocation(file: \"\(document.name)\", line: \(line))\n\(source)\n#sourceLocation()\n" }

  var code: String {
    let effects = isAsynchronous ? "async throws" : "throws"
    if standsAlone { return located + (main.map { test("\(call) \($0).main()") } ?? "") }
    let usesContainer = source.contains("container.") && !source.contains("let container =")
    let start = usesContainer ? "  let container = Container()\n  _ = container\n" : ""
    let body = "private func snippet\(line)() \(effects) {\n\(start)\(located)}\n"
    return imports + body + test("\(call) snippet\(line)()")
  }

  private func test(_ call: String) -> String {
    let list = expected.map { "  ##\"\($0)\"##,\n" }.joined()
    return """
      @Test("\(document.name):\(line)") nonisolated func \(document.prefix)\(line)() async throws {
        let printed = try await Printed.by { \(call) }
        expect(printed, [
      \(list)], atLine: \(line))
      }

      """
  }
}
