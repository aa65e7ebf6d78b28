// The kinds of types of the runtime, as far as this package tells them apart. Each fact names the file of the Swift
// repository that states it. Nothing here writes.

/// The kind of a type, as far as this package tells kinds apart.
package enum TypeKind {
  case structure, enumeration, optional
  /// A tuple or a function.
  case structural
  /// The existential type of a protocol.
  case existential
  /// The metatype of a type, or of the types that conform to a protocol.
  case metatype
  /// A class, or any other kind.
  case other

  @inline(never)
  package init(_ type: Any.Type) {
    // The first word is the kind (docs/ABI/TypeMetadata.rst, include/swift/ABI/MetadataKind.def).
    let metadata = UnsafeRawPointer(metadataOf: type)
    switch metadata.word(0) {
    case 0x200: self = .structure
    case 0x201: self = .enumeration
    case 0x202: self = .optional
    case 0x301, 0x302: self = .structural
    case 0x303: self = .existential
    // `any P<Int>` or its metatype; see ``ExistentialLayout``.
    case 0x307: self = (metadata.pointer(1)?.word(0) ?? 0) & 0xFF == 2 ? .metatype : .existential
    case 0x304, 0x306: self = .metatype
    default: self = .other
    }
  }

  // MARK: References

  /// Returns true if values of a type are object references: of a class, or of a protocol for classes only.
  package static func isReference(_ type: Any.Type) -> Bool {
    if type is AnyClass { return true }
    // The second word holds flags. The highest bit is set if the protocol is not constrained to classes
    // (include/swift/ABI/MetadataValues.h, `ExistentialTypeFlags`). A special protocol, such as `Error`, has a box.
    let metadata = UnsafeRawPointer(metadataOf: type)
    return metadata.word(0) == 0x303 && metadata.word(1) & 0xBF00_0000 == 0
  }

  // MARK: Tuples

  /// Returns the types of a tuple's elements; nil for any other type.
  package static func elements(ofTuple type: Any.Type) -> [Any.Type]? {
    // After the kind come the number of elements and the labels, then the type and the offset of each element
    // (docs/ABI/TypeMetadata.rst, "Tuple Metadata").
    let metadata = UnsafeRawPointer(metadataOf: type)
    guard metadata.word(0) == 0x301 else { return nil }
    return (0..<Int(metadata.word(1))).map { unsafeBitCast(metadata.word(3 + 2 * $0), to: Any.Type.self) }
  }

  /// Returns true for a tuple that has labels.
  static func isLabelledTuple(_ type: Any.Type) -> Bool {
    let metadata = UnsafeRawPointer(metadataOf: type)
    return metadata.word(0) == 0x301 && metadata.word(2) != 0
  }

  // MARK: Descriptors

  /// Returns the descriptor of a struct, an enumeration or a class that Swift has compiled; nil for any other type.
  package static func descriptor(of type: Any.Type) -> UnsafeRawPointer? {
    let metadata = UnsafeRawPointer(metadataOf: type)
    switch metadata.word(0) {
    // In a struct, an enumeration or an optional, the second word points to the descriptor
    // (include/swift/ABI/Metadata.h, `TargetValueMetadata`).
    case 0x200, 0x201, 0x202: return metadata.pointer(1)
    // A class has the kind zero or, with Objective-C, a pointer, which is greater than every other kind
    // (include/swift/ABI/MetadataValues.h, `getEnumeratedMetadataKind`, `LastEnumeratedMetadataKind`). A class that
    // Objective-C has compiled comes as a wrapper with a kind of its own, and so does a foreign class.
    case 0, 0x800...:
      // First come the kind and the superclass. With Objective-C there follow two words of its cache and one of data,
      // whose second bit marks a Swift class (include/swift/ABI/Metadata.h, `TargetAnyClassMetadata` and
      // `TargetAnyClassMetadataObjCInterop`; `SWIFT_CLASS_IS_SWIFT_MASK` in include/swift/Runtime/Config.h, as it is
      // since Swift 5).
      #if _runtime(_ObjC)
        guard metadata.word(4) & 2 != 0 else { return nil }
        let common = 5
      #else
        let common = 2
      #endif
      // Flags, the address point, size and alignment of instances, the size and address point of the class: 24 bytes
      // (`TargetClassMetadata`). The descriptor is null if the class was made at run time, such as those of key-value
      // observing.
      return (metadata + 24).pointer(common)
    default: return nil
    }
  }

  /// Returns true for a generic type such as `Optional<Egg>` or `Lazy<Egg>`, and for a type nested in one.
  ///
  /// It is the eighth bit of the descriptor's flags (include/swift/ABI/MetadataValues.h,
  /// `ContextDescriptorFlags::isGeneric`). Ask this before asking for a conformance to a protocol of this library that
  /// only such types conform to: a negative answer of the runtime takes some microseconds the first time.
  package static func isGeneric(_ type: Any.Type) -> Bool {
    descriptor(of: type).map { $0.loadUnaligned(as: UInt32.self) & 0x80 != 0 } ?? false
  }

  // MARK: Plain values

  /// Returns true for a type that needs a name to be worth registering: a number, a text, a date, a closure.
  package static func isPlainValue(_ type: Any.Type) -> Bool {
    switch TypeKind(type) {
    case .structural: true
    case .structure, .enumeration: modulesOfValues.contains(where: String(reflecting: type).hasPrefix)
    case .optional, .existential, .metatype, .other: false
    }
  }

  private static let modulesOfValues = [
    "Swift.", "Foundation.", "FoundationEssentials.", "CoreFoundation.", "CoreGraphics.", "__C.",
  ]

  // MARK: Conformance

  /// Returns a type whose values are compared by `==` wherever that is: a structure or an enumeration that is Hashable,
  /// not on one global actor only; nil for any other type.
  package static func hashable(_ type: Any.Type) -> (any Hashable.Type)? {
    switch TypeKind(type) {
    case .structure, .enumeration:
      // Not opened, because an opened metatype carries no witness table.
      (type as? any Hashable.Type).flatMap { IsolatedConformance.makesHashable($0) ? nil : $0 }
    case .optional, .structural, .existential, .metatype, .other: nil
    }
  }

  /// Returns true if a type conforms to a protocol, or is a class that inherits from another one.
  ///
  /// The answer is false for a protocol that constrains nothing, such as `Any` and `Sendable`, and for one with
  /// constraints on its associated types. A negative answer takes some microseconds the first time.
  package static func isImplementation(_ type: Any.Type, of service: Any.Type) -> Bool {
    switch TypeKind(type) {
    case .structure, .enumeration, .other:
      conformance(to: service)?(type) ?? (service is AnyClass && type != service && inherits(type, from: service))
    case .optional, .structural, .existential, .metatype: false
    }
  }

  /// Returns true for a class itself, and for a subclass of it.
  package static func inherits(_ type: Any.Type, from base: Any.Type) -> Bool {
    func inherits<Base>(from _: Base.Type) -> Bool { type is Base.Type }
    return _openExistential(base, do: inherits)
  }

  /// Returns a function that looks for a type's conformance to a protocol where it is called; nil for a protocol that
  /// constrains nothing, and for one with constraints on its associated types.
  package static func conformance(to service: Any.Type) -> ((Any.Type) -> Bool)? {
    func look<Metatype>(_: Metatype.Type) -> ((Any.Type) -> Bool)? {
      // A function conforms only to protocols that constrain nothing.
      (() -> Void).self as Any is Metatype ? nil : { $0 as Any is Metatype }
    }
    guard TypeKind(service) == .existential, service != AnyObject.self, let metatype = metatype(ofExistential: service)
    else { return nil }
    return _openExistential(metatype, do: look)
  }

  /// Returns the type `any P.Type` for `any P`; nil for `any P<Int>`, which the runtime does not find this way.
  ///
  /// Generic code cannot name that type: there, `P.Type` is the type of the protocol itself. The runtime is asked for
  /// "the existential metatype of the first generic parameter" (docs/ABI/Mangling.rst: `x` and `Xp`). The parameter is
  /// that of a generic type whose metadata has its descriptor in the second word, and the argument in the third
  /// (docs/ABI/TypeMetadata.rst, "Struct Metadata").
  private static func metatype(ofExistential type: Any.Type) -> Any.Type? {
    func make<Existential>(_: Existential.Type) -> Any.Type? {
      let metadata = UnsafeRawPointer(metadataOf: Parameter<Existential>.self)
      let name: StaticString = "xXp"
      return _getTypeByMangledNameInContext(
        name.utf8Start, UInt(name.utf8CodeUnitCount), genericContext: metadata.pointer(1),
        genericArguments: metadata + 2 * MemoryLayout<UInt>.size)
    }
    return _openExistential(type, do: make)
  }

  private struct Parameter<Existential> {}
}

extension UnsafeRawPointer {
  /// The address of the metadata of a type, which is the value of a metatype.
  package init(metadataOf type: Any.Type) { self = unsafeBitCast(type, to: UnsafeRawPointer.self) }

  /// Returns a word after this address.
  package func word(_ index: Int) -> UInt {
    loadUnaligned(fromByteOffset: index * MemoryLayout<UInt>.size, as: UInt.self)
  }

  /// Returns a pointer among the words after this address, without its signature.
  package func pointer(_ index: Int) -> UnsafeRawPointer? {
    UnsafeRawPointer(bitPattern: UnsafeRawPointer.unsigned(word(index)))
  }

  /// Removes the signature of a pointer.
  ///
  /// On arm64e the compiler signs the pointers to descriptors in metadata, in bits that an address does not need
  /// (docs/ABI/PointerAuthentication.md; `__ptrauth_swift_type_descriptor` in include/swift/ABI/MetadataRef.h). Swift
  /// cannot authenticate such a pointer. So the signature is removed, as `ptrauth_strip` does: addresses of a process
  /// end below bit 47 there. Where nothing is signed, these bits are zero anyway. The result is only read from, never
  /// called.
  package static func unsigned(_ bits: UInt) -> UInt {
    #if canImport(Darwin) && arch(arm64)
      bits & 0x0000_7FFF_FFFF_FFFF
    #else
      bits
    #endif
  }
}
