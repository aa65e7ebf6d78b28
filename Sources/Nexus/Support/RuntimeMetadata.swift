// The descriptions of types in memory, as far as this module reads them: the pointers, names and contexts that
// conformance records and field descriptors have in common. Each fact names the file of the Swift repository that
// states it. The layout is part of the stable ABI of Apple platforms (docs/ABI/TypeMetadata.rst). Elsewhere it belongs
// to the toolchain, and the tests fail if it changes.
//
// Nothing here writes. The contents of images are read through `ReadableMemory`, which refuses addresses outside of
// them. The metadata of types in use is read without bounds, because the runtime has followed the same pointers.

import Astroject

// MARK: - Mangled names

/// A mangled name that ends in readable memory.
struct MangledName {
  let address: UInt
  let length: UInt
  let memory: ReadableMemory

  /// Returns the type; nil if the runtime does not know it.
  ///
  /// The runtime trusts every symbolic reference in the name, and the target of the reference.
  /// - Parameters:
  ///   - context: The descriptor of the generic type to whose parameters the name may refer.
  ///   - arguments: The generic arguments in the metadata of that type.
  func type(in context: UnsafeRawPointer? = nil, with arguments: UnsafeRawPointer? = nil) -> Any.Type? {
    guard let pointer = UnsafePointer<UInt8>(bitPattern: address) else { return nil }
    return _getTypeByMangledNameInContext(pointer, length, genericContext: context, genericArguments: arguments)
  }

  /// True if the name is plain text, without references.
  var isText: Bool {
    get throws(Malformed) {
      for offset in 0..<length where try memory.load(UInt8.self, at: address + offset) < 0x20 { return false }
      return length > 0
    }
  }

  /// The descriptor of the reference that the name begins with; nil if it does not begin with one.
  ///
  /// Such a reference is 0x01 and a relative pointer to the descriptor, or 0x02 and a relative pointer to an absolute
  /// one (docs/ABI/Mangling.rst, "Symbolic references").
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

/// A context descriptor: the compiler's description of a module, a type or an extension.
///
/// It begins with 32 bits of flags and a relative pointer to the enclosing descriptor (include/swift/ABI/Metadata.h,
/// `TargetContextDescriptor`).
struct ContextDescriptor {
  /// The kind of a context (include/swift/ABI/MetadataValues.h, `ContextDescriptorKind`).
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

  /// Creates a descriptor.
  ///
  /// - Throws: `Malformed` if no descriptor can be read at the address.
  init(at address: UInt, in memory: ReadableMemory) throws(Malformed) {
    self.address = address
    self.memory = memory
    flags = try memory.load(at: address)
  }

  /// The kind; nil for a kind that did not exist when this was written.
  ///
  /// It lies in the lowest five bits of the flags (include/swift/ABI/MetadataValues.h, `ContextDescriptorFlags`).
  var kind: Kind? { Kind(rawValue: flags & 0x1F) }

  /// True for a generic type and for a type that is nested in one (`ContextDescriptorFlags::isGeneric`).
  var isGeneric: Bool { flags & 0x80 != 0 }

  /// True for a class with a superclass whose size is not known before run time.
  ///
  /// It is bit 13 of the upper half of the flags (include/swift/ABI/MetadataValues.h,
  /// `TypeContextDescriptorFlags::Class_HasResilientSuperclass`).
  var hasResilientSuperclass: Bool { flags & (1 << (16 + 13)) != 0 }

  /// True if the class has its own members at negative offsets in its metadata.
  ///
  /// It is bit 12 of the upper half of the flags (`TypeContextDescriptorFlags::Class_AreImmediateMembersNegative`).
  var areImmediateMembersNegative: Bool { flags & (1 << (16 + 12)) != 0 }

  var isType: Bool { kind == .classType || kind == .structType || kind == .enumType }

  private var parent: ContextDescriptor? {
    get throws(Malformed) {
      guard let parent = try memory.relativeIndirectable(at: address &+ 4) else { return nil }
      return try ContextDescriptor(at: parent, in: memory)
    }
  }

  /// The field descriptor of a type; nil if its module was compiled without reflection metadata.
  ///
  /// It is the fifth word of 32 bits, after the name and the access function (include/swift/ABI/Metadata.h,
  /// `TargetTypeContextDescriptor`).
  var fields: FieldDescriptor? {
    get throws(Malformed) {
      guard isType, let fields = try memory.relative(at: address &+ 16) else { return nil }
      return FieldDescriptor(address: fields, memory: memory)
    }
  }

  /// This context and the contexts around it, from the innermost to the module.
  var path: [ContextDescriptor] {
    get throws(Malformed) {
      var path = [self]
      var innermost = self
      while let parent = try innermost.parent {
        // No program nests types as deep, so the contexts form a loop.
        guard path.count < 256 else { throw Malformed() }
        path.append(parent)
        innermost = parent
      }
      guard innermost.kind == .module else { throw Malformed() }
      return path
    }
  }

  /// The name of the context; nil if it has none.
  ///
  /// Modules and types have it as the third word of 32 bits (`TargetModuleContextDescriptor` and
  /// `TargetTypeContextDescriptor`). There an extension has the mangled name of the type that it extends
  /// (`TargetExtensionContextDescriptor`).
  var ownName: String? {
    get throws(Malformed) {
      if isType || kind == .module { return try declaredName }
      guard kind == .extensionOfType, let address = try memory.relative(at: address &+ 8) else { return nil }
      let name = try memory.mangledName(at: address)
      if let type = try name.context { return try type.isType ? type.declaredName : nil }
      // The runtime accepts any text, and finds a type or none.
      return try name.isText ? name.type().map { String(describing: $0) } : nil
    }
  }

  private var declaredName: String {
    get throws(Malformed) { try memory.text(at: nameAddress) }
  }

  /// The address of the name of a module or type.
  private var nameAddress: UInt {
    get throws(Malformed) {
      guard let name = try memory.relative(at: address &+ 8) else { throw Malformed() }
      return name
    }
  }

  /// The name of a type, as its properties have it.
  var propertyOwner: PropertyOwner {
    get throws(Malformed) { PropertyOwner(nameAt: try nameAddress, count: try declaredName.utf8.count) }
  }
}

extension [ContextDescriptor] {
  /// The name of the innermost context, qualified with the names of the contexts around it.
  ///
  /// The contexts are those of a type's path. The parts that make private names unique are left out.
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

/// A field descriptor: the compiler's description of the stored fields of a type.
///
/// See `FieldDescriptor` in include/swift/RemoteInspection/Records.h.
struct FieldDescriptor {
  /// The record of one field.
  ///
  /// It is 32 bits of flags and relative pointers to the mangled name of the type and to the name
  /// (include/swift/RemoteInspection/Records.h, `FieldRecord`).
  typealias Record = (name: String, type: MangledName)

  let address: UInt
  let memory: ReadableMemory

  /// Returns the mangled name of the type itself, which is not generic.
  ///
  /// It is the first word of 32 bits. It is a reference to the type's own descriptor, or plain text for a type that
  /// comes from C.
  func typeName(of type: ContextDescriptor) throws(Malformed) -> MangledName {
    guard let address = try memory.relative(at: address) else { throw Malformed() }
    let name = try memory.mangledName(at: address)
    if try name.isText { return name }
    guard name.length == 5, try name.context?.address == type.address else { throw Malformed() }
    return name
  }

  /// True if the type has stored fields, and not cases or nothing.
  ///
  /// The kind is the second half of the third word: 0 for a struct, 1 for a class (`FieldDescriptorKind`).
  var hasStoredFields: Bool {
    get throws(Malformed) { try memory.load(UInt16.self, at: address &+ 8) <= 1 }
  }

  /// The records of the fields, which follow the size of a record in 16 bits and their number in 32 bits.
  var records: [Record] {
    get throws(Malformed) {
      let size: UInt16 = try memory.load(at: address &+ 10)
      let count: UInt32 = try memory.load(at: address &+ 12)
      guard count == 0 || size >= 12 else { throw Malformed() }
      var records: [Record] = []
      for index in 0..<UInt(count) {
        // The number may be too high. The first record that cannot be read ends the loop, with an error.
        let record = address &+ 16 &+ index &* UInt(size)
        guard let type = try memory.relative(at: record &+ 4), let name = try memory.relative(at: record &+ 8) else {
          continue
        }
        records.append((try memory.text(at: name), try memory.mangledName(at: type)))
      }
      return records
    }
  }
}
