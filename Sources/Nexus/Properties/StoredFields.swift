import Astroject

/// Reads what stored fields a type has, without an instance of it.
///
/// The compiler writes down the fields of each type; the standard library reads them for `Mirror`, but only has
/// functions for it that are not public. Like `Mirror`, this finds nothing of types whose module was compiled without
/// reflection metadata.
enum StoredFields {
  /// One stored field.
  struct Field {
    /// Its name; that of a property with a wrapper begins with an underscore, that of a lazy one with
    /// `$__lazy_storage_$_`.
    let name: String
    /// Its type; that of a weak or lazy property is the optional one.
    let type: Any.Type
  }

  /// The stored fields of a struct, or of a class or actor and its superclasses, those of the uppermost first.
  ///
  /// Empty for every other type. A field is left out if the runtime cannot tell its type.
  static func of(_ type: Any.Type) -> [Field] {
    lineage(of: type).reversed().flatMap(ownFields)
  }

  /// The same in the order in which their initial values are made: a class comes before its superclass.
  static func inOrderOfInitialization(of type: Any.Type) -> [Field] { lineage(of: type).flatMap(ownFields) }

  /// The type, and if it is a class, its superclasses from below.
  private static func lineage(of type: Any.Type) -> [Any.Type] {
    Array(sequence(first: type) { ($0 as? AnyClass).flatMap { _getSuperclass($0) } })
  }

  private static func ownFields(of type: Any.Type) -> [Field] {
    guard let metadata = TypeMetadata(type), let records = try? metadata.fieldRecords else { return [] }
    let arguments = metadata.genericArguments
    let context = arguments == nil ? nil : UnsafeRawPointer(bitPattern: metadata.descriptor.address)
    return records.compactMap { record in
      guard record.name != "$defaultActor", let type = record.type.type(in: context, with: arguments) else {
        return nil
      }
      return Field(name: record.name, type: type)
    }
  }
}

/// The metadata of a struct or of a class that Swift has compiled.
private struct TypeMetadata {
  let descriptor: ContextDescriptor
  private let address: UnsafeRawPointer

  /// Nil for every other type.
  init?(_ type: Any.Type) {
    // A metatype as a value is the address of the metadata (docs/ABI/TypeMetadata.rst).
    address = unsafeBitCast(type, to: UnsafeRawPointer.self)
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

  /// What the compiler has written down of the type's own stored fields.
  var fieldRecords: [FieldDescriptor.Record] {
    get throws(Malformed) {
      guard let fields = try descriptor.fields, try fields.hasStoredFields else { return [] }
      return try fields.records
    }
  }

  /// Where the metadata of the generic arguments lie in this metadata; nil for a type that is not generic.
  var genericArguments: UnsafeRawPointer? {
    guard descriptor.isGeneric else { return nil }
    switch descriptor.kind {
    // Behind the kind and the descriptor (include/swift/ABI/Metadata.h,
    // `TargetStructDescriptor::getGenericArgumentOffset`).
    case .structType: return address + 2 * TypeMetadata.word
    // The first of the members that the class has added itself
    // (`TargetClassDescriptor::getGenericArgumentOffset`).
    case .classType: return (try? immediateMembersOffset).map { address + $0 }
    default: return nil
    }
  }

  /// Where the members begin that the class has added to the metadata of its superclass (include/swift/ABI/Metadata.h,
  /// `TargetClassDescriptor`: behind the field descriptor lie the superclass, then these).
  private var immediateMembersOffset: Int? {
    get throws(Malformed) {
      let (base, memory) = (descriptor.address, descriptor.memory)
      if descriptor.hasResilientSuperclass {
        // Computed before the first metadata of the class was made, so it is there for whoever holds one
        // (`TargetStoredClassMetadataBounds`). Zero would mean that it is not.
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
