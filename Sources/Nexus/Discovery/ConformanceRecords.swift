import Astroject

#if canImport(Darwin)
  import MachO
  import ObjectiveC
#endif

/// The records of all types in the loaded images that adopt a protocol.
///
/// The compiler writes one down for each type and protocol, for `as?` to find. This file and `RuntimeMetadata.swift` are
/// all the unsafe code that reads them; each fact is followed by the file of the Swift repository that states it.
enum ConformanceRecords {
  /// One type that adopts the protocol.
  struct Record {
    /// The type; nil if it is generic, or cannot be told.
    let type: Any.Type?
    let isGeneric: Bool
    /// The name with its module.
    let name: String
    /// The module where the type adopts the protocol: most often its own.
    let module: String
  }

  /// Finds the types that adopt a protocol: not those that inherit it from a superclass, which have no record.
  ///
  /// - Parameter existential: `(any P).self`, for a protocol that Swift has compiled.
  /// - Throws: ``Discovery/Error/unsupportedPlatform`` where the records cannot be found.
  static func all(of existential: Any.Type) throws -> [Record] {
    guard protocolDescriptor(of: existential) != nil else { throw Discovery.Error.unsupportedPlatform }
    return try all(of: [existential])[ObjectIdentifier(existential)] ?? []
  }

  /// Finds the types that adopt some protocols, in one go; those that are composed, or have constraints, are left out.
  static func all(of existentials: [Any.Type]) throws -> [ObjectIdentifier: [Record]] {
    var wanted: [UnsafeRawPointer: ObjectIdentifier] = [:]
    for existential in existentials {
      if let descriptor = protocolDescriptor(of: existential) { wanted[descriptor] = ObjectIdentifier(existential) }
    }
    var records: [ObjectIdentifier: [Record]] = [:]
    for section in try sections() {
      section.forEachDescriptor { address in
        guard let descriptor = address.relativeIndirectable, let existential = wanted[descriptor] else { return }
        if let record = record(at: address) { records[existential, default: []].append(record) }
      }
    }
    return records
  }

  // MARK: Reading

  /// The descriptor of a protocol. The metadata of an existential type is its kind, 32 bits of flags, the number of
  /// protocols in 32 bits, and pointers to their descriptors, which are not signed (include/swift/ABI/Metadata.h,
  /// `TargetExistentialTypeMetadata`; include/swift/ABI/MetadataRef.h, `TargetProtocolDescriptorRef`). `SendableMetatype`,
  /// a marker, is not among them.
  private static func protocolDescriptor(of existential: Any.Type) -> UnsafeRawPointer? {
    let word = MemoryLayout<UInt>.size
    let metadata = unsafeBitCast(existential, to: UnsafeRawPointer.self)
    // include/swift/ABI/MetadataKind.def, `Existential`.
    guard metadata.loadUnaligned(as: UInt.self) == 0x303,
      metadata.loadUnaligned(fromByteOffset: word + 4, as: UInt32.self) == 1
    else { return nil }
    return (metadata + word + 8).pointer
  }

  /// Reads a conformance descriptor: four words of 32 bits, which are a pointer to the protocol, the type, a pointer to
  /// the witness table, and flags (include/swift/ABI/Metadata.h, `TargetProtocolConformanceDescriptor`).
  private static func record(at address: UnsafeRawPointer) -> Record? {
    let flags = address.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
    let reference = address + 4
    // If the type is of another module, and the protocol too, a pointer to the adopting module follows
    // (include/swift/ABI/MetadataValues.h, `ConformanceFlags::IsRetroactiveMask`).
    let adopter = flags & (1 << 6) == 0 ? nil : (address + 16).relativeIndirectable.map(ContextDescriptor.init)

    // How the type is referred to (include/swift/ABI/MetadataValues.h, `ConformanceFlags::TypeMetadataKindMask` and
    // `TypeReferenceKind`).
    switch flags >> 3 & 0b111 {
    case 0: return reference.relative.flatMap { record(ofTypeAt: $0, adoptingIn: adopter) }
    case 1: return reference.relative?.pointer.flatMap { record(ofTypeAt: $0, adoptingIn: adopter) }
    case 2: return reference.relative.flatMap { record(ofClass: objectiveCClass(named: $0), adoptingIn: adopter) }
    case 3: return reference.relative.flatMap { record(ofClass: objectiveCClass(behind: $0), adoptingIn: adopter) }
    default: return nil
    }
  }

  private static func record(ofTypeAt address: UnsafeRawPointer, adoptingIn adopter: ContextDescriptor?) -> Record? {
    let descriptor = ContextDescriptor(address: address)
    guard descriptor.isType else { return nil }
    return Record(
      // The name in the field descriptor, rather than the access function in the type's own, as that would have to be
      // called in a way that no declaration in Swift describes.
      type: descriptor.isGeneric ? nil : descriptor.fields?.type, isGeneric: descriptor.isGeneric,
      name: descriptor.qualifiedName, module: (adopter ?? descriptor).module)
  }

  private static func record(ofClass type: AnyClass?, adoptingIn adopter: ContextDescriptor?) -> Record? {
    guard let type else { return nil }
    let name = String(describing: type)
    return Record(type: type, isGeneric: false, name: name, module: adopter?.module ?? "")
  }

  // MARK: Objective-C

  // A class that Objective-C has compiled, and that adopts the protocol in an extension, is referred to by its name or
  // through a pointer, which is null if the class is of a newer system than this (`TypeReferenceKind`:
  // `DirectObjCClassName`, `IndirectObjCClass`).

  private static func objectiveCClass(named name: UnsafeRawPointer) -> AnyClass? {
    #if canImport(Darwin)
      objc_lookUpClass(name.assumingMemoryBound(to: CChar.self))
    #else
      nil
    #endif
  }

  private static func objectiveCClass(behind reference: UnsafeRawPointer) -> AnyClass? {
    #if canImport(Darwin)
      // Looked up by its name again: as a value, such a class has metadata that the runtime makes for Swift
      // (include/swift/ABI/Metadata.h, `TargetObjCClassWrapperMetadata`), and this is only the class itself.
      reference.pointer.flatMap { objc_lookUpClass(class_getName(unsafeBitCast($0, to: AnyClass.self))) }
    #else
      nil
    #endif
  }
}

// MARK: - Sections

/// The part of an image that lists its conformances: relative pointers to their descriptors
/// (include/swift/ABI/Metadata.h, `TargetProtocolConformanceRecord`).
private struct Section: Sendable {
  private let addresses: Range<UInt>

  init?(start: UInt, size: UInt) {
    guard start != 0, size != 0 else { return nil }
    addresses = start..<start + size
  }

  /// Calls a closure with each descriptor. A record that the linker has emptied is zero, and so is the space between
  /// those of two files.
  func forEachDescriptor(_ body: (UnsafeRawPointer) -> Void) {
    var record = addresses.lowerBound
    while record < addresses.upperBound {
      if let descriptor = UnsafeRawPointer(bitPattern: record)?.relative { body(descriptor) }
      record += UInt(MemoryLayout<Int32>.size)
    }
  }
}

#if canImport(Darwin)
  /// The images that Swift code of this process is in, kept by the dynamic linker's own call for each that it loads.
  private enum Images {
    /// Whoever holds this lock must not call the dynamic linker, which holds a lock of its own while it calls `note`.
    static let sections = Lock<[Section]>([])

    /// Called at once for every image that is loaded, and later for each that comes, on whatever thread loads it; it
    /// cannot be taken back (mach-o/dyld.h). To count images instead would not do, as another thread may load one
    /// meanwhile. Like the runtime, which holds such pointers for good, this relies on it that an image with Swift code
    /// is not unloaded (stdlib/public/runtime/ImageInspectionMachO.cpp).
    static let watch: Void = {
      // Made before the linker's lock is held.
      sections.withLock { _ in }
      _dyld_register_func_for_add_image { header, _ in Images.note(header) }
    }()

    private static func note(_ header: UnsafePointer<mach_header>?) {
      // The system's own images lie in a cache (`MH_DYLIB_IN_CACHE`, mach-o/loader.h). None adopts a protocol of this
      // package, and to read them all would be slow.
      guard let header, header.pointee.flags & 0x8000_0000 == 0 else { return }
      #if arch(arm64_32) || arch(arm) || arch(i386)
        let image = header
      #else
        let image = UnsafeRawPointer(header).assumingMemoryBound(to: mach_header_64.self)
      #endif
      var size: UInt = 0
      // The names: lib/IRGen/GenDecl.cpp and include/swift/ABI/ObjectFile.h, `SwiftObjectFileFormatMachO`.
      guard let start = getsectiondata(image, "__TEXT", "__swift5_proto", &size),
        let section = Section(start: UInt(bitPattern: start), size: size)
      else { return }
      sections.withLock { $0.append(section) }
    }
  }

  extension ConformanceRecords {
    private static func sections() throws -> [Section] {
      Images.watch
      return Images.sections.withLock { $0 }
    }
  }
#elseif os(Linux) || os(Android) || os(FreeBSD)
  // A function of the runtime, written in C++ with the convention of C (stdlib/public/runtime/ImageInspectionCommon.cpp);
  // the standard library does not declare it, so this is its only declaration. The name is given to the linker, and not
  // to `dlsym` at run time, which finds nothing in a program that has the runtime linked statically. Swift passes two
  // pointers as C does on the processors of these platforms, and the Swift repository's own test of the function
  // declares it so; how it calls back is said by `@convention(c)`.
  //
  // It calls `body` for each image, on this thread and with no lock held, until that returns false.
  @_silgen_name("swift_enumerateAllMetadataSections")
  private func enumerateAllMetadataSections(
    _ body: @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?) -> Bool, _ context: UnsafeMutableRawPointer?)

  extension ConformanceRecords {
    private static func sections() throws -> [Section] {
      var sections: [Section] = []
      withUnsafeMutablePointer(to: &sections) { sections in
        enumerateAllMetadataSections(
          { image, context in
            // Words: a version, the base address, two that are unused, and pairs of start and length, of which the
            // second is that of the conformances. All versions so far agree on these
            // (stdlib/public/SwiftShims/swift/shims/MetadataSections.h).
            let word = MemoryLayout<UInt>.size
            let section = Section(
              start: image.loadUnaligned(fromByteOffset: 6 * word, as: UInt.self),
              size: image.loadUnaligned(fromByteOffset: 7 * word, as: UInt.self))
            if let section { context?.assumingMemoryBound(to: [Section].self).pointee.append(section) }
            return true
          }, sections)
      }
      return sections
    }
  }
#else
  extension ConformanceRecords {
    private static func sections() throws -> [Section] { throw Discovery.Error.unsupportedPlatform }
  }
#endif
