#if canImport(SwiftUI)
  #if canImport(Combine)
    import Combine
  #endif
  import Nexus
  import SwiftUI

  /// A model that a view owns and shows: made by the container, once for the view's identity.
  ///
  /// ```swift
  /// struct NotesList: View {
  ///   @ResolvedState var model: NotesModel  // @Observable, or an ObservableObject
  ///   var body: some View { List(model.notes) { … } }
  /// }
  /// ```
  /// It is resolved when the view reads it first, in the container of the environment, else in `Container.current`, and
  /// kept until the view goes, whatever happens to the container. Changes of an `@Observable` model are seen by SwiftUI
  /// itself; those of an `ObservableObject` are passed on. Register the model as transient or graph-scoped, unless
  /// several views are to share it.
  @propertyWrapper
  public struct ResolvedState<Model: AnyObject>: DynamicProperty {
    @Environment(\.container) private var container
    @StateObject private var owner = ModelOwner<Model>()
    private let request: ViewRequest<Model>

    /// A model that is registered for its type.
    ///
    /// - Parameters:
    ///   - fileID: The place of the property, for error texts.
    ///   - line: The place of the property, for error texts.
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
      request = ViewRequest(fileID: fileID, line: line)
    }

    /// A model that is registered under a name.
    ///
    /// - Parameters:
    ///   - name: The name that it is resolved by.
    ///   - fileID: The place of the property, for error texts.
    ///   - line: The place of the property, for error texts.
    public init(name: String, fileID: StaticString = #fileID, line: UInt = #line) {
      request = ViewRequest(name: name, fileID: fileID, line: line)
    }

    /// A model that is registered under a key.
    ///
    /// - Parameters:
    ///   - key: The key that it is resolved by.
    ///   - fileID: The place of the property, for error texts.
    ///   - line: The place of the property, for error texts.
    public init(key: any Hashable & Sendable, fileID: StaticString = #fileID, line: UInt = #line) {
      request = ViewRequest(key: key, fileID: fileID, line: line)
    }

    /// The model; resolved now if it was not before.
    @MainActor public var wrappedValue: Model { owner.model(request, in: container) }
  }

  /// Keeps the model of a view, and tells the view of its changes.
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
