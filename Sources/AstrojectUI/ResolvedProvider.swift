#if canImport(SwiftUI)
  import Nexus
  import SwiftUI

  /// A property of a view that resolves a product each time it is asked: for what a view makes when something happens.
  ///
  /// ```swift
  /// struct NotesList: View {
  ///   @ResolvedProvider var editor: Provider<Editor>
  ///   var body: some View { Button("New") { edit(try editor.get()) } }
  /// }
  /// ```
  /// It resolves in the container of the environment, else in `Container.current`.
  @propertyWrapper
  public struct ResolvedProvider<Value>: DynamicProperty {
    @Environment(\.container) private var container
    @State private var slot = ViewSlot<Provider<Value>>()
    private let request: ViewRequest<Provider<Value>>

    /// A provider of what is registered for the type.
    ///
    /// - Parameters:
    ///   - fileID: The place of the property, for error texts.
    ///   - line: The place of the property, for error texts.
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
      request = ViewRequest(fileID: fileID, line: line)
    }

    /// A provider of what is registered under a name.
    ///
    /// - Parameters:
    ///   - name: The name that it resolves by.
    ///   - fileID: The place of the property, for error texts.
    ///   - line: The place of the property, for error texts.
    public init(name: String, fileID: StaticString = #fileID, line: UInt = #line) {
      request = ViewRequest(name: name, fileID: fileID, line: line)
    }

    /// A provider of what is registered under a key.
    ///
    /// - Parameters:
    ///   - key: The key that it resolves by.
    ///   - fileID: The place of the property, for error texts.
    ///   - line: The place of the property, for error texts.
    public init(key: any Hashable & Sendable, fileID: StaticString = #fileID, line: UInt = #line) {
      request = ViewRequest(key: key, fileID: fileID, line: line)
    }

    /// The provider.
    @MainActor public var wrappedValue: Provider<Value> { slot.value(of: request, in: container) }
  }
#endif
