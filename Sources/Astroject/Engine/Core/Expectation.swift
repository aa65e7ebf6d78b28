/// A type, as a key, of which each child of a name is given an instance.
struct Expectation: Equatable {
  let name: String
  let key: Key
}
