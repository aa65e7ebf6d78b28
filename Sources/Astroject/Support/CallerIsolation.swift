/// The isolation of the code that calls an asynchronous function.
@usableFromInline
package enum CallerIsolation {
  /// Changes to the executor of the caller's isolation.
  ///
  /// A function that is nonisolated(nonsending) assumes that its caller has changed to that executor. Swift 6.3.0 and
  /// 6.3.1 leave that change out, in optimized code, where the caller does nothing else there
  /// (github.com/swiftlang/swift/pull/88687). So the closures of an app would run elsewhere than its function.
  /// Functions that run them for a caller outside of the library call this first. It does not suspend a caller that is
  /// there already.
  ///
  /// Synchronous code has to follow. Before another call that is awaited, the change is left out again.
  ///
  /// - Parameter isolation: The isolation. A function with such a parameter changes by itself.
  @usableFromInline
  @inline(never)
  package static func enter(_ isolation: isolated (any Actor)? = #isolation) async {}
}
