/// A type of which each child of a name is given an instance.
struct Expectation: Equatable {
  let name: String
  let type: Any.Type

  static func == (left: Expectation, right: Expectation) -> Bool { left.name == right.name && left.type == right.type }
}
