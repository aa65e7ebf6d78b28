// The types that the tests of AstrojectTesting register: an app with a network client, a store and a model.

protocol Client: Sendable { var address: String { get } }
struct LiveClient: Client { let address = "https://example.org" }
struct MockClient: Client { let address = "mock" }

protocol Store: AnyObject, Sendable { var client: any Client { get } }
final class DiskStore: Store {
  let client: any Client
  init(_ client: any Client) { self.client = client }
}

final class Model: Sendable {
  let store: any Store
  init(store: any Store) { self.store = store }
}
