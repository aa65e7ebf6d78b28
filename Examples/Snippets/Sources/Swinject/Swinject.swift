// A stand-in for Swinject 2.10 with the names and types that the migration guide uses, so that its snippets compile and
// run. An instance of `container` scope is kept, and any other is made at each resolve.
//
// Swinject documents these declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public protocol Resolver {
  func resolve<Service>(_ serviceType: Service.Type) -> Service?
  func resolve<Service>(_ serviceType: Service.Type, name: String?) -> Service?
}

public final class ObjectScope: Sendable {
  public static let transient = ObjectScope()
  public static let graph = ObjectScope()
  public static let container = ObjectScope()
  public static let weak = ObjectScope()
}

public final class ServiceEntry<Service> {
  private let factory: (Resolver) -> Service
  private var scope: ObjectScope
  private var completions: [(Resolver, Service) -> Void] = []
  private var kept: Service?

  fileprivate init(scope: ObjectScope, factory: @escaping (Resolver) -> Service) {
    self.scope = scope
    self.factory = factory
  }

  @discardableResult
  public func inObjectScope(_ objectScope: ObjectScope) -> Self {
    scope = objectScope
    return self
  }

  @discardableResult
  public func initCompleted(_ completed: @escaping (Resolver, Service) -> Void) -> Self {
    completions.append(completed)
    return self
  }

  fileprivate func instance(_ resolver: Resolver) -> Service {
    if let kept { return kept }
    let service = factory(resolver)
    for completion in completions { completion(resolver, service) }
    if scope === ObjectScope.container { kept = service }
    return service
  }
}

public final class Container: Resolver {
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let name: String?
  }
  private var entries: [Key: Any] = [:]
  private let parent: Container?
  private let defaultObjectScope: ObjectScope

  public init(
    parent: Container? = nil, defaultObjectScope: ObjectScope = .graph,
    registeringClosure: (Container) -> Void = { _ in }
  ) {
    self.parent = parent
    self.defaultObjectScope = defaultObjectScope
    registeringClosure(self)
  }

  @discardableResult
  public func register<Service>(
    _ serviceType: Service.Type, name: String? = nil, factory: @escaping (Resolver) -> Service
  ) -> ServiceEntry<Service> {
    let entry = ServiceEntry(scope: defaultObjectScope, factory: factory)
    entries[Key(type: ObjectIdentifier(serviceType), name: name)] = entry
    return entry
  }

  public func resolve<Service>(_ serviceType: Service.Type) -> Service? { resolve(serviceType, name: nil) }

  public func resolve<Service>(_ serviceType: Service.Type, name: String?) -> Service? {
    let entry = entries[Key(type: ObjectIdentifier(serviceType), name: name)] as? ServiceEntry<Service>
    return entry?.instance(self) ?? parent?.resolve(serviceType, name: name)
  }

  public func hasAnyRegistration<Service>(of serviceType: Service.Type, name: String? = nil) -> Bool {
    entries[Key(type: ObjectIdentifier(serviceType), name: name)] != nil
      || parent?.hasAnyRegistration(of: serviceType, name: name) == true
  }
}

public protocol Assembly {
  func assemble(container: Container)
  func loaded(resolver: Resolver)
}

extension Assembly {
  public func loaded(resolver: Resolver) {}
}

public final class Assembler {
  private let container: Container

  public var resolver: Resolver { container }

  public init(_ assemblies: [Assembly], container: Container = Container()) {
    self.container = container
    assemblies.forEach { $0.assemble(container: container) }
    assemblies.forEach { $0.loaded(resolver: container) }
  }

  public convenience init(
    _ assemblies: [Assembly], parent: Assembler?, defaultObjectScope: ObjectScope = .graph
  ) {
    self.init(assemblies, container: Container(parent: parent?.container, defaultObjectScope: defaultObjectScope))
  }
}
