import Foundation

/// Writes a source file with a test for each snippet of a Markdown file.
///
/// A Swift fence is the body of a function, with its imports. A comment above the fence changes that:
///
/// - `<!-- snippet: file -->`: The fence has top-level declarations.
/// - `<!-- snippet: main-actor -->`: The fence belongs to a module whose default isolation is the main actor. It has
///   top-level declarations if it begins with an import, and is the body of a function otherwise.
/// - `<!-- snippet: swinject -->`: The fence uses Swinject. It has top-level declarations if it begins with an import,
///   and is the body of a function otherwise.
/// - `<!-- snippet: manifest -->`: The fence is not compiled.
/// - `<!-- file: NAME -->`: The fence is a file in the bundle of the snippets.
///
/// A snippet must print the output that the document states: in comments such as `print(x)  // → 42`, or in the text
/// and Mermaid fences that follow.
///
/// A Swift file, such as a step of the tutorial, is one snippet of top-level declarations. Tests of a program are
/// compiled together with the program, and do not import it.
///
/// Documents that share a module (`shared`) may declare types with the same name, because declarations become private.
@main
struct SnippetExtractor {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 6 else {
      throw Failure("usage: SnippetExtractor DOCUMENT[,PROGRAM] PRELUDE main-actor|swinject|other shared|alone OUTPUT")
    }
    let documents = try arguments[1].split(separator: ",").map { path in
      Document(
        name: URL(fileURLWithPath: String(path)).lastPathComponent,
        text: try String(contentsOfFile: String(path), encoding: .utf8), isShared: arguments[4] == "shared")
    }
    let document = documents[0]
    let prelude = try String(contentsOfFile: arguments[2], encoding: .utf8)
    let kinds = Snippet.Kind(rawValue: arguments[3]).map { [$0] } ?? [.body, .file]
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

  /// The prefix of the names of its tests.
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
    case body, file, manifest, swinject
    case mainActor = "main-actor"
  }

  let document: Document
  let kind: Kind
  /// The line number of the first line of code.
  let line: Int
  var lines: [String] = []
  /// The lines of the text and Mermaid fences below it.
  var text: [String] = []

  static func all(in document: Document) throws -> [Snippet] {
    if document.name.hasSuffix(".swift") {
      return [Snippet(document: document, kind: .file, line: 1, lines: document.text.components(separatedBy: "\n"))]
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

  /// Returns the files that a document contains as fences.
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

  /// The lines that the snippet must print.
  private var expected: [String] {
    lines.compactMap { $0.components(separatedBy: "// → ").dropFirst().first } + text
  }

  /// The name of the type marked `@main`, if any.
  private var main: String? {
    guard let mark = lines.firstIndex(of: "@main"), mark + 1 < lines.count else { return nil }
    return lines[mark + 1].split(separator: " ").dropFirst().first.map(String.init)
  }

  /// True if the snippet is top-level declarations, false if it is the body of a function.
  private var standsAlone: Bool {
    kind == .file || kind != .body && lines.first?.hasPrefix("import ") == true
  }

  private var isAsynchronous: Bool { lines.contains { $0.contains("await ") } }

  /// The keywords of a call from a nonisolated test.
  private var call: String { isAsynchronous || kind == .mainActor ? "try await" : "try" }

  /// The lines to compile.
  ///
  /// In a shared module, declarations become private, except XCTest cases, which the runner would not find.
  private var source: String {
    let declaration =
      #/^((?:@\w+(?:\([^)]*\))? )*(?:nonisolated )?)((?:final class|class|struct|enum|actor|protocol|func) )/#
    return lines.map { line in
      if line == "@main" || line == "@testable import App" { return "" }
      if line.hasPrefix("import ") && !standsAlone { return "" }
      guard document.isShared, standsAlone, !line.contains("TestCase") else { return line }
      return line.replacing(declaration) { "\($0.1)private \($0.2)" }
    }.joined(separator: "\n")
  }

  /// The imports of a body, which are moved above its function.
  private var imports: String {
    standsAlone ? "" : lines.filter { $0.hasPrefix("import ") }.map { $0 + "\n" }.joined()
  }

  /// The lines to compile, with their location in the document.
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
