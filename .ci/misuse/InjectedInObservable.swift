// error: ambiguous reference to member '_storage'
import Nexus
import Observation

struct Storage: Sendable {}

@Observable final class Notes {
  #if RIGHT
    @ObservationIgnored @Inject var storage: Storage
  #else
    @Inject var storage: Storage
  // error: property wrapper cannot be applied to a computed property
  #endif

  init() {}
}
