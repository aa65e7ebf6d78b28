import Astroject

/// A reader of the stored fields of a type, which needs no instance.
///
/// The compiler describes the fields of each type. The standard library reads the description for `Mirror`, but only
/// through functions that are not public. Like `Mirror`, this reader finds nothing in types whose module was compiled
/// without reflection metadata.
enum StoredFields {
  /// A stored field of a type.
  ///
  /// The name begins with an underscore for a wrapped property and with `$__lazy_storage_$_` for a lazy one. The type
  /// is the optional type for a weak or lazy property. The offset is the distance from the beginning of the value or
  /// object; nil if it is not known. The owner is the type that declares the field, which may be a superclass.
  typealias Field = (name: String, type: Any.Type, offset: Int?, owner: PropertyOwner)

  /// Returns the stored fields of a struct, class or actor in the order in which their initial values are made: a class
  /// comes before its superclass.
  ///
  /// The result is empty for any other type. A field is left out if the runtime cannot find its type.
  static func of(_ type: Any.Type) -> [Field] {
    sequence(first: type) { ($0 as? AnyClass).flatMap { _getSuperclass($0) } }.flatMap(ownFields)
  }

  private static func ownFields(of type: Any.Type) -> [Field] {
    guard let metadata = TypeMetadata(type), let records = try? metadata.fieldRecords else { return [] }
    let arguments = metadata.genericArguments
    let context = arguments == nil ? nil : UnsafeRawPointer(bitPattern: metadata.descriptor.address)
    let owner = (try? metadata.descriptor.propertyOwner) ?? .unknown
    return records.enumerated().compactMap { index, record in
      guard record.name != "$defaultActor", let type = record.type.type(in: context, with: arguments) else {
        return nil
      }
      return (record.name, type, metadata.offset(ofField: index), owner)
    }
  }
}

/// The metadata of a struct, or of a class that Swift compiled.
private struct TypeMetadata {
  let descriptor: ContextDescriptor
  private let address: UnsafeRawPointer

  /// Returns nil for any other type.
  init?(_ type: Any.Type) {
    address = UnsafeRawPointer(metadataOf: type)
    switch TypeKind(type) {
    case .structure, .other: break
    case .enumeration, .optional, .structural, .existential, .metatype: return nil
    }
    guard let address = TypeKind.descriptor(of: type),
      let found = try? ContextDescriptor(at: UInt(bitPattern: address), in: .unbounded)
    else { return nil }
    descriptor = found
  }

  private static var word: Int { MemoryLayout<UInt>.size }

  /// The compiler's records of the stored fields that the type itself declares.
  var fieldRecords: [FieldDescriptor.Record] {
    get throws(Malformed) {
      guard let fields = try descriptor.fields, try fields.hasStoredFields else { return [] }
      return try fields.records
    }
  }

  /// Returns the offset of a field in values or objects of the type; nil if the metadata does not have it.
  ///
  /// A vector in the metadata has the offsets in the order of the records: 32 bits for each field of a struct, a word
  /// for each of a class. The descriptor has the place of the vector in words, after the number of fields. It counts
  /// from the members that the class adds if the size of the superclass is not known before run time
  /// (include/swift/ABI/Metadata.h, `TargetStructDescriptor`, `TargetClassDescriptor`, `getFieldOffsetVectorOffset`).
  func offset(ofField index: Int) -> Int? {
    let (base, memory, word) = (descriptor.address, descriptor.memory, TypeMetadata.word)
    switch descriptor.kind {
    case .structType:
      guard let start: UInt32 = try? memory.load(at: base + 24), start != 0 else { return nil }
      return Int(address.loadUnaligned(fromByteOffset: Int(start) * word + 4 * index, as: UInt32.self))
    case .classType:
      guard let start: UInt32 = try? memory.load(at: base + 40), start != 0 else { return nil }
      let members = descriptor.hasResilientSuperclass ? try? immediateMembersOffset : 0
      guard let members else { return nil }
      return address.loadUnaligned(fromByteOffset: members + (Int(start) + index) * word, as: Int.self)
    default: return nil
    }
  }

  /// The address of the generic arguments in this metadata; nil if the type is not generic.
  var genericArguments: UnsafeRawPointer? {
    guard descriptor.isGeneric else { return nil }
    switch descriptor.kind {
    // They follow the kind and the descriptor (include/swift/ABI/Metadata.h,
    // `TargetStructDescriptor::getGenericArgumentOffset`).
    case .structType: return address + 2 * TypeMetadata.word
    // They are the first of the members that the class itself adds (`TargetClassDescriptor::getGenericArgumentOffset`).
    case .classType: return (try? immediateMembersOffset).map { address + $0 }
    default: return nil
    }
  }

  /// The offset of the members that the class adds to the metadata of its superclass.
  ///
  /// It is computed from the words of the class descriptor that follow the field descriptor and the superclass
  /// (include/swift/ABI/Metadata.h, `TargetClassDescriptor`).
  private var immediateMembersOffset: Int? {
    get throws(Malformed) {
      let (base, memory) = (descriptor.address, descriptor.memory)
      if descriptor.hasResilientSuperclass {
        // The runtime computes the bounds before it makes the first metadata of the class, so they are set here
        // (`TargetStoredClassMetadataBounds`). Zero would mean that they are not.
        guard let bounds = try memory.relative(at: base + 24) else { return nil }
        let offset: Int = try memory.load(at: bounds)
        return offset == 0 ? nil : offset
      }
      let negativeSize = Int(try memory.load(UInt32.self, at: base + 24))
      let positiveSize = Int(try memory.load(UInt32.self, at: base + 28))
      let members = Int(try memory.load(UInt32.self, at: base + 32))
      return (descriptor.areImmediateMembersNegative ? -negativeSize : positiveSize - members) * TypeMetadata.word
    }
  }
}
