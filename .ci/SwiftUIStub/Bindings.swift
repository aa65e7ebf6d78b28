import AstrojectUI
import Observation
import SwiftUI

// A program that reads and sets the fields of models through `$model.field`, and fails if one of them is not set.

struct Note {
  var title = ""
  var isDone = false
}

@MainActor
@Observable
final class Draft {
  var text = "draft"
  var note = Note()
}

@MainActor
final class Form: ObservableObject {
  @Published var text = "form"
}

@MainActor
struct Screen {
  @ResolvedState var draft: Draft
  @ResolvedState(name: "second") var other: Draft
  @ResolvedState var form: Form
}

@main
enum Bindings {
  @MainActor
  static func main() throws {
    let container = try Container { container in
      try container.register(Draft.self) { @MainActor in Draft() }.asTransient()
      try container.register(Draft.self, name: "second") { @MainActor in Draft() }.asTransient()
      try container.register(Form.self) { @MainActor in Form() }.asTransient()
    }
    Container.withCurrent(container) {
      let screen = Screen()
      let text = screen.$draft.text
      text.wrappedValue = "changed"
      screen.$draft.note.isDone.wrappedValue = true
      screen.$form.text.wrappedValue += " changed"
      precondition(screen.draft.text == "changed" && text.wrappedValue == "changed")
      precondition(screen.draft.note.isDone && screen.$draft.note.title.wrappedValue.isEmpty)
      precondition(screen.form.text == "form changed" && screen.$form.text.wrappedValue == "form changed")
      precondition(screen.other.text == "draft")
      screen.draft.text = "set by the model"
      precondition(text.wrappedValue == "set by the model")
    }
    print("The bindings of models read and set their fields")
  }
}
