import Astroject
import Hummingbird
import Logging

/// Answers errors as JSON, and logs unexpected ones.
struct ErrorResponses<Context: RequestContext>: RouterMiddleware {
  struct Body: ResponseCodable, Equatable {
    let error: String
  }

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do { return try await next(request, context) } catch {
      let (status, text) = answer(to: error, context.logger)
      var response = try Body(error: text).response(from: request, context: context)
      response.status = status
      return response
    }
  }

  private func answer(to error: any Error, _ logger: Logger) -> (HTTPResponse.Status, String) {
    // If an initializer throws, `AstrojectError` wraps its error together with the resolution path.
    switch (error as? AstrojectError)?.underlyingError ?? error {
    case let refusal as Refusal: return (refusal.status, refusal.message)
    case let error as HTTPError: return (error.status, error.body ?? error.status.reasonPhrase)
    default:
      logger.error("A request failed", metadata: ["error": "\(error)"])
      return (.internalServerError, "Something went wrong.")
    }
  }
}
