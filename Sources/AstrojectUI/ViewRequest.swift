import Nexus

/// The request of a view's property: a type, with a name or key if it has one.
struct ViewRequest<Value>: Sendable {
  let label: Label?
  let location: CodeLocation

  init(name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString, line: UInt) {
    label = Label(name: name, key: key)
    location = CodeLocation(fileID: fileID, line: line)
  }

  /// Resolves the value in the container of the view, or otherwise in the current container.
  func resolve(in container: Container?) throws -> Value {
    try (container ?? .current).resolve(ResolutionRequest(Value.self, label: label))
  }

  /// Returns the text of a failure: the property, its location, and the error.
  func text(_ error: any Error) -> String {
    "The property of type \(TypeName(Value.self)) of a view, at \(location), has no value. \(error)"
  }
}
