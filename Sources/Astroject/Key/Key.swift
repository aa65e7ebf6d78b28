/// What a registration is found by: the type of its product, its name or key, and the types of its arguments.
///
/// Types are told apart by identity and never by their printed name.
public struct Key: Sendable {
  /// The type that is asked for.
  public let product: Any.Type
  /// The tuple of the types of the arguments; `Void` where there are none, the type itself where there is one. One
  /// argument that is a tuple is the same as several.
  public let arguments: Any.Type
  /// What tells registrations of one type apart.
  package let label: Label?

  /// The name, where the key has one: a label that is a `String`.
  public var name: String? { label?.name }
  /// The value given as `name:` or `key:`.
  public var tag: (any Hashable & Sendable)? { label?.base }

  @usableFromInline
  package init(_ product: Any.Type, label: Label? = nil, arguments: Any.Type = Void.self) {
    self.product = product
    self.label = label
    self.arguments = arguments
  }

  package var takesArguments: Bool { arguments != Void.self }

  /// The same for another type.
  package func asking(for type: Any.Type) -> Key { Key(type, label: label, arguments: arguments) }

  /// The key of what is registered without arguments under the same name.
  package var withoutArguments: Key { Key(product, label: label) }

  /// Whether the two differ, if at all, in their arguments alone.
  func isSameService(as other: Key) -> Bool { product == other.product && label?.bare == other.label?.bare }

  /// A word that equal keys share. Of a key that is a type alone it is the type's address, which is even, and no other
  /// key has it; of every other key it is odd and may be shared by chance.
  var word: UInt {
    if label == nil, !takesArguments { return Key.word(of: product) }
    return Key.word(of: product, arguments: arguments, labelHash: label?.hash ?? 0)
  }

  /// Whether a word is that of a key that is a type alone.
  static func isType(_ word: UInt) -> Bool { word & 1 == 0 }

  @inlinable
  package static func word(of product: Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(product)) }

  /// The key whose word is the address of a type.
  init(ofType word: UInt) { self.init(unsafeBitCast(word, to: Any.Type.self)) }

  /// The word of a key that is more than a type.
  static func word(of product: Any.Type, arguments: Any.Type, labelHash: Int) -> UInt {
    // A multiplication by an odd number keeps what tells addresses apart, and puts that where hashes differ, too.
    let types = Key.word(of: product) ^ (Key.word(of: arguments) &* 31)
    return (UInt(bitPattern: labelHash) ^ (types &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64))) | 1
  }
}

// MARK: - Hashable

extension Key: Hashable {
  /// Whether both find the same registration.
  public static func == (left: Key, right: Key) -> Bool {
    left.product == right.product && left.arguments == right.arguments && left.label == right.label
  }

  /// Hashes the types and the label.
  public func hash(into hasher: inout Hasher) { hasher.combine(word) }
}
