#if canImport(SwiftUI)
  import Nexus
  import SwiftUI

  /// A property of a view that resolves a product at each call, such as one that a view makes in an action.
  ///
  /// ```swift
  /// struct NotesList: View {
  ///   @ResolvedProvider var editor: Provider<Editor>
  ///   var body: some View { Button("New") { edit(try editor.get()) } }
  /// }
  /// ```
  /// It resolves in the container of the environment, or otherwise in `Container.current`.
  @propertyWrapper
  public struct ResolvedProvider<Value>: DynamicProperty {
    @Environment(\.container) private var container
    @State private var slot = ViewSlot<Provider<Value>>()
    private let request: ViewRequest<Provider<Value>>

    /// Creates a provider property that resolves its type without a name or key.
    ///
    /// - Parameters:
    ///   - fileID: The file of the property, for error texts.
    ///   - line: The line of the property, for error texts.
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
      request = ViewRequest(fileID: fileID, line: line)
    }

    /// Creates a provider property that resolves its type under a name.
    ///
    /// - Parameters:
    ///   - name: The name to resolve.
    ///   - fileID: The file of the property, for error texts.
    ///   - line: The line of the property, for error texts.
    public init(name: String, fileID: StaticString = #fileID, line: UInt = #line) {
      request = ViewRequest(name: name, fileID: fileID, line: line)
    }

    /// Creates a provider property that resolves its type under a key.
    ///
    /// - Parameters:
    ///   - key: The key to resolve.
    ///   - fileID: The file of the property, for error texts.
    ///   - line: The line of the property, for error texts.
    public init(key: any Hashable & Sendable, fileID: StaticString = #fileID, line: UInt = #line) {
      request = ViewRequest(key: key, fileID: fileID, line: line)
    }

    /// The provider; each call of its `get()` resolves a product.
    @MainActor public var wrappedValue: Provider<Value> { slot.value(of: request, in: container) }
  }
#endif
