import Hummingbird
import Logging
import Nexus

/// Gives each request a child container with a `RequestInfo` and a logger that has the id of the request.
struct RequestContainers: RouterMiddleware {
  let app: Container

  func handle(
    _ request: Request, context: ContainerContext, next: (Request, ContainerContext) async throws -> Response
  ) async throws -> Response {
    try await app.withRequest(RequestInfo(request, id: context.id), context.logger) { container in
      var context = context
      context.container = container
      return try await next(request, context)
    }
  }
}
