#if canImport(SwiftUI)
  import Nexus
  import SwiftUI

  extension PreviewTrait where T == Preview.ViewTraits {
    /// Gives a preview the registrations of the app, made anew with overrides.
    ///
    /// ```swift
    /// #Preview("Two notes", traits: .container(AppDependencies.self) {
    ///   try $0.replace((any NoteStore).self) { SampleStore(["Buy milk", "Call Ann"]) }
    /// }) {
    ///   NotesScreen()
    /// }
    /// ```
    /// Each preview has its own container, in which nothing has been built. If the container cannot be made, because an
    /// override does not fit or `register(in:)` throws, the preview shows the whole text of the error instead of its
    /// view. Reading a property that cannot be resolved stops the preview, with the whole text; see ``Resolved``.
    ///
    /// - Parameters:
    ///   - root: The composition root of the app. It need not be set up.
    ///   - override: Overrides registrations. It runs on the main actor, when the preview is first drawn.
    @MainActor
    @preconcurrency
    public static func container(
      _ root: any CompositionRoot.Type, _ override: @escaping @MainActor (Overrides) throws -> Void = { _ in }
    ) -> PreviewTrait<Preview.ViewTraits> {
      .modifier(ContainerModifier(container: PreviewContainer(root, overriding: override)))
    }
  }

  /// Puts the container of a preview around its view, or shows why there is none.
  private struct ContainerModifier: PreviewModifier {
    let container: PreviewContainer

    func body(content: Content, context: Void) -> some View {
      switch container.result {
      case .success(let container): content.container(container)
      case .failure(let error): ScrollView { Text(verbatim: PreviewContainer.text(error)).padding() }
      }
    }
  }
#endif
