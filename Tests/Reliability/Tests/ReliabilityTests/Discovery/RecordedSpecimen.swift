import NexusFixtures

@testable import Nexus

/// The conformance record of one specimen in this process, and the memory that it refers to.
struct RecordedSpecimen: Sendable {
  /// The address of the record in the section.
  let record: UInt
  /// The address of the type's descriptor.
  private(set) var type: UInt = 0
  /// The addresses of 32-bit words: the record itself, and those of descriptors.
  private(set) var words: [UInt] = []
  /// The addresses of pointers.
  private(set) var slots: [UInt] = []
  /// The ranges of names, including the final zero.
  private(set) var texts: [Range<UInt>] = []

  /// Returns the records of all specimens, the parts of their image, and the descriptor of their protocol.
  static func all() throws -> (specimens: [RecordedSpecimen], parts: [Range<UInt>], protocol: UInt) {
    let descriptor = ConformanceRecords.protocolDescriptor(of: (any Specimen).self) ?? 0
    for section in try Images.conformanceSections() {
      let specimens = stride(from: section.addresses.lowerBound, to: section.addresses.upperBound, by: 4).filter {
        guard let conformance = try? section.memory.relative(at: $0) else { return false }
        return (try? section.memory.relativeIndirectable(at: conformance)) == descriptor
      }
      // All specimens are in one image.
      if !specimens.isEmpty {
        return (try specimens.map { try RecordedSpecimen(at: $0) }, section.memory.near, descriptor)
      }
    }
    return ([], [], descriptor)
  }

  private init(at record: UInt) throws {
    self.record = record
    let memory = ReadableMemory.unbounded
    words.append(record)
    guard let conformance = try memory.relative(at: record) else { throw Malformed() }
    words += (0..<4).map { conformance + $0 * 4 }
    try note(pointerAt: conformance)
    let flags: UInt32 = try memory.load(at: conformance + 12)
    if flags & (1 << 6) != 0 { try note(contextAt: conformance + 16) }
    guard let reference = try memory.relative(at: conformance + 4) else { throw Malformed() }
    if flags >> 3 & 0b111 == 1 {
      slots.append(reference)
      type = try memory.pointer(at: reference) ?? 0
    } else {
      type = reference
    }
    try note(type)
  }

  /// Notes a pointer, which may be direct, and its target.
  private mutating func note(contextAt word: UInt) throws {
    words.append(word)
    try note(pointerAt: word)
    if let context = try ReadableMemory.unbounded.relativeIndirectable(at: word) { try note(context) }
  }

  private mutating func note(pointerAt word: UInt) throws {
    if let target = try ReadableMemory.unbounded.relative(at: word), target & 1 != 0 { slots.append(target & ~1) }
  }

  private mutating func note(_ context: UInt) throws {
    guard !words.contains(context) else { return }
    let memory = ReadableMemory.unbounded
    let descriptor = try ContextDescriptor(at: context, in: memory)
    words.append(context)
    try note(contextAt: context + 4)
    words.append(context + 8)
    if let name = try memory.relative(at: context + 8), descriptor.kind != .anonymous {
      try note(name: name)
      if descriptor.kind == .extensionOfType, let type = try memory.mangledName(at: name).context {
        let isIndirect: UInt8 = try memory.load(at: name)
        if isIndirect == 2 { slots.append(try memory.relative(at: name + 1, isAligned: false) ?? 0) }
        try note(type.address)
      }
    }
    if descriptor.isType {
      words += [context + 12, context + 16]
      if let fields = try descriptor.fields { try note(fields) }
    }
  }

  private mutating func note(_ fields: FieldDescriptor) throws {
    let memory = ReadableMemory.unbounded
    words += (0..<4).map { fields.address + $0 * 4 }
    try note(nameBehind: fields.address)
    let count = UInt(try memory.load(UInt32.self, at: fields.address + 12))
    for record in (0..<count).map({ fields.address + 16 + $0 * 12 }) {
      words += [record, record + 4, record + 8]
      try note(nameBehind: record + 4)
      try note(nameBehind: record + 8)
    }
  }

  private mutating func note(nameBehind word: UInt) throws {
    if let name = try ReadableMemory.unbounded.relative(at: word) { try note(name: name) }
  }

  private mutating func note(name: UInt) throws {
    texts.append(name..<name + (try ReadableMemory.unbounded.mangledName(at: name)).length + 1)
  }

  /// The ranges of all words, pointers and names.
  var locations: [Range<UInt>] { words.map { $0..<$0 + 4 } + slots.map { $0..<$0 + 8 } + texts }

  /// Returns the range of a part that these places use, with a small margin.
  func window(of part: Range<UInt>) -> Range<UInt>? {
    let inside = locations.filter { part.contains($0.lowerBound) }
    guard let low = inside.map(\.lowerBound).min(), let high = inside.map(\.upperBound).max() else { return nil }
    return max(low & ~7 - 64, part.lowerBound)..<min((high + 7) & ~7 + 64, part.upperBound)
  }
}
