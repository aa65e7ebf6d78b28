import Hummingbird
import Nexus

/// A request with a container of its own: what handlers ask for comes from there.
struct ContainerContext: BookContext, MemberContext, LoanContext {
  var coreContext: CoreRequestContextStorage
  /// Set by ``RequestContainers``, before any handler runs.
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
