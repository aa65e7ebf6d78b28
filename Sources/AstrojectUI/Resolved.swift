#if canImport(SwiftUI)
  import Nexus
  import SwiftUI

  /// A property of a view that is filled by the container.
  ///
  /// ```swift
  /// struct NotesList: View {
  ///   @Resolved var store: any NoteStore
  ///   @Resolved(name: "preview") var images: ImageLoader
  ///   @Resolved var analytics: (any Analytics)?  // nil where nothing is registered
  ///   var body: some View { … }
  /// }
  /// ```
  /// It resolves when it is read first, in the container that `container(_:)` has put into the environment, else in
  /// `Container.current`; once for the view's identity, and again where the view gets another container. A view does not
  /// follow the changes of what it holds: an object that the view shows belongs in a ``ResolvedState``.
  ///
  /// Where it cannot be resolved, the program stops with the whole text of the error. What has to be awaited cannot be
  /// had so; build it at launch: `eager()` and `bootstrap()`.
  @propertyWrapper
  public struct Resolved<Value>: DynamicProperty {
    @Environment(\.container) private var container
    @State private var slot = ViewSlot<Value>()
    private let request: ViewRequest<Value>

    /// A property of what is registered for its type.
    ///
    /// - Parameters:
    ///   - fileID: The place of the property, for error texts.
    ///   - line: The place of the property, for error texts.
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
      request = ViewRequest(fileID: fileID, line: line)
    }

    /// A property of what is registered under a name.
    ///
    /// - Parameters:
    ///   - name: The name that it is resolved by.
    ///   - fileID: The place of the property, for error texts.
    ///   - line: The place of the property, for error texts.
    public init(name: String, fileID: StaticString = #fileID, line: UInt = #line) {
      request = ViewRequest(name: name, fileID: fileID, line: line)
    }

    /// A property of what is registered under a key.
    ///
    /// - Parameters:
    ///   - key: The key that it is resolved by.
    ///   - fileID: The place of the property, for error texts.
    ///   - line: The place of the property, for error texts.
    public init(key: any Hashable & Sendable, fileID: StaticString = #fileID, line: UInt = #line) {
      request = ViewRequest(key: key, fileID: fileID, line: line)
    }

    /// The product; resolved now if it was not before.
    @MainActor public var wrappedValue: Value { slot.value(of: request, in: container) }
  }
#endif
