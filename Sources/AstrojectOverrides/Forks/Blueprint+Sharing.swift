import Astroject

extension Blueprint {
  /// True if its instance or its scope was made elsewhere, so that copies share it.
  var isMadeElsewhere: Bool { flags[.isInstance] && !flags.isGiven || flags.lifetime == .shared }

  /// Has a forwarding answer in place of a composite, and not in the collection.
  func answersForComposite() { changeFlags { $0[.isComposite] = true } }

  /// Gives up its scope, so that instances are shared within a resolution tree only.
  func leaveScope() { changeFlags { $0.lifetime = .graph } }

  /// Gives up a scope object that also belongs to the original: each container would return instances that the other
  /// one has built.
  func leaveSharedScope() { changeFlags { if $0.lifetime == .shared { $0.lifetime = .singleton } } }
}
