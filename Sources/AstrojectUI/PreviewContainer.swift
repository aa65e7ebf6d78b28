import Nexus

/// The container of a preview, which is made when the preview is first drawn.
///
/// It belongs to one preview, whose code runs on the main actor.
@MainActor
final class PreviewContainer {
  private let make: @MainActor () throws -> Container
  private var made: Result<Container, any Error>?

  /// Creates the container with the registrations of a composition root, some of them overridden.
  init(_ root: any CompositionRoot.Type, overriding override: @escaping @MainActor (Overrides) throws -> Void) {
    make = { try root.make().overriding { overrides in try override(overrides) } }
  }

  /// The container, or the error for which there is none.
  var result: Result<Container, any Error> {
    if let made { return made }
    let result = Result { try make() }
    made = result
    return result
  }

  /// Returns the text that a preview shows in place of its view.
  nonisolated static func text(_ error: any Error) -> String {
    "The container of this preview could not be made.\n\n\(error)"
  }
}
