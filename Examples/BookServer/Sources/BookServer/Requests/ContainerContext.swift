import Hummingbird
import Nexus

/// A request context with its own container, from which handlers get their services.
struct ContainerContext: BookContext, MemberContext, LoanContext {
  var coreContext: CoreRequestContextStorage
  /// Set by ``RequestContainers`` before a handler runs.
  var container: Container?

  init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

  var catalogue: Catalogue { get async throws { try await resolve() } }
  var members: MemberRegister { get async throws { try await resolve() } }
  var member: Member { get async throws { try await resolve() } }
  var desk: LoanDesk { get async throws { try await resolve() } }

  private func resolve<Service>() async throws -> Service {
    guard let container else { throw HTTPError(.internalServerError) }
    return try await container.resolve(Service.self)
  }
}
