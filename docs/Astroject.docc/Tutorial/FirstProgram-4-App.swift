import Nexus

protocol Storage {
  func load() -> [String]
}

struct FileStorage: Storage {
  func load() -> [String] { ["milk", "bread"] }
}

final class Notes {
  private let storage: any Storage
  private let title: String

  init(storage: any Storage, title: String) {
    self.storage = storage
    self.title = title
  }

  var page: String { "\(title): \(storage.load().joined(separator: ", "))" }
}

enum AppContainer {
  static func make() throws -> Container {
    try Container { container in
      try container.register((any Storage).self, initializer: FileStorage.init).asSingleton()
      try container.register(initializer: Notes.init, with: .auto, .value("Today"))
    }
  }
}

@main
struct App {
  static func main() throws {
    let notes = try AppContainer.make().resolve(Notes.self)
    print(notes.page)  // → Today: milk, bread
  }
}
