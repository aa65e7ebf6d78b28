import Astroject
import Probe

private protocol Screen: AnyObject {}

@MainActor private final class LiveScreen: @MainActor Screen { nonisolated init() { probe_object() } }

extension Workload {
  /// W16: a singleton that conforms to its protocol on the main actor only. Each resolve checks where it is.
  static var isolated: Workload {
    Workload(
      name: "W16 conforming on the main actor", promise: .once(1),
      hand: {
        let holder = Holder(LiveScreen())
        return timedOnMainActor { for _ in 0..<$0 { sink(holder.get()) } }
      },
      astroject: {
        let container = Container()
        try container.register((any Screen).self) { @MainActor in LiveScreen() }.asSingleton()
        return timedOnMainActor { for _ in 0..<$0 { sink(try container.ask((any Screen).self)) } }
      })
  }
}
