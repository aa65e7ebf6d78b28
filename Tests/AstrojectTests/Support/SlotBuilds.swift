import Testing

@testable import Astroject

/// Begins a build in a slot, which must be vacant.
func expectBuild(of slot: InstanceSlot, by build: Build, at location: SourceLocation = #_sourceLocation) {
  guard case .build = slot.claim(by: nil, synchronously: true, with: build) else {
    Issue.record("the slot is not vacant", sourceLocation: location)
    return
  }
}
