/// A name or key: a Hashable value that equals another one only if their types are the same.
///
/// It is a single reference, so that keys are small, and it stores its hash.
@usableFromInline
package struct Label: Sendable {
  fileprivate enum Value: Sendable {
    case name(String)
    case other(any Hashable & Sendable)
  }

  private final class Box: Sendable {
    let value: Value
    let hash: Int

    init(_ value: Value, hash: Int) {
      self.value = value
      self.hash = hash
    }
  }

  private let box: Box

  /// Creates a label of a name, a key or both; nil if neither is given.
  @inlinable
  @inline(__always)
  package init?(name: String?, key: (any Hashable & Sendable)?) {
    // Most keys have no label. Then nothing is copied.
    if name == nil, key == nil { return nil }
    self.init(given: name, key)
  }

  @usableFromInline
  init?(given name: String?, _ key: (any Hashable & Sendable)?) {
    switch (name, key) {
    case (nil, nil): return nil
    case (let name?, nil): self.init(name: name)
    case (nil, let key?): self.init(key)
    case (let name?, let key?): self.init([Label(name: name), Label(key)])
    }
  }

  init(name: String) { self.init(Box(.name(name), hash: Label.hash(of: name))) }

  /// Creates a label of a key. A `String` is a name.
  @inline(never)
  init(_ base: any Hashable & Sendable) {
    if type(of: base) == String.self, let name = base as? String {
      self.init(name: name)
    } else {
      self.init(Box(.other(base), hash: base.hashValue))
    }
  }

  private init(_ box: Box) { self.box = box }

  /// The name or key that the label was made of.
  package var base: any Hashable & Sendable {
    switch box.value {
    case .name(let name): name
    case .other(let base): base
    }
  }

  /// The name; nil if the label is a key.
  var name: String? {
    switch box.value {
    case .name(let name): name
    // With Foundation, an `NSString` is a name as well. An optional would be unwrapped.
    case .other(let base): TypeKind(type(of: base)) == .optional ? nil : base as? String
    }
  }

  /// The key; nil if the label is a name.
  @inline(never)
  var other: (any Hashable & Sendable)? { if case .other(let base) = box.value { base } else { nil } }

  /// A hash that equal labels share.
  var hash: Int { box.hash }

  /// Returns the hash of the label that a name makes.
  static func hash(of name: String) -> Int { name.hashValue }

  /// Returns true if this is a key of a type; a name is one of the type `String`.
  package func isOf(_ type: Any.Type) -> Bool { Swift.type(of: base) == type }

  /// Returns true if this is the label that a name makes.
  package func isName(_ name: String) -> Bool { if case .name(let own) = box.value { own == name } else { false } }
}

// MARK: - Hashable

extension Label: Hashable {
  @usableFromInline
  @inline(never)
  package static func == (left: Label, right: Label) -> Bool {
    if left.box === right.box { return true }
    switch (left.box.value, right.box.value) {
    case (.name(let left), .name(let right)): return left == right
    case (.other(let left), .other(let right)): return isEqual(left, right)
    case (.name, .other), (.other, .name): return false
    }
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) { hasher.combine(box.hash) }
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
