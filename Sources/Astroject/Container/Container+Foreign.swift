// A container that another copy of the library has made; see ``LibraryCopy``. Each function reaches the core of a
// container by this property, and its store by a hold that knows whose the container is. For a container of another
// copy the property leads to one that has ended, whose errors say why.

extension Container {
  package var core: Core { LibraryCopy.hasMade(copy) ? ownCore : Container.foreignCore }

  /// The container that stands for all those of other copies. It has ended.
  private static let foreign = {
    let container = standing(for: .foreignContainer)
    container.core.end()
    return container
  }()

  @inline(never)
  private static var foreignCore: Core { foreign.ownCore }
}

extension ReadHold {
  /// Begins to read a container, which may be one of another copy.
  @usableFromInline
  static func begin(for copy: UInt) -> ReadHold { LibraryCopy.hasMade(copy) ? begin() : foreign }
}
