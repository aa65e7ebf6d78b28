import Astroject
import Probe
import Synchronization

extension Workload {
  /// W14: a resolve with an argument, of a new product and of one that is cached for the argument's value.
  static var arguments: [Workload] { [argument, keptArgument] }

  private static var argument: Workload {
    Workload(
      name: "W14 argument, transient", promise: .each(1),
      hand: { timed { for number in 0..<$0 { sink(makeDocument(number & 7)) } } },
      reference: {
        let container = ReferenceContainer()
        container.register(DocumentFactory.self) { _ in DocumentFactory { LiveDocument(number: $0) } }
        return timed { for number in 0..<$0 { sink(try container.ask(DocumentFactory.self).make(number & 7)) } }
      },
      astroject: {
        let container = Container()
        try container.register((any Document).self, argument: Int.self) { _, number in LiveDocument(number: number) }
          .asTransient()
        return timed { for number in 0..<$0 { sink(try container.ask((any Document).self, argument: number & 7)) } }
      })
  }

  private static var keptArgument: Workload {
    Workload(
      name: "W14 argument, kept by value", promise: .once(8),
      hand: {
        let documents = Documents()
        return timed { for number in 0..<$0 { sink(documents.get(number & 7)) } }
      },
      reference: {
        let container = ReferenceContainer()
        container.register(Documents.self, isShared: true) { _ in Documents() }
        return timed { for number in 0..<$0 { sink(try container.ask(Documents.self).get(number & 7)) } }
      },
      astroject: {
        let container = Container()
        try container.register((any Document).self, argument: Int.self) { _, number in LiveDocument(number: number) }
          .asSingleton()
        return timed { for number in 0..<$0 { sink(try container.ask((any Document).self, argument: number & 7)) } }
      })
  }
}

private protocol Document: AnyObject, Sendable {}

private final class LiveDocument: Document {
  let number: Int

  init(number: Int) {
    self.number = number
    probe_object()
  }
}

@inline(never) private func makeDocument(_ number: Int) -> any Document { LiveDocument(number: number) }

/// A factory that takes an argument, as a service of the reference container.
private struct DocumentFactory: Sendable {
  let make: @Sendable (Int) -> any Document
}

/// A cache by the value of the argument, as in wiring by hand.
private final class Documents: Sendable {
  private let kept = Mutex<[Int: any Document]>([:])

  @inline(never) func get(_ number: Int) -> any Document {
    kept.withLock { kept in
      if let document = kept[number] { return document }
      let document = makeDocument(number)
      kept[number] = document
      return document
    }
  }
}
