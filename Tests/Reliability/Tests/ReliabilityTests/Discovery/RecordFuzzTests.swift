import Foundation
import NexusFixtures
import TestSupport
import Testing

@testable import Nexus

@Suite("The reader of conformance records", .onDemand)
struct RecordFuzzTests {
  @Test func `the record reader finds every specimen, its names and its fields in a copy of the records`() throws {
    let (specimens, parts, descriptor) = try RecordedSpecimen.all()
    let names = try specimens.map { specimen in
      let copy = try #require(ImageCopy(of: specimen, in: parts, cut: .none))
      let found = try #require(
        RecordFuzz.conformances((specimen.record &+ copy.distance, 4), of: descriptor, in: copy).first)
      let record = try #require(
        try ConformanceRecords.all(of: (any Specimen).self).first { $0.name == found.name })
      #expect(record.module == found.module && record.isGeneric == found.isGeneric)
      #expect(RecordFuzz.fields(of: specimen.type &+ copy.distance, in: ReadableMemory(copy.parts)) != nil)
      return found.name
    }
    #expect(
      names.sorted() == [
        "NexusFixtures.Garden", "ReliabilityTests.Cabinet.Bee", "ReliabilityTests.Cabinet.Beetle",
        "ReliabilityTests.Cabinet.Jar", "ReliabilityTests.Cabinet.Jar.Lid", "ReliabilityTests.Cabinet.Leaf",
        "ReliabilityTests.Cabinet.Shell", "ReliabilityTests.Garden.Gate", "ReliabilityTests.Hidden",
        "ReliabilityTests.Local", "ReliabilityTests.String.Footnote", "__C.timespec",
      ])
    let beetle = try #require(names.firstIndex { $0.hasSuffix("Beetle") })
    #expect(RecordFuzz.fields(of: specimens[beetle].type, in: ReadableMemory(parts)) == ["legs", "name", "next"])
  }

  @Test func `the record reader never reads outside its bounds in mutated records`() async {
    print("\(RecordFuzz.rounds * 500) mutated inputs, with ASTROJECT_SEED=\(SplitMix.seed)")
    await #expect(processExitsWith: .success) { try RecordFuzz().run(inputs: 500) }
  }

  @Test func `reading mutated records without bounds checks crashes the process`() async {
    // A sanitizer reports the access, and ends the process itself.
    await #expect(processExitsWith: isSanitized ? .failure : .signal(SIGSEGV)) {
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), [rlimit()])
      try RecordFuzz(isChecked: false).run(inputs: 500)
    }
  }
}

/// Feeds mutated records to the reader.
///
/// A seed repeats the changes, except for the addresses, which the system chooses.
struct RecordFuzz {
  /// The result of an input.
  private struct Reading: Equatable {
    let conformances: [String]
    /// Nil if the fields may not be read.
    let fields: [String]?
  }

  /// True if the reader knows the bounds of the readable memory.
  var isChecked = true

  /// The number of copies to mutate, smaller in slow builds.
  static var rounds: Int {
    #if DEBUG
      10
    #else
      400
    #endif
  }

  func run(inputs: Int) throws {
    let rounds = RecordFuzz.rounds
    var random = SplitMix(SplitMix.seed)
    let (specimens, parts, descriptor) = try RecordedSpecimen.all()
    var (found, refused, changed) = (0, 0, 0)
    for _ in 0..<rounds {
      let specimen = random.pick(specimens)
      var edge = random.pick(specimen.words + specimen.texts.map(\.lowerBound)) + 4 * UInt(random.below(3))
      // A page begins at the edge. Pointers are not aligned if the edge is not a multiple of eight.
      edge &= random.chance(80) ? ~7 : ~3
      let cut = random.pick([ImageCopy.Cut.none, .endingAt(edge), .beginningAt(edge)])
      guard let copy = ImageCopy(of: specimen, in: parts, cut: cut) else {
        throw Malformed()
      }
      let memory = isChecked ? ReadableMemory(copy.parts) : .unbounded
      let right = read((specimen.record &+ copy.distance, 4), specimen, of: descriptor, in: copy, memory)
      if case .none = cut, right.conformances.isEmpty { Issue.record("A specimen is not found in an intact copy.") }
      var mutator = Mutator(specimen, in: copy)
      for _ in 0..<inputs {
        mutator.mutate(&random)
        let now = read(mutator.section(&random), specimen, of: descriptor, in: copy, memory)
        if now.conformances.isEmpty { refused += 1 } else { found += 1 }
        if now != right { changed += 1 }
        mutator.mend()
      }
      let mended = read((specimen.record &+ copy.distance, 4), specimen, of: descriptor, in: copy, memory)
      if mended != right { Issue.record("A change was not reverted, with ASTROJECT_SEED=\(SplitMix.seed)") }
    }
    print("\(found) inputs found something, \(refused) nothing; \(changed) differed from the intact copy.")
    // The changes must have an effect, and must not stop the reader too early.
    let all = rounds * inputs
    if found < all / 10 || refused < all / 10 || changed < all / 4 {
      Issue.record("\(found) found, \(refused) refused, \(changed) changed, with ASTROJECT_SEED=\(SplitMix.seed)")
    }
  }

  /// Reads a section, and the fields of the specimen's type.
  private func read(
    _ section: (start: UInt, size: UInt), _ specimen: RecordedSpecimen, of descriptor: UInt, in copy: ImageCopy,
    _ memory: ReadableMemory
  ) -> Reading {
    let names = RecordFuzz.conformances(section, of: descriptor, in: copy, memory).map { "\($0.name), \($0.module)" }
    let fields = RecordFuzz.fields(of: specimen.type &+ copy.distance, in: memory)
    return Reading(conformances: names, fields: fields)
  }

  /// Returns the conformances to a protocol, whose descriptor may be copied.
  static func conformances(
    _ section: (start: UInt, size: UInt), of descriptor: UInt, in copy: ImageCopy, _ memory: ReadableMemory? = nil
  ) -> [Conformance] {
    var conformances: [Conformance] = []
    ConformanceSection(start: section.start, size: section.size, in: memory ?? ReadableMemory(copy.parts))?
      .forEachConformance(markedBy: { $0 == descriptor || $0 == descriptor &+ copy.distance ? 0 : nil }) {
        conformances.append($1)
      }
    return conformances
  }

  /// Returns the names of the stored fields of a type; nil if they may not be read.
  static func fields(of type: UInt, in memory: ReadableMemory) -> [String]? {
    guard let descriptor = try? ContextDescriptor(at: type, in: memory) else { return nil }
    guard let records = try? descriptor.fields?.records else { return nil }
    return records.map(\.name)
  }
}
