// A process may have two copies of the library, which link the same module. The compiler takes the container of one for
// that of the other. Their layouts agree, but the types and the state of the process do not: a copy frees what it sees no
// other reader of, and does not see the readers of the other copy. So each function reaches the core of a container by
// this property, and its store by a hold that knows whose the container is. For a container of another copy the property
// leads to one that has ended, whose errors say why.

extension Container {
  /// A word that differs from that of any other copy; zero before this copy has made a container.
  private static let mark = AtomicWord(0)

  /// Returns the word of this copy, for a container that it makes.
  static func markOfThisCopy() -> UInt {
    if mark.load() == 0 { mark.store(UInt(bitPattern: ObjectIdentifier(AnyProduct.self))) }
    return mark.load()
  }

  /// True if this copy of the library has made the container of a word.
  @inline(__always)
  static func hasMade(_ copy: UInt) -> Bool { copy == mark.load() }

  package var core: Core { Container.hasMade(copy) ? ownCore : Container.foreignCore }

  /// The container that stands for all those of other copies. It has ended.
  private static let foreign = {
    let container = Container(name: nil, parent: nil)
    container.core.standFor(.foreignContainer)
    container.core.end()
    return container
  }()

  @inline(never)
  private static var foreignCore: Core { foreign.ownCore }
}

extension ReadHold {
  /// Begins to read a container, which may be one of another copy.
  @usableFromInline
  static func begin(for copy: UInt) -> ReadHold {
    let hold = begin()
    return Container.hasMade(copy) ? hold : hold.ofForeignContainer
  }
}
