/// An error for memory that is not as the compiler writes it, or that may not be read.
struct Malformed: Error {}

/// The memory that may be read, in parts that stay mapped, such as the segments of an image.
///
/// Discovery reads images only through this type. A read is refused unless all its bytes lie in one part, and until
/// then an address is only a number. So nothing outside is touched, even if an image has wrong contents.
struct ReadableMemory: Sendable {
  /// The parts that are read most, which are those of one image.
  let near: [Range<UInt>]
  /// Finds the part that holds an address outside the near parts, if there is one.
  private let far: @Sendable (UInt) -> Range<UInt>?

  /// Creates a memory of some parts.
  ///
  /// - Parameters:
  ///   - near: Parts that are mapped and stay so, with the most often read part first.
  ///   - far: Finds other such parts.
  init(_ near: [Range<UInt>], far: @escaping @Sendable (UInt) -> Range<UInt>? = { _ in nil }) {
    self.near = near
    self.far = far
  }

  /// All memory, for the metadata of types in use: the runtime has followed the same pointers.
  static let unbounded = ReadableMemory([1..<UInt.max])

  /// Returns the end of the part that holds an address; nil if no part does.
  func end(around address: UInt) -> UInt? {
    // An iterator would retain the array.
    for index in near.indices where near[index].contains(address) { return near[index].upperBound }
    return far(address).flatMap { $0.contains(address) ? $0.upperBound : nil }
  }

  /// Reads a number.
  ///
  /// - Parameter isAligned: True if the number has to be aligned, as the compiler aligns it.
  func load<Number: FixedWidthInteger & BitwiseCopyable>(
    _: Number.Type = Number.self, at address: UInt, isAligned: Bool = true
  ) throws(Malformed) -> Number {
    let size = UInt(MemoryLayout<Number>.size)
    guard !isAligned || address % size == 0, let end = end(around: address), end - address >= size,
      let pointer = UnsafeRawPointer(bitPattern: address)
    else { throw Malformed() }
    // All bytes lie in a mapped part.
    return pointer.loadUnaligned(as: Number.self)
  }

  // MARK: Pointers

  /// Follows a relative pointer: a signed distance of 32 bits from its own address, or zero for nil.
  ///
  /// See `RelativeDirectPointer` in include/swift/Basic/RelativePointer.h.
  @inline(never)
  func relative(at address: UInt, isAligned: Bool = true) throws(Malformed) -> UInt? {
    let distance = try load(Int32.self, at: address, isAligned: isAligned)
    return distance == 0 ? nil : address &+ UInt(bitPattern: Int(distance))
  }

  /// Follows a relative pointer that may lead to the target through another pointer.
  ///
  /// Its lowest bit says so, and is set if the target is in another image (include/swift/Basic/RelativePointer.h,
  /// `RelativeIndirectablePointer`).
  func relativeIndirectable(at address: UInt) throws(Malformed) -> UInt? {
    guard let target = try relative(at: address) else { return nil }
    return target & 1 == 0 ? target : try pointer(at: target & ~1)
  }

  /// Follows an absolute pointer, which may be signed.
  func pointer(at address: UInt) throws(Malformed) -> UInt? {
    let target = UnsafeRawPointer.unsigned(try load(UInt.self, at: address))
    return target == 0 ? nil : target
  }

  // MARK: Texts

  /// Reads a name that ends with a zero byte.
  func text(at address: UInt) throws(Malformed) -> String {
    guard let end = end(around: address), let pointer = UnsafeRawPointer(bitPattern: address) else { throw Malformed() }
    let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(clamping: end - address))
    // The zero is searched up to the end of the part, so the search of `String` ends there at the latest.
    guard bytes.first != 0, bytes.contains(0),
      let text = String(validatingCString: pointer.assumingMemoryBound(to: CChar.self))
    else { throw Malformed() }
    return text
  }

  /// Measures a mangled name, which ends with a zero byte but may contain others.
  ///
  /// A byte from 0x01 to 0x17 is followed by a relative pointer, and one from 0x18 to 0x1F by an absolute pointer
  /// (docs/ABI/Mangling.rst, "Symbolic references"; `makeSymbolicMangledNameStringRef` in
  /// lib/Demangling/Demangler.cpp).
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
