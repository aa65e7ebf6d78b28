/// The name of the type that declares a property, by which the wrapper of the property is told from those of others.
///
/// Objects that an object makes by hand in its own initial values may have properties of the same types as it has.
struct PropertyOwner: Sendable {
  /// The address and the number of bytes of the name, which is a part of the program; zero if it is not known.
  private let address: UInt
  private let count: Int

  init(nameAt address: UInt, count: Int) { (self.address, self.count) = (address, count) }

  /// A type that any wrapper may belong to.
  static let unknown = PropertyOwner(nameAt: 0, count: 0)

  /// Returns false if a wrapper belongs to another type.
  ///
  /// - Parameter owner: The `#function` of the wrapper. For a property it is the name of the type, without its module
  ///   and the types around it. For a wrapper that a function makes it is the name of the function, which shows no
  ///   type.
  @inline(__always)
  func mayHave(_ owner: StaticString) -> Bool {
    owner.hasPointerRepresentation && owner.utf8CodeUnitCount == count && isName(UnsafeRawPointer(owner.utf8Start))
      || isOpen(to: owner)
  }

  /// Returns true if there are the bytes of the name.
  ///
  /// Eight are compared at a time, because each property of each object is asked for its owner.
  private func isName(_ bytes: UnsafeRawPointer) -> Bool {
    guard let name = UnsafeRawPointer(bitPattern: address) else { return true }
    func isEqual<Word: BitwiseCopyable & Equatable>(_ word: Word.Type, at offset: Int) -> Bool {
      (name + offset).loadUnaligned(as: word) == (bytes + offset).loadUnaligned(as: word)
    }
    var offset = 0
    while offset &+ 8 <= count {
      guard isEqual(UInt64.self, at: offset) else { return false }
      offset &+= 8
    }
    while offset < count {
      guard isEqual(UInt8.self, at: offset) else { return false }
      offset &+= 1
    }
    return true
  }

  @inline(never)
  private func isOpen(to owner: StaticString) -> Bool {
    guard let name = UnsafePointer<UInt8>(bitPattern: address) else { return true }
    if owner.withUTF8Buffer({ $0.contains(UInt8(ascii: "(")) }) { return true }
    // `#function` shows a raw identifier without its backticks, and with plain spaces.
    guard name.pointee == UInt8(ascii: "`") else { return false }
    var index = 1
    return owner.withUTF8Buffer { bytes in
      for byte in bytes {
        let isSpace = name[index] == 0xC2 && name[index + 1] == 0xA0
        guard byte == (isSpace ? UInt8(ascii: " ") : name[index]) else { return false }
        index += isSpace ? 2 : 1
      }
      return index == count - 1
    }
  }
}
