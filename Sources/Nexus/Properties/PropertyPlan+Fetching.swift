import Astroject

// Gets the values of an object's properties before its `init`: they lie in a row, in the order in which the properties
// are made. Only code of the build finds them, and only on the thread that runs the `init`. What is more than a row of
// values lies in the build's `Filling`.

extension PropertyPlan {
  /// Gets the values without awaiting, for code that is led already; nil where they do not lie in a row.
  func fetch(for frame: Frame) throws -> ValueRow? {
    frame.dropFilling()
    if frame.hasArgumentsLeft {
      try Filling.of(frame).prepare(self, for: frame)
      return nil
    }
    return isEmpty ? nil : try row(for: frame)
  }

  /// Gets the values for a caller that awaits; nil where they do not lie in a row.
  func fetch(for frame: Frame) async throws -> ValueRow? {
    frame.dropFilling()
    if frame.hasArgumentsLeft {
      try await Filling.of(frame).prepare(self, for: frame)
      return nil
    }
    return isEmpty ? nil : try await row(for: frame)
  }

  /// Gets the values for an `init` that is awaited, and may change threads: they lie with the build.
  func prepare(for frame: Frame) async throws {
    frame.dropFilling()
    if !isEmpty || frame.hasArgumentsLeft { try await Filling.of(frame).prepare(self, for: frame) }
  }

  /// Gets all but what may have a name or key.
  private func row(for frame: Frame) throws -> ValueRow {
    let row = ValueRow.make(layout)
    let mayHaveLabels = frame.core.mayHaveLabels(marks)
    for (index, place) in layout.places.enumerated() {
      if mayHaveLabels, fields[index].mayBeLabelled(in: frame.core) { continue }
      do { try place.wire._withUnsafeGuaranteedRef { try $0.put(at: row.address(of: place), for: frame) } } catch {
        let field = fields[index]
        guard field.isOptional else { throw field.telling(error, for: frame) }
        Filling.of(frame).prepare(field, .failure(error))
        continue
      }
      row.noteThere(index)
    }
    return row
  }

  /// The same for a caller that awaits.
  ///
  /// What may have a name or key is got where it may have to be awaited. What keeps it from being had is for the
  /// property, if that has none.
  private func row(for frame: Frame) async throws -> ValueRow {
    let row = ValueRow.make(layout)
    let mayHaveLabels = frame.core.mayHaveLabels(marks)
    for (index, place) in layout.places.enumerated() {
      let field = fields[index]
      let mayBeLabelled = mayHaveLabels && field.mayBeLabelled(in: frame.core)
      if mayBeLabelled, !field.isDue(for: frame) { continue }
      do {
        // Nobody else has it yet.
        nonisolated(unsafe) let address = row.address(of: place)
        try await field.wire.fetch(at: address, for: frame)
      } catch {
        guard mayBeLabelled || field.isOptional else { throw field.telling(error, for: frame) }
        Filling.of(frame).prepare(field, .failure(error))
        continue
      }
      row.noteThere(index)
    }
    return row
  }
}

extension Frame {
  /// Returns true if no parameter has taken some of the arguments.
  fileprivate var hasArgumentsLeft: Bool { hasSupply && supply.map { !$0.rest.isEmpty } ?? false }
}
