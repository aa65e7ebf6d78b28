#if os(Linux)
  import Foundation

  /// Returns the number of allocated bytes in the process; nil if the allocator does not tell, for example under a
  /// sanitizer.
  package func allocatedBytes() -> Int? {
    // Swift does not import the header that declares the function.
    typealias Inform = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt
    guard let inform = dlsym(nil, "malloc_info").map({ unsafeBitCast($0, to: Inform.self) }) else { return nil }
    var text: UnsafeMutablePointer<CChar>?
    var length = 0
    guard let file = open_memstream(&text, &length) else { return nil }
    let isTold = inform(0, file) == 0
    fclose(file)
    defer { free(text) }
    guard isTold, let text else { return nil }
    // The totals of all heaps follow the last heap.
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

/// Stops Swift Testing from recording where each error was thrown, which it keeps until a test ends. A storm throws
/// millions of errors, and the records would take all its memory.
package func keepNoTraceOfErrors() {
  // The runtime calls these hooks when an error is thrown, unless they are nil.
  for hook in ["_swift_willThrow", "_swift_willThrowTypedImpl"] {
    dlsym(nil, hook)?.storeBytes(of: nil, as: UnsafeRawPointer?.self)
  }
}
