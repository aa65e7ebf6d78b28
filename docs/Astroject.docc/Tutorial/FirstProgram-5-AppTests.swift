import AstrojectTesting
import Testing

@testable import App

struct EmptyStorage: Storage {
  func load() -> [String] { [] }
}

struct NotesTests {
  @Test(.container(overriding: AppContainer.make) { try $0.replace((any Storage).self) { EmptyStorage() } })
  func `an empty storage gives an empty page`() throws {
    #expect(try Container.current.resolve(Notes.self).page == "Today: ")
  }

  @Test func `everything that is registered can be made`() throws {
    expectValidGraph(try AppContainer.make())
  }
}
