import Foundation

/// A copy of the memory that a specimen's record refers to. The distances between its parts are those of the original.
/// The system stops a reader that touches memory outside of the parts.
final class ImageCopy {
  /// A page that is removed: directly after the last byte of the rest, or before its first byte.
  enum Cut {
    case none
    case endingAt(UInt)
    case beginningAt(UInt)

    /// Returns the rest of a part.
    fileprivate func parts(of original: Range<UInt>, _ page: UInt) -> [Range<UInt>] {
      let hole: Range<UInt>
      switch self {
      case .endingAt(let edge) where original.contains(edge): hole = edge..<edge + page
      case .beginningAt(let edge) where original.contains(edge): hole = edge - page..<edge
      default: return [original]
      }
      return [
        original.lowerBound..<max(original.lowerBound, hole.lowerBound),
        min(original.upperBound, hole.upperBound)..<original.upperBound,
      ]
    }
  }

  /// The difference between the addresses of the copy and the original, which may wrap around.
  let distance: UInt
  /// The copied parts.
  let parts: [Range<UInt>]
  private let mapping: UnsafeMutableRawPointer
  private let size: Int

  /// - Parameters:
  ///   - specimen: The specimen to copy. Its pointers into the parts are changed to point into the copies.
  ///   - image: The parts of the specimen's image.
  init?(of specimen: RecordedSpecimen, in image: [Range<UInt>], cut: Cut) {
    let originals = image.compactMap(specimen.window)
    let page = UInt(getpagesize())
    guard let low = originals.map(\.lowerBound).min(), let high = originals.map(\.upperBound).max() else { return nil }
    size = Int((high - low + 4 * page) & ~(page - 1))
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let mapping = mmap(nil, size, PROT_NONE, flags, -1, 0), mapping != MAP_FAILED else { return nil }
    self.mapping = mapping

    let edge =
      switch cut {
      case .none: low & ~7
      case .endingAt(let edge), .beginningAt(let edge): edge
      }
    let first = UInt(bitPattern: mapping) + page
    distance = first &- low &+ (0 &- (first &- low &+ edge)) & (page - 1)

    var parts: [Range<UInt>] = []
    for kept in originals.flatMap({ cut.parts(of: $0, page) }) where !kept.isEmpty {
      let part = kept.lowerBound &+ distance..<kept.upperBound &+ distance
      let pages = part.lowerBound & ~(page - 1)..<(part.upperBound + page - 1) & ~(page - 1)
      guard let location = UnsafeMutableRawPointer(bitPattern: pages.lowerBound),
        mprotect(location, pages.count, PROT_READ | PROT_WRITE) == 0
      else { return nil }
      // The bytes between the copied places do not end a name.
      memset(location, 0x41, pages.count)
      parts.append(part)
    }
    self.parts = parts
    for address in specimen.locations.joined() {
      if let byte = UnsafePointer<UInt8>(bitPattern: address)?.pointee { write(byte, at: address &+ distance) }
    }
    for slot in specimen.slots {
      guard let target: UInt = read(slot &+ distance), originals.contains(where: { $0.contains(target) }) else {
        continue
      }
      write(target &+ distance, at: slot &+ distance)
    }
  }

  deinit { munmap(mapping, size) }

  /// Reads a number in one of the parts.
  func read<Number: FixedWidthInteger & BitwiseCopyable>(_ address: UInt) -> Number? {
    bytes(at: address, MemoryLayout<Number>.size)?.loadUnaligned(as: Number.self)
  }

  /// Writes a number if it fits into one of the parts.
  func write<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number, at address: UInt) {
    bytes(at: address, MemoryLayout<Number>.size)?.storeBytes(of: number, as: Number.self)
  }

  private func bytes(at address: UInt, _ count: Int) -> UnsafeMutableRawPointer? {
    parts.contains { $0.contains(address) && $0.upperBound - address >= UInt(count) }
      ? UnsafeMutableRawPointer(bitPattern: address) : nil
  }
}
