// All platform branches of discovery: finding the conformance records of the loaded images, the memory that may be
// read, and Objective-C classes.

import Astroject

#if canImport(Darwin)
  import Darwin
  import MachO
  import ObjectiveC

  /// The loaded images with Swift code, which the dynamic linker reports by a callback.
  enum Images {
    /// The conformance sections of the images.
    ///
    /// Code that holds this lock must not call the dynamic linker, because the linker holds its own lock while it calls
    /// `note`.
    private static let sections = Lock<[ConformanceSection]>([])

    /// Returns the conformance section of each image.
    static func conformanceSections() throws -> [ConformanceSection] {
      watch
      return sections.withLock { $0 }
    }

    /// Returns the number of images with a section that were ever loaded, of which none is unloaded.
    static func everCount() throws -> Int { try conformanceSections().count }

    /// Registers the callback, once.
    ///
    /// The dynamic linker calls it at once for every loaded image, and later for each image that it loads, on the
    /// thread that loads it. The callback cannot be removed (mach-o/dyld.h). Counting images instead is not enough,
    /// because another thread may load one meanwhile. This relies on images with Swift code never being unloaded, as
    /// the runtime does, which holds such pointers forever (stdlib/public/runtime/ImageInspectionMachO.cpp).
    private static let watch: Void = {
      // Initializes `sections` before the linker holds its lock.
      sections.withLock { _ in }
      _dyld_register_func_for_add_image { header, _ in Images.note(header) }
    }()

    private static func note(_ header: UnsafePointer<mach_header>?) {
      // The images of the system lie in a cache (`MH_DYLIB_IN_CACHE`, mach-o/loader.h). No type in them conforms to a
      // protocol of this package, and reading them all would be slow.
      guard let header, header.pointee.flags & 0x8000_0000 == 0 else { return }
      var size: UInt = 0
      // The names are those of lib/IRGen/GenDecl.cpp and include/swift/ABI/ObjectFile.h, `SwiftObjectFileFormatMachO`.
      guard let start = getsectiondata(image(header), "__TEXT", "__swift5_proto", &size) else { return }
      let memory = ReadableMemory(segments(of: header)) { address in
        // The address lies in another image, such as one of the system.
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

    /// Returns the segments of a mapped image that descriptors lead to; on arm64e, signed data has its own segments.
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
  // A function of the runtime, written in C++ with the C calling convention
  // (stdlib/public/runtime/ImageInspectionCommon.cpp). The standard library does not declare it, so this is its only
  // declaration. The linker finds the name. `dlsym` would find nothing in a program that links the runtime statically.
  // On the processors of these platforms Swift passes two pointers as C does, and the Swift repository's own test
  // declares the function in this way. `@convention(c)` says how it calls back.
  //
  // It calls `body` for each image until `body` returns false, on this thread and without holding a lock.
  @_silgen_name("swift_enumerateAllMetadataSections")
  private func enumerateAllMetadataSections(
    _ body: @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?) -> Bool, _ context: UnsafeMutableRawPointer?)

  // A function of the C library (link.h) that its header does not show to Swift. It calls `body` for each loaded image,
  // with a description and its size, until `body` returns a value other than zero. No image can be unloaded meanwhile.
  @_silgen_name("dl_iterate_phdr")
  private func iterateProgramHeaders(
    _ body: @convention(c) (UnsafeRawPointer, Int, UnsafeMutableRawPointer?) -> CInt,
    _ context: UnsafeMutableRawPointer?
  ) -> CInt

  /// The loaded images.
  enum Images {
    /// Returns the conformance section of each image.
    static func conformanceSections() throws -> [ConformanceSection] {
      // Each image has registered itself with the runtime, which does not notice when one is unloaded. The loaded
      // images are listed afterwards, so the list contains every image that was described and is still loaded.
      let descriptions = descriptions()
      let images = segments()
      let all = ReadableMemory(images.flatMap { $0 })
      let found = descriptions.compactMap { description -> (start: UInt, size: UInt, image: Int)? in
        // A description consists of words: a version, the base address, two unused words, and pairs of start and
        // length. The second pair is that of the conformances. All versions so far agree on this
        // (stdlib/public/SwiftShims/swift/shims/MetadataSections.h).
        let word = UInt(MemoryLayout<UInt>.size)
        guard let start = try? all.load(UInt.self, at: description &+ 6 &* word),
          let size = try? all.load(UInt.self, at: description &+ 7 &* word),
          let image = images.firstIndex(where: { $0.contains { $0.contains(start) } })
        else { return nil }
        return (start, size, image)
      }
      // Only images with Swift records are read, because any other image may be unloaded meanwhile.
      let readable = found.flatMap { images[$0.image] }
      return found.compactMap { section in
        let near = images[section.image].ordered { $0.contains(section.start) ? 0 : 1 }
        let memory = ReadableMemory(near) { address in readable.first { $0.contains(address) } }
        return ConformanceSection(start: section.start, size: section.size, in: memory)
      }
    }

    /// Returns the number of images that ever registered themselves with the runtime.
    static func everCount() throws -> Int { descriptions().count }

    /// Returns the addresses of the descriptions of all images that ever registered themselves with the runtime.
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

    /// Returns the readable parts of each loaded image.
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

  /// A program header, which says how a part of an image is mapped (elf.h, `Elf64_Phdr` and `Elf32_Phdr`).
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

    /// True if the part is mapped (`PT_LOAD`) and may be read (`PF_R`).
    var isReadable: Bool { header.load(as: UInt32.self) == 1 && flags & 4 != 0 }

    /// Returns the readable parts of an image.
    ///
    /// - Parameter image: A `dl_phdr_info` (link.h). Its words are the distance that the image was moved by, its name,
    ///   its program headers, and their number in 16 bits.
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
    static func everCount() throws -> Int { throw Discovery.Error.unsupportedPlatform }
  }
#endif

// MARK: - Objective-C

extension Images {
  /// Returns the Objective-C class with a name.
  static func objectiveCClass(named name: String) -> AnyClass? {
    #if canImport(Darwin)
      objc_lookUpClass(name)
    #else
      nil
    #endif
  }

  /// Returns the Objective-C class at an address.
  static func objectiveCClass(at address: UInt) -> AnyClass? {
    #if canImport(Darwin)
      // The address is that of the class itself. As a value in Swift, such a class has metadata that the runtime makes
      // (include/swift/ABI/Metadata.h, `TargetObjCClassWrapperMetadata`), so the class is looked up again by its name.
      UnsafeRawPointer(bitPattern: address).flatMap {
        objc_lookUpClass(class_getName(unsafeBitCast($0, to: AnyClass.self)))
      }
    #else
      nil
    #endif
  }
}
