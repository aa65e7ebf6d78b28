import Astroject

// Gets the values of an object's properties before its `init`: they lie in a row, in the order in which the properties
// are made. Only code of the build finds them, and only on the thread that runs the `init`. What is more than a row of
// values lies in the build's `PropertyBuffer`.

extension PropertyPlan {
  /// Gets the values without awaiting, for code that is led already; nil where they do not lie in a row.
  func fetch(for build: Build) throws -> ValueRow? {
    build.dropPropertyBuffer()
    if build.hasArgumentsLeft {
      try PropertyBuffer.of(build).prepare(self, for: build)
      return nil
    }
    return isEmpty ? nil : try row(for: build)
  }

  /// Gets the values for a caller that awaits; nil where they do not lie in a row.
  func fetch(for build: Build) async throws -> ValueRow? {
    build.dropPropertyBuffer()
    if build.hasArgumentsLeft {
      try await PropertyBuffer.of(build).prepare(self, for: build)
      return nil
    }
    return isEmpty ? nil : try await row(for: build)
  }

  /// Gets the values for an `init` that is awaited, and may change threads: they lie with the build.
  func prepare(for build: Build) async throws {
    build.dropPropertyBuffer()
    if !isEmpty || build.hasArgumentsLeft { try await PropertyBuffer.of(build).prepare(self, for: build) }
  }

  /// Gets all but what may have a name or key.
  private func row(for build: Build) throws -> ValueRow {
    let row = ValueRow.make(layout)
    let mayHaveLabels = build.core.mayHaveLabels(marks)
    for (index, cell) in layout.cells.enumerated() {
      if mayHaveLabels, fields[index].mayBeLabelled(in: build.core) { continue }
      do { try cell.source._withUnsafeGuaranteedRef { try $0.put(at: row.address(of: cell), for: build) } } catch {
        let field = fields[index]
        guard field.isOptional else { throw field.telling(error, for: build) }
        PropertyBuffer.of(build).prepare(field, .failure(error))
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
  private func row(for build: Build) async throws -> ValueRow {
    let row = ValueRow.make(layout)
    let mayHaveLabels = build.core.mayHaveLabels(marks)
    for (index, cell) in layout.cells.enumerated() {
      let field = fields[index]
      let mayBeLabelled = mayHaveLabels && field.mayBeLabelled(in: build.core)
      if mayBeLabelled, !field.isDue(for: build) { continue }
      do {
        // Nobody else has it yet.
        nonisolated(unsafe) let address = row.address(of: cell)
        try await field.source.fetch(at: address, for: build)
      } catch {
        guard mayBeLabelled || field.isOptional else { throw field.telling(error, for: build) }
        PropertyBuffer.of(build).prepare(field, .failure(error))
        continue
      }
      row.noteThere(index)
    }
    return row
  }
}

extension Build {
  /// Returns true if no parameter has taken some of the arguments.
  fileprivate var hasArgumentsLeft: Bool { hasSupplied && supplied.map { !$0.rest.isEmpty } ?? false }
}
