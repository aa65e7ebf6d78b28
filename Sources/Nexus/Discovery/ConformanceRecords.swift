import Astroject

/// The records of all types in the loaded images that adopt a protocol.
///
/// The compiler writes one down for each type and protocol, for `as?` to find. The folder `Support` has what reads
/// them; each fact is followed by the file of the Swift repository that states it.
package enum ConformanceRecords {
  /// One type that adopts the protocol.
  package struct Record {
    /// The type; nil if it is generic, or cannot be told.
    package let type: Any.Type?
    package let isGeneric: Bool
    /// The name with its module.
    package let name: String
    /// The module where the type adopts the protocol: most often its own.
    package let module: String
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
  package static func all(of existentials: [Any.Type]) throws -> [ObjectIdentifier: [Record]] {
    var wanted: [UInt: ObjectIdentifier] = [:]
    for existential in existentials {
      if let descriptor = protocolDescriptor(of: existential) { wanted[descriptor] = ObjectIdentifier(existential) }
    }
    var records: [ObjectIdentifier: [Record]] = [:]
    for section in try Images.conformanceSections() {
      section.forEachConformance(to: wanted) { existential, conformance in
        records[existential, default: []].append(Record(conformance))
      }
    }
    return records
  }

  /// Finds the modules in which some type adopts some protocol.
  ///
  /// - Throws: ``Discovery/Error/unsupportedPlatform`` where the records cannot be found.
  package static func modules() throws -> Set<String> {
    var modules: Set<String> = []
    for section in try Images.conformanceSections() {
      section.forEachConformance { modules.insert($0.module) }
    }
    modules.remove("")
    return modules
  }

  /// The descriptor of a protocol. The metadata of an existential type is its kind, 32 bits of flags, the number of
  /// protocols in 32 bits, and pointers to their descriptors, which are not signed (include/swift/ABI/Metadata.h,
  /// `TargetExistentialTypeMetadata`; include/swift/ABI/MetadataRef.h, `TargetProtocolDescriptorRef`).
  /// `SendableMetatype`, a marker, is not among them.
  static func protocolDescriptor(of existential: Any.Type) -> UInt? {
    let word = MemoryLayout<UInt>.size
    let metadata = unsafeBitCast(existential, to: UnsafeRawPointer.self)
    // include/swift/ABI/MetadataKind.def, `Existential`.
    guard metadata.loadUnaligned(as: UInt.self) == 0x303,
      metadata.loadUnaligned(fromByteOffset: word + 4, as: UInt32.self) == 1
    else { return nil }
    return (metadata + word + 8).pointer.map { UInt(bitPattern: $0) }
  }
}

extension ConformanceRecords.Record {
  /// Asks the runtime for the type that a record is about.
  fileprivate init(_ conformance: Conformance) {
    self.init(
      type: conformance.adopter.type, isGeneric: conformance.adopter.isGeneric, name: conformance.name,
      module: conformance.module)
  }
}
