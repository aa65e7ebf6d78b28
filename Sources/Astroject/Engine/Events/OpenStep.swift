/// A step of a trace that is under way.
///
/// It collects the steps that are resolved on its behalf, and becomes a value when it ends.
package final class OpenStep: Sendable {
  typealias Step = ResolutionTrace.Step
  typealias Outcome = ResolutionTrace.Outcome

  private struct State {
    var outcome: Outcome?
    /// The registration that answers, with its location and scope.
    var registration: UInt?
    var location: CodeLocation?
    var scope: String?
    /// The steps below that have ended, each with its position among the requests of this step.
    var children: [(turn: Int, step: Step)] = []
    /// The number of steps below.
    var count = 0
    var omitted = 0
    var isOver = false
  }

  /// The largest depth of a step, because a tree of steps is freed recursively, level by level on the stack.
  private static let deepest = 100
  /// The largest number of steps below one step.
  private static let most = 10_000

  private let key: Key
  private let core: UInt
  /// The nearest step above that is not omitted.
  private let above: OpenStep?
  private let depth: Int
  /// True if the step lies too deep to be recorded.
  private var isOmitted: Bool { depth > OpenStep.deepest }
  /// The position of the step among all, in the order in which they begin.
  private let turn = Int(bitPattern: Identity.next())
  /// The registration whose build asked.
  private let asker: UInt?
  /// The tracers that are not told of a step above.
  private let tracers: [ResolutionTrace]
  /// These tracers, and all that are told of a step above.
  private let audience: [ResolutionTrace]
  private let begin: ContinuousClock.Instant
  private let state = Lock(State())

  /// Opens a step for a request, or returns nil if there is no tracer.
  ///
  /// - Parameters:
  ///   - key: The key that is asked for.
  ///   - context: The container and the build that ask.
  ///   - whole: The step that this one is a part of. If it is nil, the step goes below that of the build that asks.
  init?(_ key: Key, for context: ResolutionContext, within whole: OpenStep?) {
    let all = context.core.allObservers.compactMap { $0 as? ResolutionTrace }
    if all.isEmpty { return nil }
    let (nearest, isDirect) = whole.map { ($0, true) } ?? context.stepAbove
    // Omitted steps do not form a chain: each refers to the nearest step that is not omitted.
    above = nearest?.isOmitted == true ? nearest?.above : nearest
    depth = above.map { $0.depth + 1 } ?? 1
    let told = above?.audience ?? []
    tracers = all.filter { tracer in !told.contains { $0 === tracer } }
    audience = told.isEmpty ? tracers : tracers.isEmpty ? told : told + tracers
    asker = isDirect ? above?.user : nil
    core = context.core.id
    self.key = key
    begin = .now
  }

  // MARK: Under way

  /// Records the outcome, and the registration that answers, as far as they are known.
  @inline(never)
  func note(_ outcome: Outcome?, of blueprint: Blueprint?) {
    // A decorator has no scope.
    let scope = blueprint.flatMap { $0.isDecorator ? nil : $0.flags.lifetime.text(keeper: $0.containerName) }
    state.withLock { state in
      if let blueprint { (state.registration, state.location, state.scope) = (blueprint.id, blueprint.location, scope) }
      // After a wait the product is found in its slot. The outcome stays `waited`.
      if let outcome, outcome != .found || state.outcome != .waited { state.outcome = outcome }
    }
  }

  /// The registration on whose behalf a step below asks.
  private var user: UInt? { state.withLock { $0.registration } ?? asker }

  /// Adds a step that has ended below this one.
  ///
  /// Returns false if this step itself has ended before.
  private func adopt(_ step: Step, turn: Int?) -> Bool {
    state.withLock { state in
      if state.isOver { return false }
      if state.count + step.count > OpenStep.most {
        state.omitted += step.count
      } else {
        state.count += step.count
        state.children.append((turn ?? .max, step))
      }
      return true
    }
  }

  // MARK: Ending

  /// Ends the step, and tells the tracers.
  package func end(failingWith error: (any Error)? = nil) {
    let duration = begin.duration(to: .now)
    if isOmitted {
      above?.state.withLock { $0.omitted += 1 }
      return
    }
    // The description of an error may be the user's code, so it is taken while no lock is held.
    let failure = error.map { Outcome.failed(OpenStep.firstLine(of: $0)) }
    let end = state.withLock { state in
      defer { state.children = [] }
      state.isOver = true
      return state
    }
    let step = Step(
      key: key, location: end.location, scope: end.scope, outcome: failure ?? end.outcome ?? .found,
      duration: duration, children: end.children.ordered { $0.turn }.map(\.step), omitted: end.omitted,
      registration: end.registration, asker: asker, count: end.count + 1)
    if let asker, let used = step.registration {
      let use = ObservedUse(user: asker, used: used, core: core)
      for tracer in audience { tracer.didObserve(use) }
    }
    for tracer in handUp(step) ? tracers : audience { tracer.didEnd(root: step) }
  }

  private static func firstLine(of error: any Error) -> String {
    TypeName.text(of: error).split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
  }

  /// Hands the step to the nearest step above that is still under way.
  ///
  /// Returns false if there is none.
  private func handUp(_ step: Step) -> Bool {
    var (next, turn) = (above, turn as Int?)
    while let open = next {
      if open.adopt(step, turn: turn) { return true }
      (next, turn) = (open.above, nil)
    }
    return false
  }
}

// MARK: - The step above

extension Build {
  /// Opens a step below that of this build; returns nil if it is not traced.
  func openStep(for key: Key) -> OpenStep? {
    isTraced ? OpenStep(key, for: ResolutionContext(of: self), within: nil) : nil
  }
}

extension ResolutionContext {
  /// Opens a step for a form that is derived outside of a resolve, and that this context is within from now on; returns
  /// nil if there is no tracer.
  package mutating func openStep(forForm key: Key) -> OpenStep? {
    let step = core.isObserved ? OpenStep(key, for: self, within: nil) : nil
    step?.note(.derived, of: nil)
    rare = step.map { Circumstances(step: $0) }
    return step
  }

  /// The step of the nearest traced build, and true if that build asks by itself or by a `Lazy`.
  ///
  /// The second value is false if a build in between was not traced.
  fileprivate var stepAbove: (step: OpenStep?, isDirect: Bool) {
    var isDirect = true
    let step = parent?.search { build -> OpenStep? in
      if let step = build.openStep { return step }
      if build.step.part != .deferred { isDirect = false }
      return nil
    }
    return (step, isDirect)
  }
}
