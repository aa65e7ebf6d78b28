extension AtomicWord {
  /// The object that lies there, whose address the word is; nil while the word is zero.
  @inlinable
  @inline(__always)
  package func object<Object: AnyObject>(_ type: Object.Type = Object.self) -> Unmanaged<Object>? {
    UnsafeRawPointer(bitPattern: load()).map { .fromOpaque($0) }
  }

  /// Puts an object where nobody has put one yet, and counts it; returns what lies there then, whose address the word
  /// is. The word has been zero, or the address of another such object, and whoever owns it lets go of the object in
  /// the end.
  func object<Object: AnyObject>(orPut new: Object) -> Object {
    let own = Unmanaged.passRetained(new)
    let address = UInt(bitPattern: own.toOpaque())
    update { $0 == 0 ? address : $0 }
    let there = load()
    guard there != address, let other = UnsafeRawPointer(bitPattern: there) else { return new }
    // Another thread was faster.
    own.release()
    return Unmanaged<Object>.fromOpaque(other).takeUnretainedValue()
  }
}
