import Testing

@testable import Nexus

struct MalformedRecordTests {
  /// Calls a closure with 32-bit words in memory, and with a `ReadableMemory` of exactly these words.
  private func reading(_ words: [Int32], _ body: (UInt, ReadableMemory) throws -> Void) throws {
    try words.withUnsafeBytes { bytes in
      let start = UInt(bitPattern: bytes.baseAddress)
      try body(start, ReadableMemory([start..<start + UInt(bytes.count)]))
    }
  }

  @Test func `a number is read from a record only if it is aligned and readable`() throws {
    try reading([1, 2, 3]) { start, memory in
      let last: Int32 = try memory.load(at: start + 8)
      #expect(last == 3)
      for address in [start - 4, start + 1, start + 2, start + 12, 0, UInt.max - 3, UInt.max] {
        #expect(throws: Malformed.self) { try memory.load(Int32.self, at: address) }
      }
      #expect(throws: Malformed.self) { try memory.load(UInt64.self, at: (start + 8) & ~7 + 8) }
    }
  }

  @Test func `reading through a relative pointer that leads outside readable memory throws`() throws {
    try reading([.max, .min, 0, 1]) { start, memory in
      let ahead = try #require(try memory.relative(at: start))
      #expect(throws: Malformed.self) { try memory.load(Int32.self, at: ahead) }
      let back = try #require(try memory.relative(at: start + 4))
      #expect(throws: Malformed.self) { try memory.load(Int32.self, at: back) }
      let null = try memory.relative(at: start + 8)
      #expect(null == nil)
      #expect(throws: Malformed.self) { try memory.relativeIndirectable(at: start + 12) }
    }
  }

  @Test func `a record's name is rejected if empty, not UTF-8 or not ended in readable memory`() throws {
    // The letters are "abcd". The zero that ends the name is there, is missing, or belongs to a symbolic reference.
    let letters: Int32 = 0x6463_6261
    try reading([letters, 0]) { start, memory in
      let (text, name) = (try memory.text(at: start), try memory.mangledName(at: start))
      #expect(text == "abcd" && name.length == 4)
    }
    for words in [[letters, letters], [0x00ff_fefd], [0]] {
      try reading(words) { start, memory in #expect(throws: Malformed.self) { try memory.text(at: start) } }
    }
    for (words, place) in [([letters, letters], 0), ([0x0164_6261, 0], 3)] as [([Int32], UInt)] {
      try reading(words) { start, memory in
        #expect(throws: Malformed.self) { try memory.mangledName(at: start + place) }
      }
    }
  }

  @Test func `a conformance section that is empty or exceeds readable memory is rejected`() throws {
    try reading([0, 0]) { start, memory in
      #expect(ConformanceSection(start: start, size: 8, in: memory) != nil)
      for size in [0, 9, UInt.max, UInt.max - start + 1] {
        #expect(ConformanceSection(start: start, size: size, in: memory) == nil)
      }
      #expect(ConformanceSection(start: start - 4, size: 4, in: memory) == nil)
    }
  }

  @Test func `a context whose parents form a loop or do not end in a module is rejected`() throws {
    try reading([17, -4, 0, 0, 0, 17, 0, 0, 0, 0]) { start, memory in
      let loop = try ContextDescriptor(at: start, in: memory)
      #expect(throws: Malformed.self) { try loop.path }
      let outside = try ContextDescriptor(at: start + 20, in: memory)
      #expect(throws: Malformed.self) { try outside.path }
    }
  }

  @Test func `field records that are too small or exceed readable memory are rejected`() throws {
    for size in [0, 8, 12, 0x7fff] as [Int32] {
      try reading([0, 0, size << 16, -1, 0, 0, 0]) { start, memory in
        #expect(throws: Malformed.self) { try FieldDescriptor(address: start, memory: memory).records }
      }
    }
  }
}
