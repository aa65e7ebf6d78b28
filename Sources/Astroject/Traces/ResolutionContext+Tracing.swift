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
