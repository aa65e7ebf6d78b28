extension Core {
  /// Lets go of what disposable scopes keep for a service, by whatever type it is known; for all with nil.
  func release(_ service: Key?) -> [Departure] {
    var slots = adoptedSlots(of: service)
    for layer in layers {
      for entry in layer.all where service.map({ $0.isSameService(as: entry.key) }) ?? true {
        if let own = entry.slots { slots.append(own) }
        guard service != nil else { continue }
        for target in entry.blueprints.compactMap(\.forwardingTarget) {
          if let forwarded = find(target)?.entry.slots { slots.append(forwarded) }
        }
      }
    }
    return slots.filter(\.lifetime.isDisposable).flatMap { $0.release() }.inOrder
  }

  /// Runs hooks from where nothing can be awaited: those that have to be get a task.
  func run(_ departures: [Departure]) {
    for departure in departures {
      var failures: [AstrojectError.Failure] = []
      departure.runSynchronous(&failures)
      report(failures)
      guard departure.mustBeAwaited else { continue }
      Task {
        var failures: [AstrojectError.Failure] = []
        await departure.runAsynchronous(&failures)
        self.report(failures)
      }
    }
  }

  /// Runs hooks and awaits them.
  func run(_ departures: [Departure]) async -> [AstrojectError.Failure] {
    var failures: [AstrojectError.Failure] = []
    for departure in departures {
      departure.runSynchronous(&failures)
      await departure.runAsynchronous(&failures)
    }
    return failures
  }

  /// Tells behaviors of hooks that failed where nobody can be thrown at.
  func report(_ failures: [AstrojectError.Failure]) {
    guard observers.areListening else { return }
    for failure in failures {
      tellFailed(failure.key.product, name: failure.key.name, .shutdownFailed([failure]))
    }
  }
}
