#if canImport(SwiftUI)
  import Nexus
  import SwiftUI

  private struct ContainerKey: EnvironmentKey {
    static var defaultValue: Container? { nil }
  }

  extension EnvironmentValues {
    /// The container that properties of views resolve in; nil if no view above has set one by `container(_:)`.
    public var container: Container? {
      get { self[ContainerKey.self] }
      set { self[ContainerKey.self] = newValue }
    }
  }

  extension View {
    /// Sets the container that the properties of this view, and of the views in it, resolve in.
    ///
    /// ```swift
    /// NotesList().container(AppContainer.preview)
    /// ```
    /// - Parameter container: The container. The environment holds it.
    public func container(_ container: Container) -> some View { environment(\.container, container) }
  }

  extension Scene {
    /// Sets the container that the properties of the scene's views resolve in.
    ///
    /// ```swift
    /// WindowGroup { NotesList() }.container(AppDependencies.container)
    /// ```
    /// - Parameter container: The container. The environment holds it.
    public func container(_ container: Container) -> some Scene { environment(\.container, container) }
  }
#endif
