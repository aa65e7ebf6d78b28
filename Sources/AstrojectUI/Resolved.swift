#if canImport(SwiftUI)
  import Nexus
  import SwiftUI

  /// A property of a view that the container fills.
  ///
  /// ```swift
  /// struct NotesList: View {
  ///   @Resolved var store: any NoteStore
  ///   @Resolved(name: "preview") var images: ImageLoader
  ///   @Resolved var analytics: (any Analytics)?  // nil if nothing is registered
  ///   var body: some View { … }
  /// }
  /// ```
  /// It resolves when it is first read. The container is the one that `container(_:)` put into the environment, or
  /// otherwise `Container.current`. It resolves once for the view's identity, and again if the view gets another
  /// container. The view does not follow changes of the value. An object that the view shows belongs in a
  /// ``ResolvedState``.
  ///
  /// If the value cannot be resolved, the program stops with the whole text of the error. Something that has to be
  /// awaited cannot be resolved here: build it at launch, with `eager()` and `bootstrap()`.
  @propertyWrapper
  public struct Resolved<Value>: DynamicProperty {
    @Environment(\.container) private var container
    @State private var slot = ViewSlot<Value>()
    private let request: ViewRequest<Value>

    /// Creates a property that resolves its type without a name or key.
    ///
    /// - Parameters:
    ///   - fileID: The file of the property, for error texts.
    ///   - line: The line of the property, for error texts.
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
      request = ViewRequest(fileID: fileID, line: line)
    }

    /// Creates a property that resolves its type under a name.
    ///
    /// - Parameters:
    ///   - name: The name to resolve.
    ///   - fileID: The file of the property, for error texts.
    ///   - line: The line of the property, for error texts.
    public init(name: String, fileID: StaticString = #fileID, line: UInt = #line) {
      request = ViewRequest(name: name, fileID: fileID, line: line)
    }

    /// Creates a property that resolves its type under a key.
    ///
    /// - Parameters:
    ///   - key: The key to resolve.
    ///   - fileID: The file of the property, for error texts.
    ///   - line: The line of the property, for error texts.
    public init(key: any Hashable & Sendable, fileID: StaticString = #fileID, line: UInt = #line) {
      request = ViewRequest(key: key, fileID: fileID, line: line)
    }

    /// The product, which is resolved on first access; reading it stops the program if it cannot be resolved.
    @MainActor public var wrappedValue: Value { slot.value(of: request, in: container) }
  }
#endif
