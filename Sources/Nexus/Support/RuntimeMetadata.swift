// How Swift describes types in memory, as far as this module reads it: the pointers, names and contexts that
// conformance records and field descriptors have in common. Each fact is followed by the file of the Swift repository
// that states it. The layout is part of the stable ABI of Apple platforms (docs/ABI/TypeMetadata.rst); elsewhere it
// comes with the toolchain, and the tests would tell if it changed.
//
// Nothing here writes. What images say is read through `ReadableMemory`, which refuses what lies outside of them;
// without bounds is read what a type in use leads to, as the runtime has followed the same pointers.

import Astroject

// MARK: - Pointers

extension UnsafeRawPointer {
  /// Follows an ordinary pointer in the metadata of a type, which may be signed.
  var pointer: UnsafeRawPointer? {
    UnsafeRawPointer(bitPattern: UnsafeRawPointer.unsigned(loadUnaligned(as: UInt.self)))
  }
}

// MARK: - Mangled names

/// A mangled name that ends where it may be read.
struct MangledName {
  let address: UInt
  let length: UInt
  let memory: ReadableMemory

  /// The type; nil if the runtime does not know it.
  ///
  /// The runtime trusts every symbolic reference in the name, and what it leads to.
  /// - Parameters:
  ///   - context: The descriptor of the generic type to whose parameters the name may refer.
  ///   - arguments: The generic arguments in that type's metadata.
  func type(in context: UnsafeRawPointer? = nil, with arguments: UnsafeRawPointer? = nil) -> Any.Type? {
    guard let pointer = UnsafePointer<UInt8>(bitPattern: address) else { return nil }
    return _getTypeByMangledNameInContext(pointer, length, genericContext: context, genericArguments: arguments)
  }

  /// Whether the name is written out, without references.
  var isText: Bool {
    get throws(Malformed) {
      for offset in 0..<length where try memory.load(UInt8.self, at: address + offset) < 0x20 { return false }
      return length > 0
    }
  }

  /// The descriptor that the name begins with a reference to: 0x01 and a relative pointer, or 0x02 where that leads to
  /// an ordinary one (docs/ABI/Mangling.rst, "Symbolic references").
  var context: ContextDescriptor? {
    get throws(Malformed) {
      guard length >= 5, let target = try memory.relative(at: address + 1, isAligned: false) else { return nil }
      switch try memory.load(UInt8.self, at: address) {
      case 0x01: return try ContextDescriptor(at: target, in: memory)
      case 0x02:
        guard let target = try memory.pointer(at: target) else { return nil }
        return try ContextDescriptor(at: target, in: memory)
      default: return nil
      }
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

  let address: UInt
  let memory: ReadableMemory
  private let flags: UInt32

  /// - Throws: `Malformed` if there is none that may be read.
  init(at address: UInt, in memory: ReadableMemory) throws(Malformed) {
    self.address = address
    self.memory = memory
    flags = try memory.load(at: address)
  }

  /// The lowest five bits of the flags (include/swift/ABI/MetadataValues.h, `ContextDescriptorFlags`). Nil for a kind
  /// that did not exist when this was written.
  var kind: Kind? { Kind(rawValue: flags & 0x1F) }

  /// The bit that is also set for a type that is nested in a generic one (`ContextDescriptorFlags::isGeneric`).
  var isGeneric: Bool { flags & 0x80 != 0 }

  /// Whether this is a class with a superclass whose size is not known before run time: bit 13 of the upper half of the
  /// flags (include/swift/ABI/MetadataValues.h, `TypeContextDescriptorFlags::Class_HasResilientSuperclass`).
  var hasResilientSuperclass: Bool { flags & (1 << (16 + 13)) != 0 }

  /// Bit 12 there (`TypeContextDescriptorFlags::Class_AreImmediateMembersNegative`).
  var areImmediateMembersNegative: Bool { flags & (1 << (16 + 12)) != 0 }

  var isType: Bool { kind == .classType || kind == .structType || kind == .enumType }

  private var parent: ContextDescriptor? {
    get throws(Malformed) {
      guard let parent = try memory.relativeIndirectable(at: address &+ 4) else { return nil }
      return try ContextDescriptor(at: parent, in: memory)
    }
  }

  /// The field descriptor of a type, the fifth word of 32 bits, after the name and the access function
  /// (include/swift/ABI/Metadata.h, `TargetTypeContextDescriptor`); nil where a module was compiled without reflection
  /// metadata.
  var fields: FieldDescriptor? {
    get throws(Malformed) {
      guard isType, let fields = try memory.relative(at: address &+ 16) else { return nil }
      return FieldDescriptor(address: fields, memory: memory)
    }
  }

  /// This one and those around it, from the inside to the module.
  var path: [ContextDescriptor] {
    get throws(Malformed) {
      var path = [self]
      var innermost = self
      while let parent = try innermost.parent {
        // Nobody nests types as deep: it is a loop.
        guard path.count < 256 else { throw Malformed() }
        path.append(parent)
        innermost = parent
      }
      guard innermost.kind == .module else { throw Malformed() }
      return path
    }
  }

  /// The name, which both modules and types have as the third word of 32 bits (`TargetModuleContextDescriptor` and
  /// `TargetTypeContextDescriptor`); an extension has there the mangled name of what it extends
  /// (`TargetExtensionContextDescriptor`). Nil for what has none.
  var ownName: String? {
    get throws(Malformed) {
      if isType || kind == .module { return try declaredName }
      guard kind == .extensionOfType, let address = try memory.relative(at: address &+ 8) else { return nil }
      let name = try memory.mangledName(at: address)
      if let type = try name.context { return try type.isType ? type.declaredName : nil }
      // The runtime makes sense of any text, or none.
      return try name.isText ? name.type().map { String(describing: $0) } : nil
    }
  }

  private var declaredName: String {
    get throws(Malformed) {
      guard let name = try memory.relative(at: address &+ 8) else { throw Malformed() }
      return try memory.text(at: name)
    }
  }
}

extension [ContextDescriptor] {
  /// The name with those of the module and the types around it; without what makes private names unique.
  ///
  /// The contexts are those of a type's path.
  var qualifiedName: String {
    get throws(Malformed) {
      var names: [String] = []
      for context in reversed() {
        if let name = try context.ownName { names.append(name) }
      }
      return names.joined(separator: ".")
    }
  }
}

/// What the compiler has written down about the stored fields of a type
/// (include/swift/RemoteInspection/Records.h, `FieldDescriptor`).
struct FieldDescriptor {
  /// What it says of one field: 32 bits of flags and relative pointers to the mangled name of the type and to the name
  /// (include/swift/RemoteInspection/Records.h, `FieldRecord`).
  struct Record {
    let name: String
    let type: MangledName
  }

  let address: UInt
  let memory: ReadableMemory

  /// The name of the type itself, which is not generic: the first word of 32 bits.
  ///
  /// It is a reference to the type's own descriptor; of a type that C has, it is written out.
  func typeName(of type: ContextDescriptor) throws(Malformed) -> MangledName {
    guard let address = try memory.relative(at: address) else { throw Malformed() }
    let name = try memory.mangledName(at: address)
    if try name.isText { return name }
    guard name.length == 5, try name.context?.address == type.address else { throw Malformed() }
    return name
  }

  /// The kind, the second half of the third word: 0 of a struct, 1 of a class (`FieldDescriptorKind`); others have
  /// cases or nothing instead of stored fields.
  var hasStoredFields: Bool {
    get throws(Malformed) { try memory.load(UInt16.self, at: address &+ 8) <= 1 }
  }

  /// The fields. Before their records are the size of one in 16 bits and their number in 32.
  var records: [Record] {
    get throws(Malformed) {
      let size: UInt16 = try memory.load(at: address &+ 10)
      let count: UInt32 = try memory.load(at: address &+ 12)
      guard count == 0 || size >= 12 else { throw Malformed() }
      var records: [Record] = []
      for index in 0..<UInt(count) {
        // However many there are said to be, the first that may not be read ends it.
        let record = address &+ 16 &+ index &* UInt(size)
        guard let type = try memory.relative(at: record &+ 4), let name = try memory.relative(at: record &+ 8) else {
          continue
        }
        records.append(Record(name: try memory.text(at: name), type: try memory.mangledName(at: type)))
      }
      return records
    }
  }
}
