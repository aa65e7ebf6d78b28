import Foundation
import Nexus

/// Registers the clients by name and the retry policies by key. The options of a command choose among them.
struct NetworkModule: Module {
  func register(in container: Container) throws {
    try container.register(name: "direct", initializer: URLSessionClient.init)
      .asSingleton()
      .implements(HTTPClient.self) { $0 }
      .onRelease { $0.close() }
    try container.register(
      HTTPClient.self, name: "cached", initializer: CachedClient.init,
      with: .named("direct"), .auto, .value(NSTemporaryDirectory() + "/fetch-cache")
    ).asSingleton()

    let policies: KeyValuePairs<Patience, RetryPolicy> = [
      .patient: RetryPolicy(attempts: 4, firstPause: .seconds(1)),
      .eager: RetryPolicy(attempts: 3, firstPause: .milliseconds(50)),
      .never: RetryPolicy(attempts: 1, firstPause: .zero),
    ]
    for (patience, policy) in policies { try container.register(instance: policy, key: patience) }
  }
}
