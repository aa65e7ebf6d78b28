import Lesson

// A type with `@main` and not a `main.swift`: there, Swift would take the synchronous `resolve` even behind `await`.
@main
struct Quickstart {
  static func main() async throws {
    try await Lesson.run(on: Page { print($0) })
  }
}
