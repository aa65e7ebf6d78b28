/// The identity of a registration: the type of its product, its name or key, and the types of its arguments.
///
/// Types are compared by identity, never by their printed name. Comparing two keys may call `==` of the values given as
/// `key:`; their `hash(into:)` is called once, when the key is created.
public struct Key: Sendable {
  /// The type of the product.
  public let product: Any.Type
  /// The type of the argument, or the tuple of the types of several; `Void` if there are none.
  ///
  /// One argument that is a tuple without labels is the same as several arguments.
  public let arguments: Any.Type
  /// The name or key that tells registrations of one type apart.
  package let label: Label?

  /// The name; nil if the key has none.
  ///
  /// A label that is a `String` is a name.
  public var name: String? { label?.bare?.name }
  /// The value given as `name:` or `key:`; nil if neither was given.
  ///
  /// If both were given, it is a value that stands for the two.
  public var tag: (any Hashable & Sendable)? { label?.bare?.base }

  @usableFromInline
  package init(_ product: Any.Type, label: Label? = nil, arguments: Any.Type = Void.self) {
    self.product = product
    self.label = label
    self.arguments = arguments
  }

  package var takesArguments: Bool { arguments != Void.self }

  /// Returns the key of another type with this label and these arguments.
  package func asking(for type: Any.Type) -> Key { Key(type, label: label, arguments: arguments) }

  /// The key of the registration under the same label that takes no arguments.
  package var withoutArguments: Key { Key(product, label: label) }

  /// Returns true if two keys differ at most in their arguments.
  ///
  /// The key of a composite counts as the key given at registration.
  @inline(never)
  func isSameService(as other: Key) -> Bool { product == other.product && label?.bare == other.label?.bare }

  /// A word that equal keys share.
  ///
  /// For a key that is only a type it is the type's address: an even number that no other key has. For any other key it
  /// is odd, and different keys may share it by chance.
  var word: UInt {
    if label == nil, !takesArguments { return Key.word(of: product) }
    return Key.word(of: product, arguments: arguments, labelHash: label?.hash ?? 0)
  }

  /// Returns true if a word is that of a key that is only a type.
  static func isType(_ word: UInt) -> Bool { word & 1 == 0 }

  @inlinable
  package static func word(of product: Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(product)) }

  /// Creates the key of the type whose address is the word.
  init(ofType word: UInt) { self.init(unsafeBitCast(word, to: Any.Type.self)) }

  /// Returns the word of a key that has a label or arguments.
  static func word(of product: Any.Type, arguments: Any.Type, labelHash: Int) -> UInt {
    // Multiplying by an odd number loses nothing, and spreads the bits in which addresses differ over the word.
    let types = Key.word(of: product) ^ (Key.word(of: arguments) &* 31)
    return (UInt(bitPattern: labelHash) ^ (types &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64))) | 1
  }
}

// MARK: - Hashable

extension Key: Hashable {
  /// Returns true if both keys find the same registration.
  public static func == (left: Key, right: Key) -> Bool {
    left.product == right.product && left.arguments == right.arguments && left.label == right.label
  }

  /// Hashes the types and the label, in constant time.
  public func hash(into hasher: inout Hasher) { hasher.combine(word) }
}
