// The platform branches of the module are in this file: memory of threads, blocking, the main thread, the stack, and
// the dynamic linker.

#if canImport(Darwin)
  import Darwin
  import MachO
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif os(Windows)
  import WinSDK
#endif
#if canImport(Dispatch)
  import Dispatch
#endif

// MARK: - ThreadMemory

/// The address of the memory of the current thread; nil until it is set.
enum ThreadMemory {
  /// Frees the memory of a thread that ends. It is set before the first address.
  static let end = Lock<(@Sendable (UnsafeMutableRawPointer) -> Void)?>(nil)

  private static func free(_ memory: UnsafeMutableRawPointer?) { if let memory { end.withLock { $0 }?(memory) } }

  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    /// The key plus one; zero until there is a key. A lazy global would cost a call at each access here.
    private static let key = AtomicWord(0)
    private static let madeKey: pthread_key_t = {
      var made = pthread_key_t()
      if pthread_key_create(&made, { free($0) }) != 0 { stop() }
      key.store(UInt(made) + 1)
      return made
    }()

    static var address: UnsafeMutableRawPointer? {
      @inline(__always) get {
        let key = key.load()
        return key == 0 ? nil : pthread_getspecific(pthread_key_t(truncatingIfNeeded: key &- 1))
      }
      set { if pthread_setspecific(madeKey, newValue) != 0 { stop() } }
    }
  #elseif os(Windows)
    private static let index: DWORD = {
      let index = FlsAlloc { free($0) }
      if index == DWORD.max { stop() }
      return index
    }()

    static var address: UnsafeMutableRawPointer? {
      get { FlsGetValue(index) }
      set { if !FlsSetValue(index, newValue) { stop() } }
    }
  #else
    /// Safe because there is one thread.
    nonisolated(unsafe) static var address: UnsafeMutableRawPointer?
  #endif

  // A thread that has nowhere to keep its context cannot know whose code it runs, nor protect what it reads. With a key
  // that was not made, it would use memory of whichever library has the key with that number. A table of contexts
  // behind a lock would not learn of the end of a thread. So the program stops, as the runtime does that needs keys,
  // too.
  private static func stop() -> Never {
    fatalError("Astroject needs one thread-specific value of the system, and this process has none left.")
  }
}

// MARK: - Signal

/// Blocks one thread until another thread raises it, once.
struct Signal: @unchecked Sendable {
  #if canImport(Dispatch)
    static let canBlock = true
    private let semaphore = DispatchSemaphore(value: 0)

    func wait() { semaphore.wait() }
    func raise() { semaphore.signal() }
  #else
    /// False because there is one thread without Dispatch. Blocking it would be waiting for itself.
    static let canBlock = false

    func wait() {}
    func raise() {}
  #endif
}

// MARK: - MainThread

/// Detects code that runs on the main actor's executor.
enum MainThread {
  #if canImport(Darwin)
    static var isCurrent: Bool { pthread_main_np() != 0 }
  #elseif canImport(Dispatch)
    // Off Apple platforms the main queue may leave the first thread. So the queue is marked, not the thread.
    private static let mark: DispatchSpecificKey<Bool> = {
      let key = DispatchSpecificKey<Bool>()
      DispatchQueue.main.setSpecific(key: key, value: true)
      return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }
  #else
    static var isCurrent: Bool { true }
  #endif
}

// MARK: - RuntimeFunctions

/// Functions of the Swift runtime that the compiler calls, and code cannot name.
enum RuntimeFunctions {
  /// Returns the witness table of a type for a protocol, from their metadata and descriptor; nil if there is none.
  typealias ConformsToProtocol = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UnsafeRawPointer?

  /// Nil where functions cannot be found by name.
  static var conformsToProtocol: ConformsToProtocol? {
    #if canImport(Darwin)
      // The handle stands for all images of the process, and is defined by a macro of C.
      let function = dlsym(UnsafeMutableRawPointer(bitPattern: -2), "swift_conformsToProtocol")
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
      let function = dlsym(nil, "swift_conformsToProtocol")
    #else
      let function: UnsafeMutableRawPointer? = nil
    #endif
    return function.map { unsafeBitCast($0, to: ConformsToProtocol.self) }
  }
}

// MARK: - Stack

/// Finds the end of the current thread's stack; zero if it cannot be found out.
enum Stack {
  #if canImport(Darwin)
    /// The lowest address of this thread's stack.
    static var end: UInt {
      let thread = pthread_self()
      return UInt(bitPattern: pthread_get_stackaddr_np(thread)) - UInt(pthread_get_stacksize_np(thread))
    }
  #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
    private typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

    /// A function that the headers declare for C programs that ask for it, but not for Swift.
    private static let getAttributes: GetAttributes? =
      dlsym(nil, "pthread_getattr_np").map { unsafeBitCast($0, to: GetAttributes.self) }

    /// The lowest address of this thread's stack. On the first thread this is slow because it reads a file of the
    /// kernel.
    static var end: UInt {
      var attributes = pthread_attr_t()
      guard getAttributes?(pthread_self(), &attributes) == 0 else { return 0 }
      defer { pthread_attr_destroy(&attributes) }
      var address: UnsafeMutableRawPointer?
      var size = 0
      guard pthread_attr_getstack(&attributes, &address, &size) == 0 else { return 0 }
      return UInt(bitPattern: address)
    }
  #elseif os(Windows)
    /// The lowest address of this thread's stack.
    static var end: UInt {
      var low: ULONG_PTR = 0
      var high: ULONG_PTR = 0
      GetCurrentThreadStackLimits(&low, &high)
      return UInt(low)
    }
  #else
    static var end: UInt { 0 }
  #endif
}

// MARK: - DynamicLinker

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

/// The images of the process, as its dynamic linker knows them: the program and its libraries.
enum DynamicLinker {
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

  /// The paths of all images; the program may have an empty one.
  static var paths: [String] {
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
  static func address(of symbol: String, in path: String) -> UnsafeMutableRawPointer? {
    #if canImport(Darwin) || os(Linux) || os(Android) || os(FreeBSD)
      guard let image = dlopen(path.isEmpty ? nil : path, RTLD_LAZY | onlyLoaded) else { return nil }
      defer { dlclose(image) }
      return dlsym(image, symbol)
    #else
      return nil
    #endif
  }
}
