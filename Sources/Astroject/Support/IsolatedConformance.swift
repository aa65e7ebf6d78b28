// Conformances that hold on a global actor only (SE-0470), found in the memory of values of protocol types. Each fact
// names the file of the Swift repository that states it. Nothing here writes.
//
// The compiler checks the use of such a conformance where a value becomes one of the protocol's type. It does not check
// a function that is isolated to the main actor and returns that type. So a product may carry the conformance out of
// its actor, and only its memory shows that it does.

/// A conformance that holds on one global actor only: of a product to the protocol that it is resolved by, or of a key.
package struct IsolatedConformance: Sendable {
  /// The type that conforms.
  let type: Any.Type
  /// The name of the protocol.
  let protocolName: String
  /// True if the actor is the main actor.
  let isOnMainActor: Bool
  /// The code that must not have the product.
  let recipient: Recipient

  /// Creates the description of a conformance from its record.
  init(_ record: UnsafeRawPointer, of type: Any.Type, for recipient: Recipient = .here) {
    self.recipient = recipient
    self.type = type
    protocolName = IsolatedConformance.protocolName(in: record)
    isOnMainActor = IsolatedConformance.isOnMainActor(record)
  }

  /// Returns the place of the first witness table in values of a protocol's type, or an optional of it; zero for any
  /// other type.
  static func tableOffset(in type: Any.Type) -> Int { (ExistentialLayout(type)?.prefix ?? 0) * MemoryLayout<UInt>.size }

  /// Returns the record of an isolated conformance among those that a value of a protocol type carries; nil if there is
  /// none.
  ///
  /// Few loads, and none for a type that is not that of a protocol. An optional counts as the type that it wraps.
  static func record<Service>(in value: Service) -> UnsafeRawPointer? {
    withUnsafePointer(to: value) { record(at: $0) }
  }

  /// Returns true if a value conforms to its protocol on one global actor only.
  package static func isCarried<Service>(by value: Service) -> Bool { record(in: value) != nil }

  /// Returns that record for a value at an address.
  static func record<Service>(at address: UnsafePointer<Service>) -> UnsafeRawPointer? {
    ExistentialLayout(Service.self)?.witnessTables(at: address, of: Service.self)
  }

  /// Returns true if a witness table is that of such a conformance.
  static func has(table: UInt) -> Bool {
    UnsafeRawPointer(bitPattern: UnsafeRawPointer.unsigned(table))?.isolatedRecord() != nil
  }

  /// Returns true if a type is Hashable on one global actor only.
  @inline(__always)
  static func makesHashable(_ type: any Hashable.Type) -> Bool {
    // The witness table follows the type. The cast keeps the compiler from opening it, which would drop the table.
    has(table: unsafeBitCast(type as any Hashable.Type, to: (type: UInt, table: UInt).self).table)
  }

  /// Creates the description of a conformance that holds on one global actor only; nil if the type does not conform, or
  /// if it conforms everywhere.
  ///
  /// A cast elsewhere fails as if there were no conformance. The runtime's search for a conformance does not look at
  /// the place.
  ///
  /// - Parameter service: The type of the protocol or composition that the cast was for.
  package init?(of type: Any.Type, hiddenFromCastTo service: Any.Type) {
    guard let conforms = RuntimeFunctions.conformsToProtocol else { return nil }
    let metadata = UnsafeRawPointer(metadataOf: type)
    var found: UnsafeRawPointer?
    for descriptor in ExistentialLayout.protocols(of: service) {
      guard let table = conforms(metadata, descriptor) else { return nil }
      found = found ?? table.isolatedRecord()
    }
    guard let found else { return nil }
    self.init(found, of: type)
  }

  /// Returns true if the record's global actor is the main actor.
  ///
  /// A relative pointer to the actor's type is the last part but one of the record. Before it are the module of a
  /// retroactive conformance, the conditions with 12 bytes each, packs with 8, the functions for a resilient protocol
  /// with 8, and 12 bytes of a generic table (include/swift/ABI/Metadata.h, `TargetProtocolConformanceDescriptor`).
  /// The mangled name of `MainActor` is `ScM` (docs/ABI/Mangling.rst).
  static func isOnMainActor(_ record: UnsafeRawPointer) -> Bool {
    let flags = record.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
    var place = record + 16 + Int(flags >> 6 & 1) * 4 + Int(flags >> 8 & 0xFF) * 12 + Int(flags >> 24) * 8
    if flags & 1 << 16 != 0 { place += 4 + Int(place.loadUnaligned(as: UInt32.self)) * 8 }
    if flags & 1 << 17 != 0 { place += 12 }
    return place.relativeTarget.loadUnaligned(as: UInt32.self).littleEndian == 0x4D_6353
  }

  /// The name of the protocol of a conformance record.
  ///
  /// The record begins with a relative pointer to the descriptor of the protocol, or to a pointer to it if its lowest
  /// bit is set (include/swift/ABI/Metadata.h, `TargetProtocolConformanceDescriptor`). The third word of 32 bits of the
  /// descriptor is a relative pointer to the name (`TargetProtocolDescriptor`).
  private static func protocolName(in record: UnsafeRawPointer) -> String {
    let offset = Int(record.loadUnaligned(as: Int32.self))
    let target = record + (offset & ~1)
    guard let descriptor = offset & 1 == 0 ? target : target.pointer(0) else { return "its protocol" }
    return String(cString: (descriptor + 8).relativeTarget.assumingMemoryBound(to: CChar.self))
  }
}

/// The code that gets a product.
package enum Recipient: Sendable {
  /// Code that runs where it is asked.
  case here
  case mainActor
  /// Code on an executor that is not known: an asynchronous initializer, which leaves that of its caller.
  case elsewhere
  /// The labels of registrations, which are compared anywhere.
  case labels

  package init(onMainActor isOnMainActor: Bool) { self = isOnMainActor ? .mainActor : .here }
}

/// The place of the witness tables in values of a protocol's type.
private struct ExistentialLayout {
  /// The number of words before the witness tables: the object or metatype, or a buffer of three words and the type.
  fileprivate let prefix: Int
  private let isOptional: Bool

  /// Returns nil for a type that is not that of a protocol, a metatype of one, or an optional of these.
  ///
  /// The kind is the first word of the metadata (include/swift/ABI/MetadataKind.def).
  init?(_ type: Any.Type) {
    var metadata = UnsafeRawPointer(metadataOf: type)
    isOptional = metadata.word(0) == 0x202
    if isOptional {
      // The wrapped type is the generic argument, which follows the kind and the descriptor.
      guard let wrapped = metadata.pointer(2) else { return nil }
      metadata = wrapped
    }
    switch metadata.word(0) {
    case 0x303:
      // The second word holds flags. The highest bit is set if the protocol is not constrained to classes. A special
      // protocol, `Error`, has a box (include/swift/ABI/MetadataValues.h, `ExistentialTypeFlags`).
      let flags = metadata.word(1)
      guard flags & 0x3F00_0000 == 0, flags & 0x00FF_FFFF != 0 else { return nil }
      prefix = flags & 0x8000_0000 == 0 ? 1 : 4
    case 0x306:
      // The same flags, behind the type whose metatype it is (`ExistentialMetatypeMetadata`). `Any.Type` has no table.
      guard metadata.word(2) & 0x00FF_FFFF != 0 else { return nil }
      prefix = 1
    case 0x307:
      // `any P<Int>`. The second word points to the shape, whose flags have the kind of the values in the lowest bits
      // (`ExtendedExistentialTypeShapeFlags`): 0 for any type, 1 for classes, 2 for metatypes.
      guard let shape = metadata.pointer(1) else { return nil }
      switch shape.loadUnaligned(as: UInt32.self) & 0xFF {
      case 0: prefix = 4
      case 1, 2: prefix = 1
      default: return nil
      }
    default: return nil
    }
  }

  private static var word: Int { MemoryLayout<UInt>.size }

  /// Returns the record of the first isolated conformance of the value at an address.
  func witnessTables<Service>(at address: UnsafeRawPointer, of type: Service.Type) -> UnsafeRawPointer? {
    let count = MemoryLayout<Service>.size / ExistentialLayout.word
    // The word before the tables is zero in nil.
    if isOptional, address.word(prefix - 1) == 0 { return nil }
    for index in prefix..<max(prefix, count) {
      if let record = address.pointer(index)?.isolatedRecord() { return record }
    }
    return nil
  }

  /// Returns the descriptors of the protocols of a composition that Swift compiled, `any P & Q`.
  ///
  /// The metadata has its kind, 32 bits of flags, the number of protocols in 32 bits, the superclass if bit 30 of the
  /// flags is set, and pointers to the descriptors, of which the lowest bit marks a protocol of Objective-C
  /// (include/swift/ABI/Metadata.h, `TargetExistentialTypeMetadata`; include/swift/ABI/MetadataRef.h).
  static func protocols(of type: Any.Type) -> [UnsafeRawPointer] {
    let metadata = UnsafeRawPointer(metadataOf: type)
    let flags = metadata.loadUnaligned(fromByteOffset: word, as: UInt32.self)
    let count = metadata.loadUnaligned(fromByteOffset: word + 4, as: UInt32.self)
    let first = metadata + word + 8 + (flags & 0x4000_0000 == 0 ? 0 : word)
    return (0..<(metadata.word(0) == 0x303 ? Int(count) : 0)).compactMap {
      first.word($0) & 1 == 0 ? first.pointer($0) : nil
    }
  }
}

extension UnsafeRawPointer {
  /// The target of the relative pointer at this address.
  fileprivate var relativeTarget: UnsafeRawPointer { self + Int(loadUnaligned(as: Int32.self)) }

  /// Returns the record of the conformance whose witness table is at this address, or of one that it depends on, if it
  /// is isolated to a global actor.
  ///
  /// The first word of a table points to the record, which has its flags in the fourth word of 32 bits. Bit 19 marks an
  /// isolated conformance. Eight bits from bit 8 on count the conditions of a conformance such as that of `Pair<T>`
  /// where `T` conforms (include/swift/ABI/Metadata.h, `TargetWitnessTable`; include/swift/ABI/MetadataValues.h,
  /// `ConformanceFlags`).
  fileprivate func isolatedRecord(within depth: Int = 16) -> UnsafeRawPointer? {
    guard let record = pointer(0) else { return nil }
    let flags = record.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
    if flags & 1 << 19 != 0 { return record }
    let conditions = Int(flags >> 8 & 0xFF)
    return conditions == 0 || depth == 0 ? nil : conditionalRecord(record, flags, conditions, within: depth)
  }

  /// Returns the record of an isolated conformance that this one depends on.
  ///
  /// The conditions follow the flags of the record, and the module of a retroactive conformance if bit 6 is set. Each
  /// has 12 bytes, with the kind in the lowest five bits, a bit for packs and one for a value that is passed on
  /// (`GenericRequirementFlags`). The table has these values before its first word, in reverse order.
  @inline(never)
  private func conditionalRecord(
    _ record: UnsafeRawPointer, _ flags: UInt32, _ conditions: Int, within depth: Int
  ) -> UnsafeRawPointer? {
    let first = record + 16 + (flags & 1 << 6 == 0 ? 0 : 4)
    var place = self
    for index in 0..<conditions {
      let requirement = (first + 12 * index).loadUnaligned(as: UInt32.self)
      guard requirement & 0x80 != 0 else { continue }
      place -= MemoryLayout<UInt>.size
      guard requirement & 0x3F == 0 else { continue }
      if let found = place.pointer(0)?.isolatedRecord(within: depth - 1) { return found }
    }
    return nil
  }
}
