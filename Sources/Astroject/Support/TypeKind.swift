// How the runtime tells kinds of types apart, as far as this package asks. Each fact is followed by the file of the
// Swift repository that states it. Nothing here writes.

/// The kind of a type, where it makes a difference.
package enum TypeKind {
  case structure, enumeration, optional
  /// A tuple or a function.
  case structural
  /// A protocol's existential.
  case existential
  /// The type of a type, or of those that adopt a protocol.
  case metatype
  /// A class, and what else there is.
  case other

  package init(_ type: Any.Type) {
    // A metatype as a value is the address of the metadata, whose first word is the kind (docs/ABI/TypeMetadata.rst,
    // include/swift/ABI/MetadataKind.def).
    switch unsafeBitCast(type, to: UnsafeRawPointer.self).loadUnaligned(as: UInt.self) {
    case 0x200: self = .structure
    case 0x201: self = .enumeration
    case 0x202: self = .optional
    case 0x301, 0x302: self = .structural
    case 0x303, 0x307: self = .existential
    case 0x304, 0x306: self = .metatype
    default: self = .other
    }
  }
}

// MARK: - Plain values

extension TypeKind {
  /// Returns true for a type that nobody registers without a name: a number, a text, a date, a closure.
  package static func isPlainValue(_ type: Any.Type) -> Bool {
    switch TypeKind(type) {
    case .structural: true
    case .structure, .enumeration: modulesOfValues.contains(where: TypeName(type).qualified.hasPrefix)
    case .optional, .existential, .metatype, .other: false
    }
  }

  private static let modulesOfValues = [
    "Swift.", "Foundation.", "FoundationEssentials.", "CoreFoundation.", "CoreGraphics.", "__C.",
  ]
}

// MARK: - Conformance

extension TypeKind {
  /// Returns true if a type adopts a protocol, or is a class that inherits from another one; false for a protocol that
  /// constrains nothing, as `Any` and `Sendable`, and for one with constraints on its associated types.
  ///
  /// An answer that is no takes some microseconds the first time.
  package static func isImplementation(_ type: Any.Type, of service: Any.Type) -> Bool {
    func isOne<Metatype>(_: Metatype.Type) -> Bool {
      // A function adopts no protocol that says anything.
      (type as Any) is Metatype && !(((() -> Void).self as Any) is Metatype)
    }
    func inherits<Base>(from _: Base.Type) -> Bool { type is Base.Type }
    switch (TypeKind(type), TypeKind(service)) {
    case (.structure, .existential), (.enumeration, .existential), (.other, .existential):
      guard service != AnyObject.self, let metatype = metatype(ofExistential: service) else { return false }
      return _openExistential(metatype, do: isOne)
    case (.other, .other):
      return type == service ? false : _openExistential(service, do: inherits)
    default: return false
    }
  }

  /// The type `any P.Type` for `any P`, which no generic code can name: there, `P.Type` is the type of the protocol
  /// itself.
  ///
  /// It is described to the runtime as "the existential metatype of the first generic parameter"
  /// (docs/ABI/Mangling.rst: `x` and `Xp`), and the parameter is that of a generic type whose metadata has its
  /// descriptor in the second word, and the argument in the third (docs/ABI/TypeMetadata.rst, "Struct Metadata"). Nil
  /// for `any P<Int>`, which the runtime has no metatype of by this way.
  private static func metatype(ofExistential type: Any.Type) -> Any.Type? {
    func make<Existential>(_: Existential.Type) -> Any.Type? {
      let metadata = unsafeBitCast(Parameter<Existential>.self as Any.Type, to: UnsafeRawPointer.self)
      let word = MemoryLayout<UInt>.size
      let descriptor = UnsafeRawPointer.unsigned(metadata.loadUnaligned(fromByteOffset: word, as: UInt.self))
      let name: StaticString = "xXp"
      return _getTypeByMangledNameInContext(
        name.utf8Start, UInt(name.utf8CodeUnitCount), genericContext: UnsafeRawPointer(bitPattern: descriptor),
        genericArguments: metadata + 2 * word)
    }
    return _openExistential(type, do: make)
  }

  private struct Parameter<Existential> {}
}

extension UnsafeRawPointer {
  /// Takes the signature off a pointer.
  ///
  /// On arm64e the compiler signs the pointers to descriptors that lie in metadata, in the bits that an address does
  /// not need (docs/ABI/PointerAuthentication.md; `__ptrauth_swift_type_descriptor` in
  /// include/swift/ABI/MetadataRef.h). Swift has no way to authenticate one, so the signature is taken off, as
  /// `ptrauth_strip` does: addresses of a process end below bit 47 there. Where nothing is signed these bits are zero
  /// anyway. What is read this way is only read from, never called.
  package static func unsigned(_ bits: UInt) -> UInt {
    #if canImport(Darwin) && arch(arm64)
      bits & 0x0000_7FFF_FFFF_FFFF
    #else
      bits
    #endif
  }
}
