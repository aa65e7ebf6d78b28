// Products that hold each other before all of them are complete: `injecting`, if one of two objects takes the other by
// its initializer, drafts that break a loop of waits, and what decorates a forwarding of a draft. Nothing outside gets
// one of them before all are complete.
//
// Take two objects: Kitchen(Dish), and Dish with a property for the Kitchen.
//
// 1. The Kitchen is requested and its build begins. Its initializer needs the Dish, whose hook needs the Kitchen.
//    Waiting would close a loop, so the slot of the Kitchen takes a ``LateProperty``, and the build of the Dish goes
//    on. It notes that its product needs the Kitchen.
// 2. The own code of the Dish's build ends while that of the Kitchen's is still running. So the Dish is not cached yet:
//    the rest of its build becomes a part of the Kitchen's. Callers within that get the Dish, and need it in turn. All
//    others wait for the Kitchen's build.
// 3. The Kitchen's initializer returns, and the property is set. Its own code ends. Now each of both products needs
//    only products whose own code has ended, so both are complete. Each finds that by itself, in either order.
//
// A build gets no further needs when its own code has ended. So one that looks at all that it needs, directly or not,
// may look at one slot after the other: what it saw stays true, unless something fails, and then all that need it do.

/// The progress of a build on the way to a product that others need, or that needs others.
final class Wiring: @unchecked Sendable {
  // The lock of the slot guards what changes.

  enum Progress {
    /// The build's own code is running.
    case running
    /// The build's own code has ended. The product is complete when these are.
    case ended(needing: [Wiring])
    case complete
    /// The product is complete, and was released before.
    case released
    /// There is no product because of an error, or because of nothing that concerns others.
    case failed(AstrojectError?)

    var needs: [Wiring] { if case .ended(let needs) = self { needs } else { [] } }
  }

  let slot: InstanceSlot
  var progress = Progress.running

  init(in slot: InstanceSlot) { self.slot = slot }

  /// Has a build whose own code has ended wait until no build that its product needs is running.
  ///
  /// - Parameters:
  ///   - isFacet: True if the product decorates what it needs, and is not kept unless that is.
  ///   - end: Ends the build. It is called later, if at all.
  /// - Returns: `complete` or `failed` if the caller has to end the build.
  func settle(asFacet isFacet: Bool, later end: @escaping @Sendable () -> Void) -> Progress {
    while true {
      let (progress, other) = look(asFacet: isFacet)
      guard let other else { return progress }
      guard let waiter = slot.join(other) else { continue }
      waiter.follow { [self] in
        switch settle(asFacet: isFacet, later: end) {
        case .complete: end()
        case .failed(let error): slot.fail(error, synchronously: false)
        case .running, .ended, .released: break
        }
      }
      return progress
    }
  }

  /// Looks at all that the product needs, directly or not, and returns a build whose own code is running, if there is
  /// one and nothing has failed.
  private func look(asFacet isFacet: Bool) -> (progress: Progress, running: Wiring?) {
    var (all, running) = ([self], Wiring?.none)
    var index = 0
    while index < all.count {
      let next = all[index]
      switch next.slot.progress(of: next) {
      case .running: running = next
      case .ended(let needs): for need in needs where !all.contains(where: { $0 === need }) { all.append(need) }
      case .complete: break
      case .released: if isFacet { return (.failed(nil), nil) }
      case .failed(let error): return (.failed(error), nil)
      }
      index += 1
    }
    return (running == nil ? .complete : .running, running)
  }
}

extension Build {
  /// Notes that the products of this build and of those above it, up to a builder, need another product.
  func need(_ wiring: Wiring, within builder: Build) {
    for build in sequence(first: self, next: { $0 === builder ? nil : $0.parent }) where build.isActive {
      build.note(Flag.needsOthers)
      build.makeExtras().contents.withLock { extras in
        if !extras.needs.contains(where: { $0 === wiring }) { extras.needs.append(wiring) }
      }
    }
  }

  /// True if the product decorates a forwarding.
  var makesFacet: Bool { blueprintUnderWay?.forwarding != nil }

  /// True if the product may need others.
  var needsOthers: Bool { flags.load() & Flag.needsOthers != 0 }

  /// The products that this one needs.
  var needs: [Wiring] { needsOthers ? extras?.contents.withLock { $0.needs } ?? [] : [] }
}
