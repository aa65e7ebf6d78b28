#if canImport(Testing)
  import Astroject
  import Foundation
  import Testing

  /// A remedy that the text of an error proposes: a program with the fault, and the programs that follow the remedy.
  package struct Remedy: Sendable, CustomTestStringConvertible {
    package typealias Program = @Sendable (Container) throws -> Void
    package typealias AwaitedProgram = @Sendable (Container) async throws -> Void

    private struct Way: Sendable {
      let name: String
      /// The beginning of the next error; nil if the program works.
      let next: String?
      let program: AwaitedProgram
    }

    /// The text after "Remedy:", or its beginning.
    private let text: String
    private let given: Program
    private let check: AwaitedProgram
    private let fault: AwaitedProgram
    private var ways: [Way] = []

    package var testDescription: String { text }

    /// - Parameters:
    ///   - text: The text after "Remedy:", or its beginning.
    ///   - given: Runs before each program: what is the same with the fault and without.
    ///   - check: Runs after each program: shows the fault, or that there is none.
    ///   - fault: The rest of the program with the fault.
    package init(
      _ text: String, given: @escaping Program = { _ in }, check: @escaping Program = { _ in },
      of fault: @escaping Program
    ) {
      self.init(awaited: text, given: given, check: { try check($0) }, of: { try fault($0) })
    }

    /// Creates a remedy of a fault that shows when it is awaited.
    package init(
      awaited text: String, given: @escaping Program = { _ in }, check: @escaping AwaitedProgram = { _ in },
      of fault: @escaping AwaitedProgram
    ) {
      (self.text, self.given, self.check, self.fault) = (text, given, check, fault)
    }

    /// Returns the remedy with a program that follows it.
    ///
    /// - Parameters:
    ///   - name: The part of the remedy that the program follows.
    ///   - next: The beginning of the next error, which is another one; nil if the program works.
    ///   - check: Runs instead of the remedy's check.
    package func followed(
      _ name: String = "", leadingTo next: String? = nil, check: Program? = nil, by program: @escaping Program
    ) -> Remedy {
      let awaited = check.map { check -> AwaitedProgram in { try check($0) } }
      return adding(name, leadingTo: next, check: awaited ?? self.check) { try program($0) }
    }

    /// Returns the remedy with a program that follows it and awaits.
    package func followedAwaiting(_ name: String = "", by program: @escaping AwaitedProgram) -> Remedy {
      adding(name, leadingTo: nil, check: check, program)
    }

    private func adding(
      _ name: String, leadingTo next: String?, check: @escaping AwaitedProgram, _ program: @escaping AwaitedProgram
    ) -> Remedy {
      var remedy = self
      remedy.ways.append(
        Way(name: name, next: next) { [given] in
          try given($0)
          try await program($0)
          try await check($0)
        })
      return remedy
    }

    /// Runs the program with the fault, and returns the text of its error.
    package func errorText() async -> String? {
      let container = Container()
      do {
        try given(container)
        try await fault(container)
        try await check(container)
      } catch { return "\(error)".withoutSuites }
      return nil
    }

    /// Expects the fault to propose the remedy, and each program that follows it to work or to show the next error.
    package func expectToMend() async {
      let found = await errorText()
      let isProposed = found?.contains("Remedy: \(text)") ?? false
      if !isProposed { Issue.record("expected the remedy: \(text)\nfound: \(found ?? "no error")") }
      if ways.isEmpty { Issue.record("no program follows the remedy: \(text)") }
      for way in ways {
        let container = Container()
        do {
          try await way.program(container)
          if let next = way.next { Issue.record("followed \(text) (\(way.name)): expected the error \(next)") }
        } catch {
          let text = "\(error)".withoutSuites
          let isNext = way.next.map { text.hasPrefix($0) || text.contains("\n1. " + $0) } ?? false
          if !isNext || text == found { Issue.record("followed \(self.text) (\(way.name)): \(text)") }
        }
      }
    }
  }

  /// The sentences in a part of a source file.
  package struct SourceText: Sendable {
    private let file: String
    private let start: String?
    private let end: String?
    private let exceptions: [String]

    /// - Parameters:
    ///   - file: The path below the folder `Sources`.
    ///   - start: The text that the part begins after; nil for the beginning of the file.
    ///   - end: The text that the part ends before; nil for the end of the file.
    ///   - exceptions: Texts that no program of these tests can follow.
    package init(
      _ file: String, from start: String? = nil, to end: String? = nil, without exceptions: String...
    ) {
      self.file = file
      self.start = start
      self.end = end
      self.exceptions = exceptions
    }

    /// Expects each text of the string literals in this part, between their interpolations, to be in one of the texts.
    ///
    /// So a remedy that is added without a program that follows it makes the test fail.
    package func expectCovered(by texts: [String], filePath: String = #filePath) throws {
      var folder = URL(fileURLWithPath: filePath)
      repeat {
        folder.deleteLastPathComponent()
      } while !FileManager.default.fileExists(
        atPath: folder.appendingPathComponent("Package.swift").path) && folder.path != "/"
      let path = folder.appendingPathComponent("Sources/\(file)")
      var source = Substring(try String(contentsOf: path, encoding: .utf8))
      if let start {
        let range = try #require(source.range(of: start), "\(file) has no \(start)")
        source = source[range.upperBound...]
      }
      if let end { source = source[..<(try #require(source.range(of: end), "\(file) has no \(end)")).lowerBound] }
      let all = texts.joined(separator: "\n")
      let pieces = Literals(source).pieces
      #expect(!pieces.isEmpty)
      for piece in pieces where !all.contains(piece) {
        if exceptions.contains(where: piece.contains) { continue }
        Issue.record("\(file): nothing follows “\(piece)”")
      }
    }
  }

  /// The texts of the string literals of a source file.
  private struct Literals {
    /// The texts between interpolations, without those that are too short to tell anything.
    private(set) var pieces: [String] = []
    private var rest: Substring

    init(_ source: Substring) {
      rest = source
      skipCode(untilClosing: false)
    }

    /// Reads code up to the end, or up to the parenthesis that closes an interpolation.
    private mutating func skipCode(untilClosing: Bool) {
      var depth = 0
      while let character = rest.first {
        if rest.hasPrefix("//") {
          rest = rest.drop { !$0.isNewline }
        } else if character == "\"" {
          readLiteral()
        } else {
          rest.removeFirst()
          if character == "(" { depth += 1 }
          if character == ")" {
            if untilClosing, depth == 0 { return }
            depth -= 1
          }
        }
      }
    }

    private mutating func readLiteral() {
      let quotes = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
      rest.removeFirst(quotes.count)
      var piece = ""
      while !rest.isEmpty, !rest.hasPrefix(quotes) {
        if rest.hasPrefix("\\(") {
          end(&piece)
          rest.removeFirst(2)
          skipCode(untilClosing: true)
        } else if rest.first == "\\" {
          rest.removeFirst()
          let escaped = rest.removeFirst()
          if escaped == "n" { end(&piece) } else { piece.append(escaped) }
        } else if rest.first?.isNewline ?? false {
          rest = rest.drop { $0.isWhitespace }
          end(&piece)
        } else {
          piece.append(rest.removeFirst())
        }
      }
      rest = rest.dropFirst(quotes.count)
      end(&piece)
    }

    private mutating func end(_ piece: inout String) {
      let text = piece.trimmingCharacters(in: .whitespaces)
      if text.count(where: \.isLetter) >= 8 { pieces.append(text) }
      piece = ""
    }
  }
#endif
