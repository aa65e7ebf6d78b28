/// An error that is told to whoever runs the tool, in one sentence.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
