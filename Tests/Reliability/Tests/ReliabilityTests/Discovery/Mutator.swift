import TestSupport

/// Damages the copy of a specimen's records, and repairs it again.
struct Mutator {
  let specimen: RecordedSpecimen
  let copy: ImageCopy
  private var changed: [(address: UInt, byte: UInt8)] = []

  init(_ specimen: RecordedSpecimen, in copy: ImageCopy) {
    self.specimen = specimen
    self.copy = copy
  }

  /// Makes one to four changes in the memory that the specimen's record refers to.
  mutating func mutate(_ random: inout SplitMix) {
    for _ in 0...(random.chance(50) ? 0 : random.below(4)) {
      switch random.below(10) {
      case 0...1: flipBit(&random)
      case 2...5: changeWord(&random)
      case 6...7: changeSlot(&random)
      default: changeText(&random)
      }
    }
  }

  /// Reverts all changes.
  mutating func mend() {
    for (address, byte) in changed.reversed() { copy.write(byte, at: address) }
    changed = []
  }

  /// Returns a section around the specimen's record: intact, cut short, moved, or of the largest size.
  func section(_ random: inout SplitMix) -> (start: UInt, size: UInt) {
    let record = specimen.record &+ copy.distance
    switch random.below(1000) {
    case 0...899: return (record, 4)
    case 900...939: return (record &- 4 &* UInt(random.below(3)), UInt(random.below(24)))
    case 940...959: return (record &+ UInt(random.below(9)), UInt(random.below(24)))
    case 960...979: return (record, UInt.max - UInt(random.below(64)) &* (record / 32))
    case 980...998: return (address(&random), UInt(random.below(64)))
    default:
      let end = copy.parts.first { $0.contains(record) }?.upperBound ?? record
      return (record, min(end - record, 1 << 14) &+ UInt(random.below(9)))
    }
  }

  // MARK: Changes

  private mutating func flipBit(_ random: inout SplitMix) {
    let address = location(&random)
    if let byte: UInt8 = copy.read(address) { write(byte ^ (1 << random.below(8)), at: address) }
  }

  private mutating func changeWord(_ random: inout SplitMix) {
    let word = random.pick(specimen.words) &+ copy.distance
    guard let old: Int32 = copy.read(word) else { return }
    let new =
      switch random.below(10) {
      case 0: Int32(0)
      case 1: random.pick([1, -1, 2, 3, 4, 0x7f, 0xff, 0xffff, .max, .min, .max - 3, .min + 1] as [Int32])
      case 2: Int32(truncatingIfNeeded: random.next())
      case 3: old &+ Int32(random.below(33)) &- 16
      case 4: old ^ (1 << Int32(random.below(32)))
      // The word refers to an edge of the readable memory, or to another place of the specimen.
      default: Int32(truncatingIfNeeded: Int(bitPattern: address(&random) &- word)) | Int32(random.below(5) / 4)
      }
    write(new, at: word)
  }

  private mutating func changeSlot(_ random: inout SplitMix) {
    guard let slot = specimen.slots.isEmpty ? nil : random.pick(specimen.slots) else { return changeWord(&random) }
    write(random.chance(30) ? UInt(truncatingIfNeeded: random.next()) : address(&random), at: slot &+ copy.distance)
  }

  private mutating func changeText(_ random: inout SplitMix) {
    let text = random.pick(specimen.texts)
    let start = text.lowerBound &+ copy.distance
    switch random.below(4) {
    // The text has no end, or a later one, or an end within a reference.
    case 0:
      let letter = random.pick([0x41, 0x01, 0x02, 0x17, 0x18, 0x1f, 0x7f, 0x80, 0xff] as [UInt8])
      for offset in 0..<UInt(random.below(200)) { write(letter, at: start &+ offset) }
    case 1: write(random.pick([0x41, 0x01, 0x1f] as [UInt8]), at: start &+ UInt(text.count) &- 1)
    case 2: write(UInt8(random.below(0x20)), at: start &+ UInt(random.below(text.count)))
    default: write(UInt8(random.below(256)), at: start &+ UInt(random.below(text.count)))
    }
  }

  private mutating func write<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number, at address: UInt) {
    for offset in 0..<UInt(MemoryLayout<Number>.size) {
      if let byte: UInt8 = copy.read(address &+ offset) { changed.append((address &+ offset, byte)) }
    }
    copy.write(number, at: address)
  }

  // MARK: Places

  /// Returns the address of a byte that the specimen's record refers to.
  private func location(_ random: inout SplitMix) -> UInt {
    switch random.below(3) {
    case 0: random.pick(specimen.words) &+ copy.distance &+ UInt(random.below(4))
    case 1: (specimen.slots.isEmpty ? specimen.record : random.pick(specimen.slots)) &+ copy.distance
    default: random.pick(specimen.texts).lowerBound &+ copy.distance
    }
  }

  /// Returns a target address: at an edge of the readable memory, in the specimen, or anywhere.
  private func address(_ random: inout SplitMix) -> UInt {
    let part = random.pick(copy.parts)
    switch random.below(6) {
    case 0: return part.upperBound &- UInt(random.below(24))
    case 1: return part.upperBound &+ UInt(random.below(64))
    case 2: return part.lowerBound &+ UInt(random.below(24)) &- 12
    case 3: return random.pick(specimen.words) &+ copy.distance
    case 4: return random.pick(specimen.texts).lowerBound &+ copy.distance
    default: return part.lowerBound &+ UInt(random.next() % (1 << UInt64(random.below(40))))
    }
  }
}
