import Tour

// In a `main.swift`, Swift would choose the synchronous `resolve` even after `await`.
@main
struct Guide {
  static func main() async throws {
    try await Tour.run(on: Page { print($0) })
  }
}
