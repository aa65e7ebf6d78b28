import Astroject

/// The conformance records of all types in the loaded images.
///
/// The compiler writes one for each type and protocol, and `as?` searches them. The code that reads them is in the
/// folder `Support`. Each fact names the file of the Swift repository that states it.
package enum ConformanceRecords {
  /// A type that conforms to the protocol.
  package struct Record: Sendable {
    /// The type; nil if it is generic, or if the runtime cannot find it.
    package let type: Any.Type?
    package let isGeneric: Bool
    /// The name of the type, qualified with its module.
    package let name: String
    /// The module that declares the conformance, usually that of the type.
    package let module: String
  }

  /// Finds the types that conform to a protocol, without those that inherit the conformance, which have no record.
  ///
  /// - Parameter existential: `(any P).self`, for a protocol that Swift compiled.
  /// - Throws: ``Discovery/Error/unsupportedPlatform`` if the records cannot be found.
  static func all(of existential: Any.Type) throws -> [Record] {
    guard protocolDescriptor(of: existential) != nil else { throw Discovery.Error.unsupportedPlatform }
    return try all(of: [existential])[ObjectIdentifier(existential)] ?? []
  }

  /// Finds the types that conform to each of several protocols, in one pass.
  ///
  /// Protocol compositions and constrained existential types are left out.
  ///
  /// - Throws: ``Discovery/Error/unsupportedPlatform`` if the records cannot be found.
  package static func all(of existentials: [Any.Type]) throws -> [ObjectIdentifier: [Record]] {
    var wanted: [UInt: ObjectIdentifier] = [:]
    for existential in existentials {
      if let descriptor = protocolDescriptor(of: existential) { wanted[descriptor] = ObjectIdentifier(existential) }
    }
    var records: [ObjectIdentifier: [Record]] = [:]
    // Most records belong to other protocols, and this comparison is faster than a lookup in the table.
    let (first, last) = (wanted.keys.min() ?? 0, wanted.keys.max() ?? 0)
    let mark = { (descriptor: UInt) in first <= descriptor && descriptor <= last ? wanted[descriptor] : nil }
    for section in try Images.conformanceSections() {
      section.forEachConformance(markedBy: mark) { existential, conformance in
        records[existential, default: []].append(Record(conformance))
      }
    }
    return records
  }

  /// The numbers of images with records that ever came, and that are loaded. If both are the same as before a search,
  /// the next search finds the same.
  package static var imageCounts: (ever: Int, now: Int) {
    ((try? Images.everCount()) ?? 0, (try? Images.conformanceSections().count) ?? 0)
  }

  /// Finds the modules that declare a conformance of any type to any protocol.
  ///
  /// - Throws: ``Discovery/Error/unsupportedPlatform`` if the records cannot be found.
  package static func modules() throws -> Set<String> {
    var modules: Set<String> = []
    for section in try Images.conformanceSections() {
      section.forEachConformance(markedBy: { _ in () }) { modules.insert($1.module) }
    }
    modules.remove("")
    return modules
  }

  /// Returns the descriptor of a protocol; nil if the type is not the existential of exactly one protocol.
  ///
  /// The metadata of an existential type is its kind, 32 bits of flags, the number of protocols in 32 bits, and
  /// pointers to their descriptors, which are not signed (include/swift/ABI/Metadata.h,
  /// `TargetExistentialTypeMetadata`; include/swift/ABI/MetadataRef.h, `TargetProtocolDescriptorRef`).
  /// `SendableMetatype` is a marker protocol and is not among them.
  static func protocolDescriptor(of existential: Any.Type) -> UInt? {
    let metadata = UnsafeRawPointer(metadataOf: existential)
    let flags = metadata + MemoryLayout<UInt>.size
    // include/swift/ABI/MetadataKind.def, `Existential`.
    guard metadata.word(0) == 0x303, (flags + 4).loadUnaligned(as: UInt32.self) == 1 else { return nil }
    return (flags + 8).pointer(0).map { UInt(bitPattern: $0) }
  }
}

extension [ConformanceRecords.Record] {
  /// The records without the further ones of a type that several images have one of.
  package var withoutRepeats: [ConformanceRecords.Record] {
    var seen: Set<ObjectIdentifier> = []
    return filter { $0.type.map { seen.insert(ObjectIdentifier($0)).inserted } ?? true }
  }
}

extension ConformanceRecords.Record {
  /// Creates a record, and asks the runtime for its type.
  fileprivate init(_ conformance: Conformance) {
    self.init(
      type: conformance.type, isGeneric: conformance.isGeneric, name: conformance.name, module: conformance.module)
  }
}
