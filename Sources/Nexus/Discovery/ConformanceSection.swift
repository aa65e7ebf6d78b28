/// The section of an image that lists its conformances, as relative pointers to their descriptors.
///
/// See `TargetProtocolConformanceRecord` in include/swift/ABI/Metadata.h. A record is skipped if it is not as the
/// compiler writes it, or if it leads out of the readable memory. The result is only as good as the image: a descriptor
/// with the name of another type, for example, looks like a right one.
struct ConformanceSection: Sendable {
  let addresses: Range<UInt>
  let memory: ReadableMemory

  /// Creates a section; nil if the section is empty or does not lie in readable memory.
  init?(start: UInt, size: UInt, in memory: ReadableMemory) {
    guard size > 0, let end = memory.end(around: start), size <= end - start else { return nil }
    addresses = start..<start + size
    self.memory = memory
  }

  /// Calls a closure with each conformance to a protocol that another closure has a mark for, given the address of its
  /// descriptor.
  @inline(__always)
  func forEachConformance<Mark>(markedBy mark: (_ protocol: UInt) -> Mark?, _ body: (Mark, Conformance) -> Void) {
    let size = UInt(MemoryLayout<Int32>.size)
    var (record, end) = (addresses.lowerBound, addresses.upperBound)
    while end - record >= size {
      if let (address, found) = try? conformance(at: record), let mark = mark(found),
        let conformance = try? Conformance(at: address, in: memory)
      {
        body(mark, conformance)
      }
      record += size
    }
  }

  /// Returns the addresses of the conformance descriptor of a record and of its protocol's descriptor, if there are
  /// any.
  ///
  /// Never inlined: inside the loop, the parts of the memory would be retained and released for each record.
  @inline(never)
  private func conformance(at record: UInt) throws(Malformed) -> (UInt, protocol: UInt)? {
    // A record that the linker has emptied is zero, and so is the padding between the records of two files.
    guard let address = try memory.relative(at: record), let found = try memory.relativeIndirectable(at: address) else {
      return nil
    }
    return (address, found)
  }
}

// MARK: - Conformance

/// A conformance descriptor: four words of 32 bits for the protocol, the type, the witness table and the flags.
///
/// The word for the protocol and the word for the witness table are pointers (include/swift/ABI/Metadata.h,
/// `TargetProtocolConformanceDescriptor`).
final class Conformance {
  /// True if the type is generic. The record does not say with which arguments it conforms.
  let isGeneric: Bool
  private let find: () -> Any.Type?
  /// The name of the type, qualified with its module.
  let name: String
  /// The module that declares the conformance, usually that of the type.
  let module: String

  convenience init(at address: UInt, in memory: ReadableMemory) throws(Malformed) {
    let flags: UInt32 = try memory.load(at: address &+ 12)
    // If both the type and the protocol are of other modules, a pointer to the module that declares the conformance
    // follows (include/swift/ABI/MetadataValues.h, `ConformanceFlags::IsRetroactiveMask`).
    var module: String?
    if flags & (1 << 6) != 0, let context = try memory.relativeIndirectable(at: address &+ 16) {
      module = try ContextDescriptor(at: context, in: memory).path.last?.ownName
    }
    guard let reference = try memory.relative(at: address &+ 4) else { throw Malformed() }

    // The kind of the reference to the type (include/swift/ABI/MetadataValues.h,
    // `ConformanceFlags::TypeMetadataKindMask` and `TypeReferenceKind`). An Objective-C class is referred to by its
    // name, or through a pointer. The pointer is null if the class belongs to a newer system than this one.
    switch flags >> 3 & 0b111 {
    case 0:
      try self.init(of: ContextDescriptor(at: reference, in: memory), in: module)
    case 1:
      guard let target = try memory.pointer(at: reference) else { throw Malformed() }
      try self.init(of: ContextDescriptor(at: target, in: memory), in: module)
    case 2:
      try self.init(of: Images.objectiveCClass(named: memory.text(at: reference)), in: module)
    case 3:
      guard let target = try memory.pointer(at: reference), memory.end(around: target) != nil else { throw Malformed() }
      try self.init(of: Images.objectiveCClass(at: target), in: module)
    default:
      throw Malformed()
    }
  }

  private init(of type: ContextDescriptor, in module: String?) throws(Malformed) {
    guard type.isType else { throw Malformed() }
    let path = try type.path
    name = try path.qualifiedName
    let ownModule = try path.last?.ownName
    self.module = module ?? ownModule ?? ""
    // The name comes from the field descriptor. The access function in the type's own descriptor would find the type as
    // well, but no declaration in Swift describes its calling convention.
    let mangledName = type.isGeneric ? nil : try type.fields?.typeName(of: type)
    isGeneric = type.isGeneric
    find = { mangledName?.type() }
  }

  private init(of type: AnyClass?, in module: String?) throws(Malformed) {
    guard let type else { throw Malformed() }
    isGeneric = false
    find = { type }
    name = String(describing: type)
    self.module = module ?? ""
  }

  /// The type that conforms to the protocol; nil if it is generic, or if the runtime cannot find it, as without
  /// reflection metadata.
  ///
  /// From here on the image is trusted: the runtime calls the function that makes the type's metadata, as it does for
  /// each `as?` that reaches the same record.
  var type: Any.Type? { find() }
}
