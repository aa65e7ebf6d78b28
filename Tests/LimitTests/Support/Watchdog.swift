import TestSupport

@testable import Astroject

/// Runs a closure that must not hang. The report of a hang says which build waits for which.
///
/// - Parameters:
///   - progress: Counts the progress.
///   - news: Returns further information for the report.
/// - Throws: The error of the closure.
func watching<Success>(
  _ progress: Counter, news: @escaping @Sendable () -> String = { "" }, _ body: () async throws -> Success
) async throws -> Success {
  keepNoTraceOfErrors()
  return try await Watchdog.shared.watch(progress, news: { "\(WaitGraph.description)\n\(news())" }, body)
}
