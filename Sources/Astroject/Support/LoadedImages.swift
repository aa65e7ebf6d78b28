// The loaded images of the process: its program and its libraries. With `Platform.swift`, the only branches for
// platforms.

#if canImport(Darwin)
  import Darwin
  import MachO
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

#if os(Linux) || os(Android) || os(FreeBSD)
  // Functions and a constant, `RTLD_NOLOAD`, of the C library (dlfcn.h, link.h) that its headers do not show to Swift.
  @_silgen_name("dladdr")
  private func findImage(_ address: UnsafeRawPointer, _ info: UnsafeMutableRawPointer) -> CInt
  @_silgen_name("dl_iterate_phdr")
  private func iterateImages(
    _ body: @convention(c) (UnsafeRawPointer, Int, UnsafeMutableRawPointer?) -> CInt,
    _ context: UnsafeMutableRawPointer?
  ) -> CInt
  private let onlyLoaded: CInt = 4
#elseif canImport(Darwin)
  private let onlyLoaded = RTLD_NOLOAD
#endif

/// The loaded images: the program and its libraries.
package enum LoadedImages {
  /// Returns the path of the image that an address lies in; nil if it lies in none, or if that cannot be found out.
  static func path(around address: UnsafeRawPointer) -> String? {
    #if canImport(Darwin)
      var info = Dl_info()
      guard dladdr(address, &info) != 0 else { return nil }
      return info.dli_fname.map { String(cString: $0) }
    #elseif os(Linux) || os(Android) || os(FreeBSD)
      // A `Dl_info` has four words, and the first one is the path.
      var info: (UnsafePointer<CChar>?, UInt, UInt, UInt) = (nil, 0, 0, 0)
      guard findImage(address, &info) != 0 else { return nil }
      return info.0.map { String(cString: $0) }
    #else
      return nil
    #endif
  }

  /// Returns the path of the image that declares a type; nil if that cannot be found out.
  package static func path(of type: Any.Type) -> String? {
    // The runtime makes the metadata of many types, but the compiler writes each descriptor.
    if let descriptor = TypeKind.descriptor(of: type) { return path(around: descriptor) }
    let metadata = UnsafeRawPointer(metadataOf: type)
    guard case .existential = TypeKind(type) else { return path(around: metadata) }
    // After the kind, the flags and the number of protocols come the superclass, if there is one, and the descriptors
    // of the protocols, which are not signed (include/swift/ABI/Metadata.h, `TargetExistentialTypeMetadata`). Those of
    // Objective-C are marked in the lowest bit.
    return UnsafeRawPointer(bitPattern: metadata.word(2) & ~1).flatMap(path(around:))
  }

  /// The paths of the images that have a copy of this library, that of this copy first.
  ///
  /// A copy that its image does not export is not found by others. Copies whose symbols the dynamic linker has unified
  /// count as one.
  static var copies: [String] {
    typealias Identify = @convention(c) () -> UnsafeRawPointer
    guard let own = path(around: unsafeBitCast(identifyCopy as Identify, to: UnsafeRawPointer.self)) else { return [] }
    var (known, copies) = ([identifyCopy()], [own])
    for image in paths {
      guard let function = address(of: "astroject_identify_copy", in: image) else { continue }
      let identity = unsafeBitCast(function, to: Identify.self)()
      if known.contains(identity) { continue }
      known.append(identity)
      copies.append(path(around: function) ?? image)
    }
    return copies
  }

  /// The paths of all images; the program may have an empty one.
  private static var paths: [String] {
    #if canImport(Darwin)
      return (0..<_dyld_image_count()).compactMap { _dyld_get_image_name($0).map { String(cString: $0) } }
    #elseif os(Linux) || os(Android) || os(FreeBSD)
      var paths: [String] = []
      withUnsafeMutablePointer(to: &paths) { paths in
        _ = iterateImages(
          { image, _, context in
            // The second word of a `dl_phdr_info` is the path.
            let path = image.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafePointer<CChar>?.self)
            context?.assumingMemoryBound(to: [String].self).pointee.append(path.map { String(cString: $0) } ?? "")
            return 0
          }, paths)
      }
      return paths
    #else
      return []
    #endif
  }

  /// Returns the address of a symbol that an image, or a library that it needs, exports.
  private static func address(of symbol: String, in path: String) -> UnsafeMutableRawPointer? {
    #if canImport(Darwin) || os(Linux) || os(Android) || os(FreeBSD)
      guard let image = dlopen(path.isEmpty ? nil : path, RTLD_LAZY | onlyLoaded) else { return nil }
      defer { dlclose(image) }
      return dlsym(image, symbol)
    #else
      return nil
    #endif
  }
}

/// Identifies this copy of the library, as its own code sees it: the dynamic linker may have unified it with another
/// one.
@_cdecl("astroject_identify_copy")
@usableFromInline
func identifyCopy() -> UnsafeRawPointer { unsafeBitCast(AnyProduct.self as AnyClass, to: UnsafeRawPointer.self) }
