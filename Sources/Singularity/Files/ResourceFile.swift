import Foundation
import Nexus

/// The bytes of a file, and the places of the values in it.
final class ResourceFile: Sendable {
  enum Format: Sendable {
    case json, propertyList

    var name: String { self == .json ? "JSON" : "a property list" }
    /// A document without entries.
    var empty: String { self == .json ? "{}" : "<plist><dict/></plist>" }
  }

  /// The name without folders, as findings and locations show it.
  let name: String
  let format: Format
  let data: Data
  let outline: Outline

  static let largest = 16 << 20

  private init(_ name: String, _ format: Format, _ data: Data, _ outline: Outline) {
    (self.name, self.format, self.data, self.outline) = (name, format, data, outline)
  }

  func location(_ place: TextLines.Place?) -> CodeLocation? { place.map { ResourceFile.location($0, in: name) } }

  private static func location(_ place: TextLines.Place, in name: String) -> CodeLocation {
    CodeLocation(file: name, line: place.line, column: place.column)
  }
}

// MARK: - Making

extension ResourceFile {
  /// Scans data, and notes the places of its values.
  ///
  /// - Throws: A finding with the reason why the data cannot be read.
  convenience init(_ name: String, _ format: Format, _ data: Data) throws(Refusal) {
    func refusal(
      _ rule: ResourceRule, at place: TextLines.Place? = nil, found: String? = nil,
      _ detail: ResourceFinding.Detail = .none
    ) -> Refusal {
      Refusal(rule, of: name, at: place.map { ResourceFile.location($0, in: name) }, found: found, detail)
    }
    if data.count > ResourceFile.largest { throw refusal(.tooLarge, .text("16 MiB")) }
    let bytes = [UInt8](data)
    if bytes.allSatisfy(\.isBlank) { throw refusal(.emptyFile, .text(format.empty)) }
    let isBinary = format == .propertyList && bytes.starts(with: BinaryScanner.magic)
    if !isBinary, let offset = bytes.indexOfInvalidUTF8 {
      let byte = String(bytes[offset], radix: 16, uppercase: true)
      throw refusal(.encoding, at: TextLines(of: bytes).place(at: offset), found: "the byte 0x\(byte)")
    }
    do {
      let outline =
        switch format {
        case .json: try JSONScanner.outline(of: bytes)
        case .propertyList: try isBinary ? BinaryScanner.outline(of: bytes) : XMLScanner.outline(of: bytes)
        }
      self.init(name, format, data, outline)
    } catch {
      let place = error.offset.map { TextLines(of: bytes).place(at: $0) }
      switch error.problem {
      case .tooDeep: throw refusal(.tooDeep, at: place)
      case .tooMany: throw refusal(.tooLarge, at: place, .text("a million values"))
      case .expected(let expected):
        let found = error.offset.map { bytes.words(at: $0) }
        throw refusal(.syntax, at: place, found: found, .texts(format.name, expected))
      }
    }
  }

  /// Reads a file.
  ///
  /// - Throws: A finding with the reason why the file cannot be read.
  convenience init(contentsOf url: URL) throws(Refusal) {
    let name = url.lastPathComponent
    guard url.isFileURL else { throw Refusal(.unreadableFile, of: name, .text("\(url) is not a file URL")) }
    // Many systems mount configurations as links to files.
    let file = url.resolvingSymlinksInPath()
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw Refusal(.missingFile, of: name, nearMatches: ResourceSearch.files(like: url))
    }
    let data: Data
    do {
      let values = try file.resourceValues(forKeys: [.isRegularFileKey])
      guard values.isRegularFile ?? true else {
        throw Refusal(.unreadableFile, of: name, .text("it is not a regular file"))
      }
      let handle = try FileHandle(forReadingFrom: file)
      defer { try? handle.close() }
      // One byte above the limit shows that the file is too large, without reading the rest.
      data = try handle.read(upToCount: ResourceFile.largest + 1) ?? Data()
    } catch let error as Refusal {
      throw error
    } catch {
      throw Refusal(.unreadableFile, of: name, .text(error.localizedDescription.withoutFullStop))
    }
    try self.init(name, url.pathExtension.lowercased() == "plist" ? .propertyList : .json, data)
  }
}

/// The reason why a file cannot be read at all.
struct Refusal: Error {
  let finding: ResourceFinding

  init(
    _ rule: ResourceRule, of file: String, at location: CodeLocation? = nil, found: String? = nil,
    possible: [String] = [], nearMatches: [String] = [], _ detail: ResourceFinding.Detail = .none
  ) {
    finding = ResourceFinding(
      rule: rule, file: file, path: "", location: location, found: found, possible: possible,
      nearMatches: nearMatches, detail: detail)
  }
}

// MARK: - Text

extension [UInt8] {
  /// The index of the first byte that is not valid UTF-8; nil if all are.
  fileprivate var indexOfInvalidUTF8: Int? {
    if String(validating: self, as: UTF8.self) != nil { return nil }
    var decoder = UTF8()
    var (offset, iterator) = (0, makeIterator())
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput, .error: return Swift.min(offset, count - 1)
      }
    }
  }

  /// Returns the character or short word at an offset, in words.
  fileprivate func words(at offset: Int) -> String {
    guard offset < count else { return "the end of the file" }
    guard let scalar = String(decoding: self[offset...].prefix(4), as: UTF8.self).unicodeScalars.first else {
      return ""
    }
    if scalar.value < 0x20 || scalar.value == 0x7F { return "a control character" }
    let word = self[offset...].prefix(24).prefix { $0 > 0x20 && $0 < 0x7F && !Array(",:[]{}<>".utf8).contains($0) }
    return "`" + (word.count < 2 ? String(scalar) : String(decoding: word, as: UTF8.self)) + "`"
  }
}

extension String {
  var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
