extension AtomicWord {
  /// Returns the object whose address is the word; nil if the word is zero.
  @inlinable
  @inline(__always)
  package func object<Object: AnyObject>(_ type: Object.Type = Object.self) -> Borrowed<Object>? {
    Borrowed(word: load())
  }

  /// Stores and retains an object if the word is zero, and returns the object whose address is the word then.
  ///
  /// The word must be zero or the address of another such object. The owner of the word releases the object in the end.
  func object<Object: AnyObject>(orPut new: Object) -> Object {
    let own = Borrowed(retaining: new)
    let address = own.word
    let old = update { $0 == 0 ? address : $0 }
    guard let other = Borrowed<Object>(word: old) else { return new }
    // Another thread was faster.
    own.release()
    return other.object
  }
}
