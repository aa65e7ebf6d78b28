#if canImport(SwiftUI)
  import Nexus
  import SwiftUI

  private struct ContainerKey: EnvironmentKey {
    static var defaultValue: Container? { nil }
  }

  extension EnvironmentValues {
    /// The container that properties of views resolve in; nil where no view above has set one by `container(_:)`.
    public var container: Container? {
      get { self[ContainerKey.self] }
      set { self[ContainerKey.self] = newValue }
    }
  }

  extension View {
    /// Has the properties of this view, and of those in it, resolve in a container.
    ///
    /// ```swift
    /// NotesList().container(AppContainer.preview)
    /// ```
    public func container(_ container: Container) -> some View { environment(\.container, container) }
  }

  extension Scene {
    /// Has the properties of the scene's views resolve in a container.
    ///
    /// ```swift
    /// WindowGroup { NotesList() }.container(AppDependencies.container)
    /// ```
    public func container(_ container: Container) -> some Scene { environment(\.container, container) }
  }
#endif
