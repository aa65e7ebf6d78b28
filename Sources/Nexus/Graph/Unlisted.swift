/// Something that goes along with a value and is no part of it: it is not compared.
struct Unlisted<Value: Sendable>: Sendable, Hashable {
  let value: Value?

  init(_ value: Value?) { self.value = value }
  static func == (left: Unlisted, right: Unlisted) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
