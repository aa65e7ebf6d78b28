/// A step of a trace that is under way: it gathers what is resolved on its behalf, and becomes a value when it ends.
package final class OpenStep: Sendable {
  typealias Step = ResolutionTrace.Step

  /// What a resolution has found out so far.
  struct Findings {
    var outcome: ResolutionTrace.Outcome?
    var registration: UInt?
    var location: CodeLocation?
    var scope: String?
  }

  private struct State {
    var findings = Findings()
    /// What has ended, each with its turn.
    var children: [(turn: Int, step: Step)] = []
    var lastTurn = 0
    /// How many steps there are below.
    var count = 0
    var omitted = 0
    var isOver = false
  }

  /// How many steps lie one below the other at most: a tree is freed level by level on the stack.
  private static let deepest = 100
  /// How many steps lie below one at most.
  private static let most = 10_000

  private let key: Key
  private let core: UInt
  /// The nearest step above that is not left out.
  private let above: OpenStep?
  private let depth: Int
  /// Whether it lies too deep.
  private let isOmitted: Bool
  /// When it was asked for, among those of the step above.
  private let turn: Int
  /// The registration whose build asked.
  private let asker: UInt?
  /// Those who trace, and are not told of a step above.
  private let tracers: [any Tracer]
  /// Those who trace, and all who are told of a step above.
  private let audience: [any Tracer]
  private let begin: ContinuousClock.Instant
  private let state = Lock(State())

  /// Opens a step for what is asked, below the one that it is a part of, or else the one on whose behalf it is; nil if
  /// nobody traces.
  init?(_ key: Key, for context: ResolutionContext, within whole: OpenStep?) {
    let all = context.core.tracers
    if all.isEmpty { return nil }
    let (nearest, isDirect) = whole.map { ($0, true) } ?? context.stepAbove
    isOmitted = nearest.map { $0.isOmitted || $0.depth == OpenStep.deepest } ?? false
    // Those that are left out are not a long line.
    above = nearest?.isOmitted == true ? nearest?.above : nearest
    depth = above.map { $0.depth + 1 } ?? 1
    let told = above?.audience ?? []
    tracers = all.filter { tracer in !told.contains { $0 === tracer } }
    audience = told + tracers
    asker = isDirect ? above?.user : nil
    turn = isOmitted ? 0 : above?.nextTurn() ?? 0
    core = context.core.id
    self.key = key
    begin = .now
  }

  // MARK: Under way

  /// Notes what is found out.
  func note(_ change: (inout Findings) -> Void) { state.withLock { change(&$0.findings) } }

  /// The registration on whose behalf something below is asked for.
  private var user: UInt? { state.withLock { $0.findings.registration } ?? asker }

  private func nextTurn() -> Int {
    state.withLock { state in
      state.lastTurn += 1
      return state.lastTurn
    }
  }

  /// Takes a step that has ended; false if it came too late, as this one has ended.
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

  // MARK: The end

  /// Ends it, and tells those who trace.
  func end(failingWith error: (any Error)? = nil) {
    let duration = begin.duration(to: .now)
    if isOmitted {
      above?.state.withLock { $0.omitted += 1 }
      return
    }
    // What the error says may be the user's, who is asked where no lock is held.
    let failure = error.map { ResolutionTrace.Outcome.failed(OpenStep.firstLine(of: $0)) }
    let end = state.withLock { state in
      defer { state.children = [] }
      state.isOver = true
      return state
    }
    let findings = end.findings
    let step = Step(
      key: key, location: findings.location, scope: findings.scope, outcome: failure ?? findings.outcome ?? .found,
      duration: duration, children: end.children.sorted { $0.turn < $1.turn }.map(\.step), omitted: end.omitted,
      registration: findings.registration, asker: asker, count: end.count + 1)
    if let asker, let used = step.registration {
      let use = ObservedUse(user: asker, used: used, core: core)
      for tracer in audience { tracer.didObserve(use) }
    }
    for tracer in handUp(step) ? tracers : audience { tracer.didEnd(root: step) }
  }

  private static func firstLine(of error: any Error) -> String {
    String(describing: error).split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
  }

  /// Gives the step to the nearest one above that is still under way; false if there is none.
  private func handUp(_ step: Step) -> Bool {
    var (next, turn) = (above, turn as Int?)
    while let open = next {
      if open.adopt(step, turn: turn) { return true }
      (next, turn) = (open.above, nil)
    }
    return false
  }
}

// MARK: - Finding it

extension ResolutionContext {
  /// The step of the build on whose behalf is asked, and whether its build asks itself, or by a `Lazy` at most, rather
  /// than a build below it that was not traced.
  fileprivate var stepAbove: (step: OpenStep?, isDirect: Bool) {
    var isDirect = true
    var next = parent
    while let build = next {
      if let step = build.openStep { return (step, isDirect) }
      if !build.step.isDeferred { isDirect = false }
      next = build.parent
    }
    return (nil, false)
  }
}
