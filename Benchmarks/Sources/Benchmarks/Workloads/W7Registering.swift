import Astroject

extension Workload {
  /// W7: one of 10 000 registrations of different types, in a container that is empty at first.
  ///
  /// The runtime has made the generic types before, so that is not timed.
  static var registering: [Workload] {
    [
      registering("W7 register a closure") { try $0.registerClosure($1) },
      registering("W7 register an initializer") { try $0.registerInitializer($1) },
    ]
  }

  private static func registering(
    _ name: String, _ register: @escaping (Container, any Filler.Type) throws -> Void
  ) -> Workload {
    Workload(
      name: name, promise: .once(0),
      hand: {
        timed { count in
          var dictionary = PlainDictionary()
          for type in Fillers.tenThousand.prefix(count) { dictionary.register(type) }
          withExtendedLifetime(dictionary) {}
        }
      },
      reference: {
        timed { count in
          let container = ReferenceContainer()
          for type in Fillers.tenThousand.prefix(count) { container.register(type) }
          withExtendedLifetime(container) {}
        }
      },
      astroject: {
        timed { count in
          let container = Container()
          for type in Fillers.tenThousand.prefix(count) { try register(container, type) }
          withExtendedLifetime(container) {}
        }
      }, batch: 10_000)
  }
}
