/// The part of an image that lists its conformances: relative pointers to their descriptors
/// (include/swift/ABI/Metadata.h, `TargetProtocolConformanceRecord`).
///
/// A record that is not as the compiler writes it, or leads out of the memory that may be read, is passed over. What
/// comes out is as good as its image: a descriptor with other types' names, say, cannot be told from a right one.
struct ConformanceSection: Sendable {
  let addresses: Range<UInt>
  let memory: ReadableMemory

  /// Nil if there is no section, or if it does not lie where it may be read.
  init?(start: UInt, size: UInt, in memory: ReadableMemory) {
    guard size > 0, let end = memory.end(around: start), size <= end - start else { return nil }
    addresses = start..<start + size
    self.memory = memory
  }

  /// Calls a closure with each conformance to one of the protocols whose descriptors are given.
  func forEachConformance<Mark>(to protocols: [UInt: Mark], _ body: (Mark, Conformance) -> Void) {
    // Most records are of other protocols, and a comparison is faster than a look into the table.
    guard let first = protocols.keys.min(), let last = protocols.keys.max() else { return }
    forEachRecord { address, found in
      if first...last ~= found, let mark = protocols[found], let conformance = try? Conformance(at: address, in: memory)
      {
        body(mark, conformance)
      }
    }
  }

  /// Calls a closure with each conformance, whatever protocol it is to.
  func forEachConformance(_ body: (Conformance) -> Void) {
    forEachRecord { address, _ in
      if let conformance = try? Conformance(at: address, in: memory) { body(conformance) }
    }
  }

  /// Calls a closure with the addresses of each conformance descriptor and of its protocol's.
  @inline(__always)
  private func forEachRecord(_ body: (UInt, _ protocol: UInt) -> Void) {
    let size = UInt(MemoryLayout<Int32>.size)
    var (record, end) = (addresses.lowerBound, addresses.upperBound)
    while end - record >= size {
      if let (address, found) = try? conformance(at: record) { body(address, found) }
      record += size
    }
  }

  /// The addresses of the conformance descriptor that a record leads to, and of the protocol's.
  ///
  /// Never inlined: within the loop, the parts of the memory would be retained and released for each record.
  @inline(never)
  private func conformance(at record: UInt) throws(Malformed) -> (UInt, protocol: UInt)? {
    // A record that the linker has emptied is zero, and so is the space between those of two files.
    guard let address = try memory.relative(at: record), let found = try memory.relativeIndirectable(at: address) else {
      return nil
    }
    return (address, found)
  }
}

// MARK: - Conformance

/// The contents of a conformance descriptor: four words of 32 bits, which are a pointer to the protocol, the type, a
/// pointer to the witness table, and flags (include/swift/ABI/Metadata.h, `TargetProtocolConformanceDescriptor`).
struct Conformance {
  /// What adopts the protocol.
  enum Adopter {
    case generic
    /// A type by what the runtime finds it by, which is not there if its module was compiled without reflection
    /// metadata.
    case named(MangledName?)
    /// A class that Objective-C has compiled, and that adopts the protocol in an extension.
    case objectiveC(AnyClass)
  }

  let adopter: Adopter
  /// The name with its module.
  let name: String
  /// The module where the type adopts the protocol: most often its own.
  let module: String

  init(at address: UInt, in memory: ReadableMemory) throws(Malformed) {
    let flags: UInt32 = try memory.load(at: address &+ 12)
    // If the type is of another module, and the protocol too, a pointer to the adopting module follows
    // (include/swift/ABI/MetadataValues.h, `ConformanceFlags::IsRetroactiveMask`).
    var module: String?
    if flags & (1 << 6) != 0, let context = try memory.relativeIndirectable(at: address &+ 16) {
      module = try ContextDescriptor(at: context, in: memory).path.last?.ownName
    }
    guard let reference = try memory.relative(at: address &+ 4) else { throw Malformed() }

    // How the type is referred to (include/swift/ABI/MetadataValues.h, `ConformanceFlags::TypeMetadataKindMask` and
    // `TypeReferenceKind`). A class of Objective-C is by its name, or through a pointer, which is null if the class is
    // of a newer system than this.
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
    // The name in the field descriptor, rather than the access function in the type's own, as that would have to be
    // called in a way that no declaration in Swift describes.
    adopter = type.isGeneric ? .generic : .named(try type.fields?.typeName(of: type))
  }

  private init(of type: AnyClass?, in module: String?) throws(Malformed) {
    guard let type else { throw Malformed() }
    adopter = .objectiveC(type)
    name = String(describing: type)
    self.module = module ?? ""
  }
}

extension Conformance.Adopter {
  var isGeneric: Bool { if case .generic = self { true } else { false } }

  /// The type; nil if it is generic, or cannot be told.
  ///
  /// From here on the image is trusted: the runtime calls the function that makes the type's metadata, as it does for
  /// each `as?` that comes to the same record.
  var type: Any.Type? {
    switch self {
    case .generic: nil
    case .named(let name): name?.type()
    case .objectiveC(let type): type
    }
  }
}
