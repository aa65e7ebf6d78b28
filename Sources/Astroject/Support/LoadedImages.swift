/// The loaded images: the program and its libraries.
enum LoadedImages {
  /// Returns the path of the image that declares a type; nil if that cannot be found out.
  static func path(of type: Any.Type) -> String? {
    // The runtime makes the metadata of many types, but the compiler writes each descriptor.
    if let descriptor = TypeKind.descriptor(of: type) { return DynamicLinker.path(around: descriptor) }
    let metadata = UnsafeRawPointer(metadataOf: type)
    guard case .existential = TypeKind(type) else { return DynamicLinker.path(around: metadata) }
    // After the kind, the flags and the number of protocols come the superclass, if there is one, and the descriptors
    // of the protocols, which are not signed (include/swift/ABI/Metadata.h, `TargetExistentialTypeMetadata`). Those of
    // Objective-C are marked in the lowest bit.
    return UnsafeRawPointer(bitPattern: metadata.word(2) & ~1).flatMap(DynamicLinker.path(around:))
  }

  /// The paths of the images that have a copy of this library, that of this copy first.
  ///
  /// A copy that its image does not export is not found by others. Copies whose symbols the dynamic linker has unified
  /// count as one.
  static var copies: [String] {
    typealias Identify = @convention(c) () -> UnsafeRawPointer
    let code = unsafeBitCast(identifyCopy as Identify, to: UnsafeRawPointer.self)
    guard let own = DynamicLinker.path(around: code) else { return [] }
    var (known, copies) = ([identifyCopy()], [own])
    for image in DynamicLinker.paths {
      guard let function = DynamicLinker.address(of: "astroject_identify_copy", in: image) else { continue }
      let identity = unsafeBitCast(function, to: Identify.self)()
      if known.contains(identity) { continue }
      known.append(identity)
      copies.append(DynamicLinker.path(around: function) ?? image)
    }
    return copies
  }
}

/// Identifies this copy of the library, as its own code sees it: the dynamic linker may have unified it with another
/// one.
@_cdecl("astroject_identify_copy")
@usableFromInline
func identifyCopy() -> UnsafeRawPointer { unsafeBitCast(AnyProduct.self as AnyClass, to: UnsafeRawPointer.self) }
