import AstrojectTesting

final class Client: Sendable {}
final class Model { init(client: Client, count: Int) {} }

func build(in container: Container, with client: Client) throws -> Model {
  #if RIGHT
    try container.solitary(Model.self, with: client, 1)
  #else
    try container.solitary(Model.self, client, 1)
  // error: 'solitary(_:name:key:_:)' is unavailable: write the label: 'solitary(T.self, with: mock)'
  #endif
}
