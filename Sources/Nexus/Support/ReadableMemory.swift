/// What was read is not what the compiler writes, or does not lie where it may be read.
struct Malformed: Error {}

/// The memory that may be read: parts of it that stay mapped, such as the segments of an image.
///
/// All that discovery reads of an image is read through this. A read is refused unless all its bytes lie in one part,
/// and an address is only a number until then: whatever an image says, nothing outside is touched.
struct ReadableMemory: Sendable {
  /// The parts that are read most, those of one image.
  let near: [Range<UInt>]
  /// Finds the part, if there is one, that holds an address which is not near.
  private let far: @Sendable (UInt) -> Range<UInt>?

  /// - Parameters:
  ///   - near: Parts that are mapped, and stay so. What is most often read comes first.
  ///   - far: Finds other such parts.
  init(_ near: [Range<UInt>], far: @escaping @Sendable (UInt) -> Range<UInt>? = { _ in nil }) {
    self.near = near
    self.far = far
  }

  /// All memory, for what a type in use leads to: the runtime has followed the same pointers.
  static let unbounded = ReadableMemory([1..<UInt.max])

  /// Where the part ends that holds an address; nil if none does.
  func end(around address: UInt) -> UInt? {
    // Not by an iterator, which would keep the array.
    for index in near.indices where near[index].contains(address) { return near[index].upperBound }
    return far(address).flatMap { $0.contains(address) ? $0.upperBound : nil }
  }

  /// Reads a number; where the compiler aligns it, it has to be aligned.
  func load<Number: FixedWidthInteger & BitwiseCopyable>(
    _: Number.Type = Number.self, at address: UInt, isAligned: Bool = true
  ) throws(Malformed) -> Number {
    let size = UInt(MemoryLayout<Number>.size)
    guard !isAligned || address % size == 0, let end = end(around: address), end - address >= size,
      let pointer = UnsafeRawPointer(bitPattern: address)
    else { throw Malformed() }
    // All bytes lie in a part that is mapped.
    return pointer.loadUnaligned(as: Number.self)
  }

  // MARK: Pointers

  /// Follows a relative pointer: a signed distance of 32 bits from where it lies itself, or zero for nil
  /// (include/swift/Basic/RelativePointer.h, `RelativeDirectPointer`).
  func relative(at address: UInt, isAligned: Bool = true) throws(Malformed) -> UInt? {
    let distance = try load(Int32.self, at: address, isAligned: isAligned)
    return distance == 0 ? nil : address &+ UInt(bitPattern: Int(distance))
  }

  /// Follows a relative pointer whose lowest bit says that it leads to a pointer and not yet to what is meant: so it is
  /// where that is in another image (include/swift/Basic/RelativePointer.h, `RelativeIndirectablePointer`).
  func relativeIndirectable(at address: UInt) throws(Malformed) -> UInt? {
    guard let target = try relative(at: address) else { return nil }
    return target & 1 == 0 ? target : try pointer(at: target & ~1)
  }

  /// Follows an ordinary pointer, which may be signed.
  func pointer(at address: UInt) throws(Malformed) -> UInt? {
    let target = UnsafeRawPointer.unsigned(try load(UInt.self, at: address))
    return target == 0 ? nil : target
  }

  // MARK: Texts

  /// Reads a name that ends with a zero.
  func text(at address: UInt) throws(Malformed) -> String {
    guard let end = end(around: address), let pointer = UnsafeRawPointer(bitPattern: address) else { throw Malformed() }
    let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(clamping: end - address))
    // The zero is looked for up to the end of the part, so that the string's own search ends there at the latest.
    guard bytes.first != 0, bytes.contains(0),
      let text = String(validatingCString: pointer.assumingMemoryBound(to: CChar.self))
    else { throw Malformed() }
    return text
  }

  /// Measures a mangled name, which ends with a zero but may have zeros inside: a byte from 0x01 to 0x17 is followed by
  /// a relative pointer, one from 0x18 to 0x1F by an absolute one (docs/ABI/Mangling.rst, "Symbolic references";
  /// `makeSymbolicMangledNameStringRef` in lib/Demangling/Demangler.cpp).
  func mangledName(at address: UInt) throws(Malformed) -> MangledName {
    guard let end = end(around: address) else { throw Malformed() }
    var next = address
    while next < end {
      switch try load(UInt8.self, at: next) {
      case 0: return MangledName(address: address, length: next - address, memory: self)
      case 0x01...0x17: next &+= 1 + 4
      case 0x18...0x1F: next &+= 1 + UInt(MemoryLayout<UInt>.size)
      default: next &+= 1
      }
    }
    throw Malformed()
  }
}
