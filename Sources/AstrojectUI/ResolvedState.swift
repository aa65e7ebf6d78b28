#if canImport(SwiftUI)
  #if canImport(Combine)
    import Combine
  #endif
  import Nexus
  import SwiftUI

  /// A model that a view owns and shows, which the container makes once for the view's identity.
  ///
  /// ```swift
  /// struct NotesList: View {
  ///   @ResolvedState var model: NotesModel  // @Observable, or an ObservableObject
  ///   var body: some View {
  ///     VStack {
  ///       TextField("Search", text: $model.filter)
  ///       List(model.notes) { … }
  ///     }
  ///   }
  /// }
  /// ```
  /// It resolves when the view first reads it, in the container of the environment, or otherwise in
  /// `Container.current`. The view holds the model until the view ends, even if the container is released before.
  /// SwiftUI itself sees changes of an `@Observable` model. Changes of an `ObservableObject` are passed on to the view.
  /// Register the model as transient or graph-scoped, unless several views are to share it.
  ///
  /// If the model cannot be resolved, the program stops with the whole text of the error.
  @propertyWrapper
  public struct ResolvedState<Model: AnyObject>: DynamicProperty {
    @Environment(\.container) private var container
    @StateObject private var owner = ModelOwner<Model>()
    private let request: ViewRequest<Model>

    /// Creates a model property that resolves its type without a name or key.
    ///
    /// - Parameters:
    ///   - fileID: The file of the property, for error texts.
    ///   - line: The line of the property, for error texts.
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
      request = ViewRequest(fileID: fileID, line: line)
    }

    /// Creates a model property that resolves its type under a name.
    ///
    /// - Parameters:
    ///   - name: The name to resolve.
    ///   - fileID: The file of the property, for error texts.
    ///   - line: The line of the property, for error texts.
    public init(name: String, fileID: StaticString = #fileID, line: UInt = #line) {
      request = ViewRequest(name: name, fileID: fileID, line: line)
    }

    /// Creates a model property that resolves its type under a key.
    ///
    /// - Parameters:
    ///   - key: The key to resolve.
    ///   - fileID: The file of the property, for error texts.
    ///   - line: The line of the property, for error texts.
    public init(key: any Hashable & Sendable, fileID: StaticString = #fileID, line: UInt = #line) {
      request = ViewRequest(key: key, fileID: fileID, line: line)
    }

    /// The model, which is resolved on first access; reading it stops the program if it cannot be resolved.
    @MainActor public var wrappedValue: Model { owner.model(request, in: container) }

    /// Bindings to the model's fields: `$model.text`.
    @MainActor public var projectedValue: Bindings { Bindings(model: wrappedValue) }

    /// Gives a `Binding` to each field of a model that can be set, by its name.
    ///
    /// ```swift
    /// TextField("Title", text: $model.title)
    /// Toggle("Done", isOn: $model.note.isDone)
    /// ```
    @MainActor
    @dynamicMemberLookup
    public struct Bindings {
      fileprivate let model: Model

      /// Returns a binding that reads and sets a field of the model, on the main actor.
      ///
      /// - Parameter keyPath: The field, a property that can be set.
      public subscript<Value>(dynamicMember keyPath: ReferenceWritableKeyPath<Model, Value>) -> Binding<Value> {
        let model = model
        return Binding(
          get: { @MainActor in model[keyPath: keyPath] },
          set: { @MainActor in model[keyPath: keyPath] = $0 })
      }
    }
  }

  /// The owner of a view's model, which tells the view of changes.
  private final class ModelOwner<Model: AnyObject>: ObservableObject {
    private let slot = ViewSlot<Model>()
    private var changes: AnyCancellable?

    @MainActor
    func model(_ request: ViewRequest<Model>, in container: Container?) -> Model {
      let model = slot.firstValue(of: request, in: container)
      if changes == nil, let object = model as? any ObservableObject { changes = passOn(changesOf: object) }
      return model
    }

    private func passOn<Object: ObservableObject>(changesOf object: Object) -> AnyCancellable {
      object.objectWillChange.sink { [weak self] _ in self?.objectWillChange.send() }
    }
  }
#endif
