/// A name or key: a Hashable value that equals another one only if their types are the same.
///
/// It is an object, so that keys are small, and it stores its hash.
@usableFromInline
package final class Label: Sendable {
  /// The name if the label is one of a `String`.
  private let ownName: String?
  /// The name or key that the label was made of.
  package let base: any Hashable & Sendable
  /// A hash that equal labels share.
  let hash: Int

  init(_ base: any Hashable & Sendable, ownName: String? = nil, hash: Int) {
    self.ownName = ownName
    self.base = base
    self.hash = hash
  }

  /// Creates a label of a name, a key or both; nil if neither is given.
  @inlinable
  @inline(__always)
  package convenience init?(name: String?, key: borrowing (any Hashable & Sendable)?) {
    // Most keys have no label. Then nothing is copied.
    if name == nil, key == nil { return nil }
    self.init(given: name, key)
  }

  @usableFromInline
  convenience init?(given name: String?, _ key: borrowing (any Hashable & Sendable)?) {
    switch (name, copy key) {
    case (nil, nil): return nil
    case (let name?, nil): self.init(name: name)
    case (nil, let key?): self.init(key)
    case (let name?, let key?): self.init([Label(name: name), Label(key)])
    }
  }

  convenience init(name: String) { self.init(name, ownName: name, hash: Label.hash(of: name)) }

  /// Creates a label of a key. A `String` is a name.
  // The library's own keys, lists of labels, do not repay copies of this.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  convenience init(_ base: any Hashable & Sendable) {
    let type: any (Hashable & Sendable).Type = type(of: base)
    // Labels are hashed and compared anywhere.
    let hash = IsolatedConformance.makesHashable(type) ? 0 : base.hashValue
    self.init(base, ownName: type == String.self ? base as? String : nil, hash: hash)
  }

  /// The name; nil if the label is a key.
  var name: String? {
    // With Foundation, an `NSString` is a name as well. An optional would be unwrapped.
    ownName ?? (TypeKind(type(of: base)) == .optional ? nil : base as? String)
  }

  /// The labels of a name and a key; nil if only one of them was given.
  var pair: [Label]? { type(of: base) == [Label].self ? base as? [Label] : nil }

  /// The conformance of the key to Hashable, if it holds on one global actor only; nothing is registered then.
  @inline(never)
  var confinement: IsolatedConformance? {
    if let pair { return pair[1].confinement }
    return IsolatedConformance.record(in: type(of: base) as any Hashable.Type).map {
      IsolatedConformance($0, of: type(of: base), for: .labels)
    }
  }

  /// Returns the hash of the label that a name makes.
  static func hash(of name: String) -> Int { name.hashValue }

  /// Returns true if this is a key of a type, or of a subclass of it; a name is one of the type `String`.
  package func isOf(_ type: Any.Type) -> Bool {
    Swift.type(of: base) == type || TypeKind.isImplementation(Swift.type(of: base), of: type)
  }

  /// Returns true if this is the label that a name makes.
  package func isName(_ name: String) -> Bool { ownName == name }
}

// MARK: - Hashable

extension Label: Hashable {
  @usableFromInline
  @inline(never)
  package static func == (left: Label, right: Label) -> Bool {
    if left === right { return true }
    if let name = left.ownName { return right.isName(name) }
    // The hash of a key that is not asked is zero.
    if left.hash == 0, left.confinement != nil { return false }
    return isEqual(left.base, right.base)
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// Returns true if two values have the same type and are equal.
///
/// `AnyHashable` does not suffice because it takes the `Int` 1 and the `Int8` 1 for equal.
func isEqual<Left: Hashable>(_ left: Left, _ right: any Hashable) -> Bool {
  func isEqual<Right>(_ right: Right) -> Bool {
    // A cast costs more than the rest.
    Right.self == Left.self && left == unsafeBitCast(right, to: Left.self)
  }
  return isEqual(right)
}
