// Every platform branch of discovery: where the loaded images have their conformance records, what of them may be read,
// and how a class of Objective-C is found.

import Astroject

#if canImport(Darwin)
  import Darwin
  import MachO
  import ObjectiveC

  /// The images that Swift code of this process is in, kept by the dynamic linker's own call for each that it loads.
  enum Images {
    /// Whoever holds this lock must not call the dynamic linker, which holds a lock of its own while it calls `note`.
    private static let sections = Lock<[ConformanceSection]>([])

    /// The records of each image.
    static func conformanceSections() throws -> [ConformanceSection] {
      watch
      return sections.withLock { $0 }
    }

    /// Called at once for every image that is loaded, and later for each that comes, on whatever thread loads it; it
    /// cannot be taken back (mach-o/dyld.h). To count images instead would not do, as another thread may load one
    /// meanwhile. Like the runtime, which holds such pointers for good, this relies on it that an image with Swift code
    /// is not unloaded (stdlib/public/runtime/ImageInspectionMachO.cpp).
    private static let watch: Void = {
      // Made before the linker's lock is held.
      sections.withLock { _ in }
      _dyld_register_func_for_add_image { header, _ in Images.note(header) }
    }()

    private static func note(_ header: UnsafePointer<mach_header>?) {
      // The system's own images lie in a cache (`MH_DYLIB_IN_CACHE`, mach-o/loader.h). None adopts a protocol of this
      // package, and to read them all would be slow.
      guard let header, header.pointee.flags & 0x8000_0000 == 0 else { return }
      var size: UInt = 0
      // The names: lib/IRGen/GenDecl.cpp and include/swift/ABI/ObjectFile.h, `SwiftObjectFileFormatMachO`.
      guard let start = getsectiondata(image(header), "__TEXT", "__swift5_proto", &size) else { return }
      let memory = ReadableMemory(segments(of: header)) { address in
        // What lies in another image, such as one of the system.
        var info = Dl_info()
        guard dladdr(UnsafeRawPointer(bitPattern: address), &info) != 0, let header = info.dli_fbase else {
          return nil
        }
        return segments(of: UnsafeRawPointer(header).assumingMemoryBound(to: mach_header.self))
          .first { $0.contains(address) }
      }
      guard let section = ConformanceSection(start: UInt(bitPattern: start), size: size, in: memory) else { return }
      sections.withLock { $0.append(section) }
    }

    /// Where a mapped image has what descriptors lead to; on arm64e what is signed lies apart.
    private static func segments(of header: UnsafePointer<mach_header>) -> [Range<UInt>] {
      ["__TEXT", "__DATA_CONST", "__DATA", "__DATA_DIRTY", "__AUTH_CONST", "__AUTH"].compactMap { name in
        var size: UInt = 0
        guard let start = getsegmentdata(image(header), name, &size), size > 0 else { return nil }
        return UInt(bitPattern: start)..<UInt(bitPattern: start) + size
      }
    }

    #if arch(arm64_32) || arch(arm) || arch(i386)
      private static func image(_ header: UnsafePointer<mach_header>) -> UnsafePointer<mach_header> { header }
    #else
      private static func image(_ header: UnsafePointer<mach_header>) -> UnsafePointer<mach_header_64> {
        UnsafeRawPointer(header).assumingMemoryBound(to: mach_header_64.self)
      }
    #endif
  }
#elseif os(Linux) || os(Android) || os(FreeBSD)
  // A function of the runtime, written in C++ with the convention of C
  // (stdlib/public/runtime/ImageInspectionCommon.cpp); the standard library does not declare it, so this is its only
  // declaration. The name is given to the linker, and not to `dlsym` at run time, which finds nothing in a program that
  // has the runtime linked statically. Swift passes two pointers as C does on the processors of these platforms, and
  // the Swift repository's own test of the function declares it so; how it calls back is said by `@convention(c)`.
  //
  // It calls `body` for each image, on this thread and with no lock held, until that returns false.
  @_silgen_name("swift_enumerateAllMetadataSections")
  private func enumerateAllMetadataSections(
    _ body: @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?) -> Bool, _ context: UnsafeMutableRawPointer?)

  // A function of the C library (link.h), which its header does not show to Swift. It calls `body` for each image that
  // is loaded now, with a description and its size, while none can be unloaded, until that returns something else than
  // zero.
  @_silgen_name("dl_iterate_phdr")
  private func iterateProgramHeaders(
    _ body: @convention(c) (UnsafeRawPointer, Int, UnsafeMutableRawPointer?) -> CInt,
    _ context: UnsafeMutableRawPointer?
  ) -> CInt

  /// The loaded images.
  enum Images {
    /// The records of each image.
    static func conformanceSections() throws -> [ConformanceSection] {
      // Each has registered itself with the runtime, which does not hear of it when one is unloaded. What is loaded is
      // asked afterwards, so that the images of all that were there before, and still are, are among it.
      let descriptions = descriptions()
      let images = segments()
      let all = ReadableMemory(images.flatMap { $0 })
      let found = descriptions.compactMap { description -> (start: UInt, size: UInt, image: Int)? in
        // Words: a version, the base address, two that are unused, and pairs of start and length, of which the second
        // is that of the conformances. All versions so far agree on these
        // (stdlib/public/SwiftShims/swift/shims/MetadataSections.h).
        let word = UInt(MemoryLayout<UInt>.size)
        guard let start = try? all.load(UInt.self, at: description &+ 6 &* word),
          let size = try? all.load(UInt.self, at: description &+ 7 &* word),
          let image = images.firstIndex(where: { $0.contains { $0.contains(start) } })
        else { return nil }
        return (start, size, image)
      }
      // Nothing but Swift's own images is read: what has no records may be unloaded meanwhile.
      let readable = found.flatMap { images[$0.image] }
      return found.compactMap { section in
        let near = images[section.image].sorted { $0.contains(section.start) && !$1.contains(section.start) }
        let memory = ReadableMemory(near) { address in readable.first { $0.contains(address) } }
        return ConformanceSection(start: section.start, size: section.size, in: memory)
      }
    }

    /// Where the runtime has the descriptions of all images that ever registered themselves.
    private static func descriptions() -> [UInt] {
      var descriptions: [UInt] = []
      withUnsafeMutablePointer(to: &descriptions) { descriptions in
        enumerateAllMetadataSections(
          { image, context in
            context?.assumingMemoryBound(to: [UInt].self).pointee.append(UInt(bitPattern: image))
            return true
          }, descriptions)
      }
      return descriptions
    }

    /// The parts of each loaded image that may be read.
    private static func segments() -> [[Range<UInt>]] {
      var images: [[Range<UInt>]] = []
      withUnsafeMutablePointer(to: &images) { images in
        _ = iterateProgramHeaders(
          { image, _, context in
            context?.assumingMemoryBound(to: [[Range<UInt>]].self).pointee.append(ProgramHeader.segments(of: image))
            return 0
          }, images)
      }
      return images
    }
  }

  /// Says how a part of an image is mapped (elf.h, `Elf64_Phdr` and `Elf32_Phdr`).
  private struct ProgramHeader {
    #if _pointerBitWidth(_64)
      static var size: Int { 56 }
      var flags: UInt32 { header.load(fromByteOffset: 4, as: UInt32.self) }
      var address: UInt { header.load(fromByteOffset: 16, as: UInt.self) }
      var sizeInMemory: UInt { header.load(fromByteOffset: 40, as: UInt.self) }
    #else
      static var size: Int { 32 }
      var flags: UInt32 { header.load(fromByteOffset: 24, as: UInt32.self) }
      var address: UInt { header.load(fromByteOffset: 8, as: UInt.self) }
      var sizeInMemory: UInt { header.load(fromByteOffset: 20, as: UInt.self) }
    #endif

    let header: UnsafeRawPointer

    /// Whether the part is mapped at all (`PT_LOAD`), and may be read (`PF_R`).
    var isReadable: Bool { header.load(as: UInt32.self) == 1 && flags & 4 != 0 }

    /// The parts of an image that may be read.
    ///
    /// - Parameter image: A `dl_phdr_info`, of which the words are the distance that the image was moved by, its name,
    ///   its program headers, and their number in 16 bits (link.h).
    static func segments(of image: UnsafeRawPointer) -> [Range<UInt>] {
      let word = MemoryLayout<UInt>.size
      let distance = image.load(as: UInt.self)
      let count = image.load(fromByteOffset: 3 * word, as: UInt16.self)
      guard let headers = image.load(fromByteOffset: 2 * word, as: UnsafeRawPointer?.self) else { return [] }
      return (0..<Int(count)).map { ProgramHeader(header: headers + $0 * size) }.filter(\.isReadable).map {
        let start = distance &+ $0.address
        return start..<start + $0.sizeInMemory
      }
    }
  }
#else
  enum Images {
    static func conformanceSections() throws -> [ConformanceSection] { throw Discovery.Error.unsupportedPlatform }
  }
#endif

// MARK: - Objective-C

extension Images {
  /// A class that Objective-C has compiled, by its name.
  static func objectiveCClass(named name: String) -> AnyClass? {
    #if canImport(Darwin)
      objc_lookUpClass(name)
    #else
      nil
    #endif
  }

  /// The class that Objective-C has put at an address.
  static func objectiveCClass(at address: UInt) -> AnyClass? {
    #if canImport(Darwin)
      // Looked up by its name again: as a value, such a class has metadata that the runtime makes for Swift
      // (include/swift/ABI/Metadata.h, `TargetObjCClassWrapperMetadata`), and this is only the class itself.
      UnsafeRawPointer(bitPattern: address).flatMap {
        objc_lookUpClass(class_getName(unsafeBitCast($0, to: AnyClass.self)))
      }
    #else
      nil
    #endif
  }
}
