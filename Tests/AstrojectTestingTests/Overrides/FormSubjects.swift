/// True on the main actor; elsewhere it stops the tests.
func isOnMain() -> Bool {
  MainActor.preconditionIsolated()
  return true
}

/// Made of a number, at once or later.
final class Counted: Part {
  let text: String
  init(number: Int) { text = "\(number)" }
  init(later number: Int) async {
    await Task.yield()
    text = "later \(number)"
  }
  init(real: any Part, number: Int) { text = "\(real.text)+\(number)" }
  init(later real: any Part, number: Int) async {
    await Task.yield()
    text = "later \(real.text)+\(number)"
  }
}

/// Made on the main actor, of a number or around another one.
@MainActor
final class Drawn: Part {
  nonisolated let text: String
  init(number: Int) { text = "drawn \(number) \(isOnMain())" }
  init(later number: Int) async {
    await Task.yield()
    text = "drawn later \(number) \(isOnMain())"
  }
  init(real: any Part, number: Int) { text = "drawn \(real.text)+\(number) \(isOnMain())" }
  init(later real: any Part, number: Int) async {
    await Task.yield()
    text = "drawn later \(real.text)+\(number) \(isOnMain())"
  }
}
