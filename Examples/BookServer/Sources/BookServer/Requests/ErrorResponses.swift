import Astroject
import Hummingbird
import Logging

/// Answers with an error as JSON, and logs what nobody has foreseen.
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
    // What a service threw while it was built comes wrapped, with the way to it.
    switch (error as? AstrojectError)?.underlyingError ?? error {
    case let refusal as Refusal: return (refusal.status, refusal.message)
    case let error as HTTPError: return (error.status, error.body ?? error.status.reasonPhrase)
    default:
      logger.error("A request failed", metadata: ["error": "\(error)"])
      return (.internalServerError, "Something went wrong.")
    }
  }
}
