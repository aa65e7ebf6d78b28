import Astroject

extension Workload {
  /// W7: one registration of 10 000, each of a type of its own, in a container that starts empty.
  ///
  /// The types were seen by the runtime before; what it does when it meets a generic type first is not in the time.
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
