import AstrojectUI
import NotesKit
import SwiftUI

@main
struct NotesApp: App {
  init() {
    do { try Dependencies.setUp() } catch { fatalError("\(error)") }
  }

  var body: some Scene {
    WindowGroup { NotesScreen() }.container(Dependencies.container)
  }
}
