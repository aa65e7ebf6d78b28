import AstrojectTesting
import Testing
import XCTest

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

final class NotesTestCase: ContainerTestCase {
  override func makeContainer() throws -> Container {
    try AppContainer.make().overriding { try $0.replace((any Storage).self) { EmptyStorage() } }
  }

  func testAnEmptyStorageGivesAnEmptyPage() throws {
    XCTAssertEqual(try container.resolve(Notes.self).page, "Today: ")
  }
}
