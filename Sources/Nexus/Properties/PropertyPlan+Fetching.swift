import Astroject

// Resolves the values of an object's properties before its `init`. The values lie in a row, in the order in which the
// properties are made. Only the code of the build finds them, and only on the thread that runs the `init`. Anything
// that does not fit into a row lies in the build's `PropertyBuffer`.

extension PropertyPlan {
  /// Resolves the values without awaiting; returns nil if they do not lie in a row.
  ///
  /// The build has to be the current one on this thread.
  func fetch(for build: Build) throws -> ValueRow? {
    build.dropPropertyBuffer()
    if build.hasArgumentsLeft {
      try PropertyBuffer.of(build).prepare(self, for: build)
      return nil
    }
    return isEmpty ? nil : try row(for: build)
  }

  /// Fetches the values for an awaiting caller; returns nil if they do not lie in a row.
  func fetch(for build: Build) async throws -> ValueRow? {
    build.dropPropertyBuffer()
    if build.hasArgumentsLeft {
      try await PropertyBuffer.of(build).prepare(self, for: build)
      return nil
    }
    return isEmpty ? nil : try await row(for: build)
  }

  /// Fetches the values for an asynchronous `init` and stores them in the build, because such an `init` may change
  /// threads.
  func prepare(for build: Build) async throws {
    build.dropPropertyBuffer()
    if !isEmpty || build.hasArgumentsLeft { try await PropertyBuffer.of(build).prepare(self, for: build) }
  }

  /// Resolves the values of all properties except those that may have a name or key.
  private func row(for build: Build) throws -> ValueRow {
    let row = ValueRow.make(layout)
    let mayHaveLabels = build.core.mayHaveLabels(marks)
    for (index, cell) in layout.cells.enumerated() {
      if mayHaveLabels, fields[index].mayBeLabelled(in: build.core) { continue }
      do { try cell.source.with { try $0.put(at: row.address(of: cell), for: build) } } catch {
        let field = fields[index]
        guard field.isOptional else { throw field.telling(error, for: build) }
        PropertyBuffer.of(build).prepare(field, .failure(error))
        continue
      }
      row.noteThere(index)
    }
    return row
  }

  /// Fetches the values for an awaiting caller.
  ///
  /// The value of a property that may have a name or key is fetched if it may have to be awaited. An error in fetching
  /// it is stored for the property, which reports the error unless it has a name or key.
  private func row(for build: Build) async throws -> ValueRow {
    let row = ValueRow.make(layout)
    let mayHaveLabels = build.core.mayHaveLabels(marks)
    for (index, cell) in layout.cells.enumerated() {
      let field = fields[index]
      let mayBeLabelled = mayHaveLabels && field.mayBeLabelled(in: build.core)
      if mayBeLabelled, !field.isDue(for: build) { continue }
      do {
        // No other code has the address yet.
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
  /// True if there are arguments that no parameter took.
  fileprivate var hasArgumentsLeft: Bool { hasSupplied && supplied.map { !$0.rest.isEmpty } ?? false }
}
