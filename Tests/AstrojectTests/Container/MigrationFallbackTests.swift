import Astroject
import AstrojectTesting
import TestSupport
import Testing

/// Returns nil for an unregistered service, like Swinject's resolver.
private protocol OldResolver {
  func resolve<Service>(_ serviceType: Service.Type) -> Service?
  func resolve<Service>(_ serviceType: Service.Type, name: String?) -> Service?
}

/// A container with the functions of Swinject's container that a bridge needs.
private final class OldContainer: OldResolver {
  private struct Name: Hashable {
    let service: ObjectIdentifier
    let name: String?
  }

  private var factories: [Name: (any OldResolver) -> Any?] = [:]

  func register<Service>(
    _ serviceType: Service.Type, name: String? = nil, factory: @escaping (any OldResolver) -> Service?
  ) {
    factories[Name(service: ObjectIdentifier(serviceType), name: name)] = factory
  }

  func resolve<Service>(_ serviceType: Service.Type) -> Service? { resolve(serviceType, name: nil) }

  func resolve<Service>(_ serviceType: Service.Type, name: String?) -> Service? {
    factories[Name(service: ObjectIdentifier(serviceType), name: name)]?(self) as? Service
  }

  func hasAnyRegistration<Service>(of serviceType: Service.Type, name: String? = nil) -> Bool {
    factories[Name(service: ObjectIdentifier(serviceType), name: name)] != nil
  }
}

/// The bridge of the migration guide.
// Unchecked, because each test fills its old container first, and then uses it from one thread at a time.
private struct OldFallback: Resolving, @unchecked Sendable {
  struct Unresolved: Error {}

  let old: OldContainer

  func isRegistered<Product>(_ type: Product.Type, name: String?) -> Bool {
    old.hasAnyRegistration(of: type, name: name)
  }

  func resolve<Product>(_ type: Product.Type, name: String?) throws -> Product {
    guard let product = old.resolve(type, name: name) else { throw Unresolved() }
    return product
  }
}

@Suite("Fallback to a container that returns nil")
struct MigrationFallbackTests {
  private let old = OldContainer()
  private var container: Container { Container(fallback: OldFallback(old: old)) }

  @Test(arguments: Call.allCases)
  func `a container asks its fallback for a type that it has not registered`(call: Call) async throws {
    let service = LiveService()
    old.register((any Service).self) { _ in service }
    #expect(try await call.resolve((any Service).self, in: container) === service)
  }

  @Test(arguments: Call.allCases)
  func `a container passes the requested name to its fallback`(call: Call) async throws {
    old.register(Int.self) { _ in 1 }
    old.register(Int.self, name: "two") { _ in 2 }
    #expect(try await call.resolve(Int.self, in: container) == 1)
    #expect(try await call.resolve(Int.self, name: "two", in: container) == 2)
    await call.expectResolveThrows(Int.self, name: "three", in: container, .noRegistrationFound)
  }

  @Test(arguments: Call.allCases)
  func `a container's registration takes precedence over its fallback's`(call: Call) async throws {
    old.register(Int.self) { _ in 1 }
    old.register(Int.self, name: "two") { _ in 2 }
    let container = container
    try container.register(Int.self) { 42 }
    #expect(try await call.resolve(Int.self, in: container) == 42)
    #expect(try await call.resolve(Int.self, name: "two", in: container) == 2)
  }

  @Test(arguments: Call.allCases)
  func `a factory of a container resolves a dependency from the fallback`(call: Call) async throws {
    let service = LiveService()
    old.register((any Service).self) { _ in service }
    let container = container
    try container.register(Client.self) { resolver in Client(try resolver.resolve((any Service).self)) }
    #expect(try await call.resolve(Client.self, in: container).service === service)
  }

  @Test(arguments: Call.allCases)
  func `a factory of the fallback resolves from the old container, not from the new one`(call: Call) async throws {
    let service = LiveService()
    old.register((any Service).self) { _ in service }
    old.register(Client.self) { resolver in resolver.resolve((any Service).self).map(Client.init) }
    let container = container
    try container.register((any Service).self) { LiveService() }
    #expect(try await call.resolve(Client.self, in: container).service === service)
  }

  @Test(arguments: Call.allCases)
  func `resolve throws noRegistrationFound if container and fallback both lack the type`(call: Call) async throws {
    old.register(Int.self) { _ in 1 }
    let container = container
    try container.register(String.self) { "new" }
    await call.expectResolveThrows((any Service).self, in: container, .noRegistrationFound)
    #expect(try await call.resolveOptional((any Service).self, in: container) == nil)
    #expect(!container.isRegistered((any Service).self))
  }

  @Test(arguments: Call.allCases)
  func `resolve throws factoryFailed if a fallback has the type but its factory returns nil`(call: Call) async throws {
    old.register(Client.self) { resolver in resolver.resolve((any Service).self).map(Client.init) }
    let error = await call.expectResolveThrows(Client.self, in: container, .factoryFailed)
    #expect(error?.underlyingError is OldFallback.Unresolved)
  }

  @Test(arguments: Call.allCases)
  func `resolveAll leaves out the registrations of the fallback`(call: Call) async throws {
    old.register(Int.self) { _ in 1 }
    let container = container
    #expect(try await call.resolveAll(Int.self, in: container) == [])
    try container.contribute(Int.self) { 2 }
    #expect(try await call.resolveAll(Int.self, in: container) == [2])
  }

  @Test(arguments: Call.allCases)
  func `an override in a fork replaces a dependency that only the fallback has`(call: Call) async throws {
    old.register((any Service).self) { _ in LiveService() }
    let container = container
    try container.register(Client.self) { resolver in Client(try resolver.resolve((any Service).self)) }
    let mock = LiveService()
    let fork = try container.overriding { try $0.replace(instance: mock, as: (any Service).self) }
    #expect(try await call.resolve(Client.self, in: fork).service === mock)
    #expect(try await call.resolve(Client.self, in: container).service !== mock)
  }
}
