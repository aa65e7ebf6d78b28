/// The guide to Astroject in thirteen chapters.
package enum Tour {
  /// Runs all chapters in order.
  package static func run(on page: Page) async throws {
    try wiring(page)
    try await services(page)
    try arguments(page)
    try names(page)
    try scopes(page)
    try overriding(page)
    try customScope(page)
    try behaviors(page)
    try assemblies(page)
    try children(page)
    try cycles(page)
    try await concurrency(page)
    try verification(page)
  }
}
