/// A name or key: any hashable value, equal to another only if their types are the same.
@usableFromInline
package struct Label: Hashable, Sendable {
  package let base: any Hashable & Sendable

  /// A name and a key given together make one label of the two; neither makes none.
  @usableFromInline
  package init?(name: String?, key: (any Hashable & Sendable)?) {
    switch (name, key) {
    case (nil, nil): return nil
    case (let name?, nil): base = name
    case (nil, let key?): base = key
    case (let name?, let key?): base = [Label(name), Label(key)]
    }
  }

  init(_ base: any Hashable & Sendable) { self.base = base }

  @usableFromInline
  package static func == (left: Label, right: Label) -> Bool { isEqual(left.base, right.base) }

  @usableFromInline
  package func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }
}

/// Whether two values have the same type and are equal.
///
/// `AnyHashable` would not do: it holds the `Int` 1 and the `Int8` 1 for equal.
func isEqual<Left: Hashable>(_ left: Left, _ right: any Hashable) -> Bool {
  type(of: right) == Left.self && left == right as? Left
}
