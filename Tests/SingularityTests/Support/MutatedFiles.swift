import Foundation
import Singularity
import TestSupport

/// Files that are changed at random, by a seed.
struct MutatedFiles {
  /// A file with most of the possible fields.
  static let original = """
    {
      "modules": ["SingularityTests"],
      "registrations": [
        { "type": "FileStorage", "scope": "singleton", "name": "primary", "eager": true,
          "with": ["auto", { "named": "folder" }, { "value": 30 }] },
        { "type": "ConsoleJournal", "scope": { "scoped": "request" }, "ifRegistered": "keep" },
        { "type": "FileJournal", "key": 5, "implements": ["Ledger"], "isOverridable": false },
        { "type": "Audit", "with": [{ "keyed": 5 }] },
        { "type": "Cabinet", "with": [{ "value": ["low"] }, { "value": { "a": 1.5 } }, "auto",
          { "value": { "books": 1, "days": 2 } }, { "value": 2.5 }] }
      ],
      "values": [
        { "type": "String", "name": "folder", "value": "/var/books é😀\\u00e9" },
        { "type": "[String: [Duration]]", "key": true, "value": { "a": [1, 2.5e1], "b": [] } },
        { "type": "Date", "value": "2026-11-25T12:00:00Z" }, { "type": "Data", "value": "QUJD" },
        { "type": "Limits", "value": { "books": 3, "days": 14 } },
        { "type": "Int8", "key": { "type": "Limits", "value": { "books": 1, "days": 2 } }, "value": -5 }
      ]
    }
    """

  private let format: Format
  private let bytes: [UInt8]
  private var random: SplitMix
  private(set) var registered = 0
  private(set) var refused = 0

  init(seed: UInt64, _ format: Format) {
    self.format = format
    random = SplitMix(seed)
    bytes = (try? format.data(of: MutatedFiles.original)).map { [UInt8]($0) } ?? []
  }

  /// Mutates the file, and registers it.
  ///
  /// - Throws: An error that is not a `ResourceError`.
  mutating func tryNext() throws {
    let data = Data(mutated())
    let container = Container()
    do {
      try format.register(data, in: container)
      try? container.validate(roots: [])
      registered += 1
    } catch let error as ResourceError {
      // Building the text reads all findings.
      precondition(!error.description.isEmpty && !error.findings.isEmpty)
      precondition(container.graph.nodes.isEmpty, "A refused file registered something.")
      refused += 1
    }
  }

  private mutating func mutated() -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...20, using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
      case 4: bytes.insert(Array("{}[],:\"\\<>/&0-1eE.tfn ".utf8).randomElement(using: &random) ?? 0, at: place)
      case 5: bytes.removeSubrange(place...)
      case 6:
        // Many equal bytes, for example for a number or a depth out of range.
        bytes.insert(
          contentsOf: Array(repeating: bytes[place], count: Int.random(in: 1...200, using: &random)), at: place)
      default:
        let other = Int.random(in: 0..<bytes.count, using: &random)
        bytes.swapAt(place, other)
      }
    }
    return bytes
  }
}
