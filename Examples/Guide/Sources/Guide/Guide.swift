import Tour

// A type with `@main` and not a `main.swift`: there, Swift would take the synchronous `resolve` even behind `await`.
@main
struct Guide {
  static func main() async throws {
    try await Tour.run(on: Page { print($0) })
  }
}
