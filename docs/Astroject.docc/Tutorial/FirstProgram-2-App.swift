import Nexus

protocol Storage {
  func load() -> [String]
}

struct FileStorage: Storage {
  func load() -> [String] { ["milk", "bread"] }
}

final class Notes {
  private let storage: any Storage

  init(storage: any Storage) {
    self.storage = storage
  }

  var page: String { "To buy: \(storage.load().joined(separator: ", "))" }
}

enum AppContainer {
  static func make() throws -> Container {
    try Container { container in
      try container.register((any Storage).self, initializer: FileStorage.init).asSingleton()
      try container.register(initializer: Notes.init)
    }
  }
}
