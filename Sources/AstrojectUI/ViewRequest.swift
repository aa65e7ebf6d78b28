import Nexus

/// What a property of a view asks for: a type, and perhaps a name or key.
struct ViewRequest<Value>: Sendable {
  let label: Label?
  let location: CodeLocation

  init(name: String? = nil, key: (any Hashable & Sendable)? = nil, fileID: StaticString, line: UInt) {
    label = Label(name: name, key: key)
    location = CodeLocation(fileID: fileID, line: line)
  }

  /// Resolves the value in the container of the view, or else in the current one.
  func resolve(in container: Container?) throws -> Value {
    try (container ?? .current).resolve(ResolutionRequest(Value.self, label: label))
  }

  /// The property and its place, and why it has no value.
  func text(_ error: any Error) -> String {
    "The property of type \(TypeName(Value.self)) of a view, at \(location), has no value. \(error)"
  }
}
