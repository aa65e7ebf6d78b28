// The facts that both drivers report to a trace.

extension Resolution {
  /// Opens a step and enters it, if there is a tracer.
  mutating func beginStep() {
    if !isTraced, let step = OpenStep(key, for: context, within: openStep) { enter(step) }
  }

  /// Records the outcome of the step.
  @inline(__always)
  mutating func note(_ outcome: ResolutionTrace.Outcome) { if isTraced { noteFindings(outcome) } }

  mutating func endStep(failingWith error: (any Error)? = nil) {
    guard isTraced else { return }
    if error != nil { noteFindings(nil) }
    openStep?.end(failingWith: error)
  }

  @inline(never)
  private mutating func noteFindings(_ outcome: ResolutionTrace.Outcome?) {
    let answer = answer?.blueprint
    let scope = answer?.scopeText
    openStep?.note { findings in
      if let answer {
        findings.registration = answer.id
        findings.location = answer.location
        findings.scope = scope
      }
      // After a wait the product is found in its slot. The outcome stays `waited`.
      if let outcome, outcome != .found || findings.outcome != .waited { findings.outcome = outcome }
    }
  }
}

// MARK: - Derived forms

extension ResolutionContext {
  /// Makes a derived form outside of a resolution, as a step of its own if there is a tracer.
  package func tracing<Form>(_ key: Key, _ derive: (OpenStep?) throws -> Form) throws -> Form {
    guard let step = openStep(forForm: key) else { return try derive(nil) }
    do {
      let form = try derive(step)
      step.end()
      return form
    } catch {
      step.end(failingWith: error)
      throw error
    }
  }

  /// Makes a derived form outside of a resolution and awaits it, as a step of its own if there is a tracer.
  package func tracing<Form>(_ key: Key, _ derive: (OpenStep?) async throws -> Form) async throws -> Form {
    guard let step = openStep(forForm: key) else { return try await derive(nil) }
    do {
      let form = try await derive(step)
      step.end()
      return form
    } catch {
      step.end(failingWith: error)
      throw error
    }
  }

  private func openStep(forForm key: Key) -> OpenStep? {
    guard core.observers.areListening, let step = OpenStep(key, for: self, within: nil) else { return nil }
    step.note { $0.outcome = .derived }
    return step
  }
}
