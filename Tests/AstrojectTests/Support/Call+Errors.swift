import Astroject
import TestSupport
import Testing

extension Call {
  /// The error that a resolve throws; the test fails if it throws none, or one that is not the container's.
  func error<Product>(
    resolving type: Product.Type, name: String? = nil, in resolving: some Resolving,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) async -> AstrojectError? {
    do {
      _ = try await resolve(type, name: name, in: resolving)
      Issue.record("resolved \(type), and should not have", sourceLocation: sourceLocation)
    } catch let error as AstrojectError {
      return error
    } catch {
      Issue.record("threw \(error), which is no AstrojectError", sourceLocation: sourceLocation)
    }
    return nil
  }
}
