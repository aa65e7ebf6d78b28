import TestSupport
import Testing

@testable import AstrojectUI

private protocol Store: Sendable { var notes: [String] { get } }
private struct FileStore: Store { let notes = ["from the disk"] }
private struct SampleStore: Store { let notes: [String] }
@MainActor private final class Model {
  let store: any Store
  init(store: any Store) { self.store = store }
}

private enum Dependencies: CompositionRoot {
  static var discovers: Bool { false }
  static func register(in container: Container) throws {
    try container.register((any Store).self) { FileStore() }.asSingleton()
    try container.register(initializer: Model.init).asTransient()
  }
}

private enum Broken: CompositionRoot {
  struct NoDisk: Error, CustomStringConvertible { let description = "no disk" }
  static var discovers: Bool { false }
  static func register(in container: Container) throws { throw NoDisk() }
}

private enum Incomplete: CompositionRoot {
  static var discovers: Bool { false }
  static func register(in container: Container) throws {
    try container.register(initializer: Model.init).asTransient()
    try container.register((any Store).self, name: "disk") { FileStore() }
  }
}

@Suite("The container of a preview")
@MainActor
struct PreviewContainerTests {
  private func model(in preview: PreviewContainer) throws -> Model {
    ViewSlot<Model>().value(of: ViewRequest(fileID: #fileID, line: #line), in: try preview.result.get())
  }

  @Test func `a preview has the registrations of the app, with its overrides`() throws {
    let plain = PreviewContainer(Dependencies.self) { _ in }
    let sample = PreviewContainer(Dependencies.self) { overrides in
      try overrides.replace((any Store).self) { SampleStore(notes: ["milk"]) }
    }
    #expect(try [model(in: plain).store.notes, model(in: sample).store.notes] == [["from the disk"], ["milk"]])
  }

  @Test func `a preview makes its own container once, when it is first drawn, and does not set up the root`() throws {
    let made = Counter()
    let preview = PreviewContainer(Dependencies.self) { _ in made.increment() }
    #expect(made.value == 0)
    #expect(try preview.result.get() === preview.result.get())
    #expect(made.value == 1)
    #expect(try preview.result.get() !== PreviewContainer(Dependencies.self) { _ in }.result.get())
    #expect(!Dependencies.container.isRegistered((any Store).self))
  }

  @Test func `the error of an override that does not fit is shown whole`() throws {
    let line = #line + 2
    let preview = PreviewContainer(Dependencies.self) { overrides in
      try overrides.replace(FileStore.self) { FileStore() }
    }
    let error = #expect(throws: OverrideError.self) { try preview.result.get() }
    #expect(
      PreviewContainer.text(try #require(error)) == """
        The container of this preview could not be made.

        Nothing to override: FileStore is not registered.
            overridden at AstrojectUITests/PreviewContainerTests.swift:\(line)
          Did you mean:
            Store, registered at AstrojectUITests/PreviewContainerTests.swift:17 (a type that it implements)
          Remedy: override the type that it is registered as, `(any Store).self`; or use `add` to register something new.
        """)
  }

  @Test func `the error of the app's registrations is shown whole, each time`() throws {
    let preview = PreviewContainer(Broken.self) { _ in }
    for _ in 0..<2 {
      let error = #expect(throws: Broken.NoDisk.self) { try preview.result.get() }
      #expect(PreviewContainer.text(try #require(error)).hasSuffix("\n\nno disk"))
    }
  }

  @Test func `a view property that cannot be filled stops its preview with the whole text of the error`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let preview = PreviewContainer(Incomplete.self) { _ in }
      let request = ViewRequest<Model>(fileID: "App/Screen.swift", line: 7)
      _ = ViewSlot<Model>().value(of: request, in: try preview.result.get())
    }
    let request = ViewRequest<Model>(fileID: "App/Screen.swift", line: 7)
    let preview = PreviewContainer(Incomplete.self) { _ in }
    let error = #expect(throws: AstrojectError.self) { try request.resolve(in: preview.result.get()) }
    let text = request.text(try #require(error))
    #expect(
      text.hasPrefix(
        "The property of type Model of a view, at App/Screen.swift:7, has no value. No registration found for Store."))
    for part in ["Model", "Did you mean:", "named \"disk\"", "Remedy: "] { #expect(text.contains(part)) }
    #expect(String(decoding: try #require(result).standardErrorContent, as: UTF8.self).contains(text))
  }
}
