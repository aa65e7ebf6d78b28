#if os(Linux)
  import Foundation

  /// How many bytes of the allocator's are in use in the process; nil where it does not tell, as under a sanitizer.
  package func allocatedBytes() -> Int? {
    // The header that declares it is not part of what Swift imports.
    typealias Inform = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt
    guard let inform = dlsym(nil, "malloc_info").map({ unsafeBitCast($0, to: Inform.self) }) else { return nil }
    var text: UnsafeMutablePointer<CChar>?
    var length = 0
    guard let file = open_memstream(&text, &length) else { return nil }
    let isTold = inform(0, file) == 0
    fclose(file)
    defer { free(text) }
    guard isTold, let text else { return nil }
    // What is said of all heaps together comes after the last one.
    let totals = String(cString: text).components(separatedBy: "</heap>").last ?? ""
    let size = { (element: String) in
      totals.firstRange(of: element).flatMap { found in
        Int(
          totals[found.upperBound...].components(separatedBy: "size=\"").dropFirst().first?.prefix { $0 != "\"" } ?? "")
      }
    }
    guard let all = size("<system type=\"current\""), let fast = size("<total type=\"fast\""),
      let rest = size("<total type=\"rest\""), let mapped = size("<total type=\"mmap\"")
    else { return nil }
    return all - fast - rest + mapped
  }
#endif

/// Has Swift Testing no longer keep where each error was thrown, as it does until a test ends: a storm throws millions,
/// and that would be all its memory.
package func keepNoTraceOfErrors() {
  // They are what the runtime calls when an error is thrown; nil calls nobody.
  for hook in ["_swift_willThrow", "_swift_willThrowTypedImpl"] {
    dlsym(nil, hook)?.storeBytes(of: nil, as: UnsafeRawPointer?.self)
  }
}
