// How Swift describes types in memory, as far as this module reads it: the pointers, names and contexts that
// conformance records and field descriptors have in common. Each fact is followed by the file of the Swift repository
// that states it. The layout is part of the stable ABI of Apple platforms (docs/ABI/TypeMetadata.rst); elsewhere it comes
// with the toolchain, and the tests would tell if it changed.
//
// Nothing here writes, and nothing reads what it has not found by a pointer in memory that the compiler has emitted.

import Astroject

// MARK: - Pointers

extension UnsafeRawPointer {
  /// Follows a relative pointer: a signed distance of 32 bits from where it lies itself, or zero for nil
  /// (include/swift/Basic/RelativePointer.h, `RelativeDirectPointer`).
  var relative: UnsafeRawPointer? {
    let distance = loadUnaligned(as: Int32.self)
    return distance == 0 ? nil : self + Int(distance)
  }

  /// Follows a relative pointer whose lowest bit says that it leads to a pointer and not yet to what is meant: so it is
  /// where that is in another image (include/swift/Basic/RelativePointer.h, `RelativeIndirectablePointer`).
  var relativeIndirectable: UnsafeRawPointer? {
    let distance = loadUnaligned(as: Int32.self)
    guard distance & 1 != 0 else { return relative }
    return (self + Int(distance & ~1)).pointer
  }

  /// Follows an ordinary pointer, which may be signed.
  ///
  /// On arm64e the compiler signs the pointers to descriptors that lie in metadata, in the bits that an address does not
  /// need (docs/ABI/PointerAuthentication.md; `__ptrauth_swift_type_descriptor` in include/swift/ABI/MetadataRef.h).
  /// Swift has no way to authenticate one, so the signature is taken off, as `ptrauth_strip` does: addresses of a
  /// process end below bit 47 there. Where nothing is signed these bits are zero anyway. What is read this way is only
  /// read from, never called.
  var pointer: UnsafeRawPointer? {
    let bits = loadUnaligned(as: UInt.self)
    #if canImport(Darwin) && arch(arm64)
      return UnsafeRawPointer(bitPattern: bits & 0x0000_7FFF_FFFF_FFFF)
    #else
      return UnsafeRawPointer(bitPattern: bits)
    #endif
  }

  /// Reads a name that ends with a zero.
  var name: String { String(cString: assumingMemoryBound(to: CChar.self)) }
}

// MARK: - Mangled names

extension UnsafeRawPointer {
  /// The type with the mangled name that begins here; nil if the runtime does not know it.
  ///
  /// - Parameters:
  ///   - context: The descriptor of the generic type to whose parameters the name may refer.
  ///   - arguments: The generic arguments in that type's metadata.
  func mangledType(in context: UnsafeRawPointer? = nil, with arguments: UnsafeRawPointer? = nil) -> Any.Type? {
    _getTypeByMangledNameInContext(
      assumingMemoryBound(to: UInt8.self), UInt(mangledNameLength), genericContext: context,
      genericArguments: arguments)
  }

  /// The length of a mangled name, which ends with a zero but may have zeros inside: a byte from 0x01 to 0x17 is followed
  /// by a relative pointer, one from 0x18 to 0x1F by an absolute one (docs/ABI/Mangling.rst, "Symbolic references";
  /// `makeSymbolicMangledNameStringRef` in lib/Demangling/Demangler.cpp).
  private var mangledNameLength: Int {
    var length = 0
    while true {
      switch loadUnaligned(fromByteOffset: length, as: UInt8.self) {
      case 0: return length
      case 0x01...0x17: length += 1 + MemoryLayout<Int32>.size
      case 0x18...0x1F: length += 1 + MemoryLayout<UInt>.size
      default: length += 1
      }
    }
  }
}

// MARK: - Kinds

/// What kind of type something is, where that makes a difference.
enum TypeKind {
  case structure, enumeration
  /// A tuple or a function.
  case structural
  /// A protocol's existential.
  case existential
  /// A class, an optional, and what else there is.
  case other

  init(_ type: Any.Type) {
    // A metatype as a value is the address of the metadata, whose first word is the kind (docs/ABI/TypeMetadata.rst,
    // include/swift/ABI/MetadataKind.def).
    switch unsafeBitCast(type, to: UnsafeRawPointer.self).loadUnaligned(as: UInt.self) {
    case 0x200: self = .structure
    case 0x201: self = .enumeration
    case 0x301, 0x302: self = .structural
    case 0x303, 0x307: self = .existential
    default: self = .other
    }
  }
}

extension TypeKind {
  /// Whether a type is one that nobody registers without a name: a number, a text, a date, a closure.
  static func isPlainValue(_ type: Any.Type) -> Bool {
    switch TypeKind(type) {
    case .structural: true
    case .structure, .enumeration:
      ["Swift.", "Foundation.", "FoundationEssentials."].contains(where: TypeName(type).qualified.hasPrefix)
    case .existential, .other: false
    }
  }
}

// MARK: - Descriptors

/// A context descriptor: what the compiler has written down about a module, a type or an extension.
///
/// It begins with 32 bits of flags and a relative pointer to the descriptor around it
/// (include/swift/ABI/Metadata.h, `TargetContextDescriptor`).
struct ContextDescriptor {
  /// include/swift/ABI/MetadataValues.h, `ContextDescriptorKind`.
  enum Kind: UInt32 {
    case module = 0
    case extensionOfType = 1
    case anonymous = 2
    case protocolType = 3
    case opaqueType = 4
    case classType = 16
    case structType = 17
    case enumType = 18
  }

  let address: UnsafeRawPointer

  private var flags: UInt32 { address.loadUnaligned(as: UInt32.self) }

  /// The lowest five bits of the flags (include/swift/ABI/MetadataValues.h, `ContextDescriptorFlags`). Nil for a kind that
  /// did not exist when this was written.
  var kind: Kind? { Kind(rawValue: flags & 0x1F) }

  /// The bit that is also set for a type that is nested in a generic one (`ContextDescriptorFlags::isGeneric`).
  var isGeneric: Bool { flags & 0x80 != 0 }

  /// Whether this is a class with a superclass whose size is not known before run time: bit 13 of the upper half of the
  /// flags (include/swift/ABI/MetadataValues.h, `TypeContextDescriptorFlags::Class_HasResilientSuperclass`).
  var hasResilientSuperclass: Bool { flags & (1 << (16 + 13)) != 0 }

  /// Bit 12 there (`TypeContextDescriptorFlags::Class_AreImmediateMembersNegative`).
  var areImmediateMembersNegative: Bool { flags & (1 << (16 + 12)) != 0 }

  var isType: Bool { kind == .classType || kind == .structType || kind == .enumType }

  private var parent: ContextDescriptor? { (address + 4).relativeIndirectable.map(ContextDescriptor.init) }

  /// The field descriptor of a type, the fifth word of 32 bits, after the name and the access function
  /// (include/swift/ABI/Metadata.h, `TargetTypeContextDescriptor`); nil where a module was compiled without reflection
  /// metadata.
  var fields: FieldDescriptor? { isType ? (address + 16).relative.map(FieldDescriptor.init) : nil }

  /// The module that this is in.
  var module: String { path.last { $0.kind == .module }?.ownName ?? "" }

  /// The name with those of the module and the types around it; without what makes private names unique.
  var qualifiedName: String { path.reversed().compactMap(\.ownName).joined(separator: ".") }

  /// This one and those around it, from the inside.
  private var path: [ContextDescriptor] { Array(sequence(first: self, next: \.parent)) }

  /// The name, which both modules and types have as the third word of 32 bits (`TargetModuleContextDescriptor` and
  /// `TargetTypeContextDescriptor`); an extension has there the mangled name of what it extends
  /// (`TargetExtensionContextDescriptor`).
  private var ownName: String? {
    switch kind {
    case .module, .classType, .structType, .enumType: (address + 8).relative?.name
    case .extensionOfType: (address + 8).relative?.mangledType().map { String(describing: $0) }
    default: nil
    }
  }
}

/// What the compiler has written down about the stored fields of a type
/// (include/swift/RemoteInspection/Records.h, `FieldDescriptor`).
struct FieldDescriptor {
  let address: UnsafeRawPointer

  /// The type itself: the first word of 32 bits leads to its mangled name. Nil for a generic type.
  var type: Any.Type? { address.relative?.mangledType() }

  /// The kind, the second half of the third word: 0 of a struct, 1 of a class (`FieldDescriptorKind`); others have cases
  /// or nothing instead of stored fields.
  var hasStoredFields: Bool { address.loadUnaligned(fromByteOffset: 8, as: UInt16.self) <= 1 }

  /// Where the records of the fields begin. Before them are the size of a record in 16 bits and their number in 32.
  var records: [UnsafeRawPointer] {
    let size = Int(address.loadUnaligned(fromByteOffset: 10, as: UInt16.self))
    let count = Int(address.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    return (0..<count).map { address + 16 + $0 * size }
  }
}
