import Astroject

// Resolves the values of an object's properties before its `init`. The values lie in a row, in the order in which the
// properties are made. Only the code of the build finds them, and only on the thread that runs the `init`. Anything
// that does not fit into a row, such as an argument, lies in the build's `PropertyBuffer`.

extension PropertyPlan {
  /// Resolves the values without awaiting; returns nil if there are none.
  ///
  /// The build has to be the current one on this thread.
  func fetch(for build: Build) throws -> ValueRow? {
    let isOpen = try matchArguments(for: build)
    return isEmpty ? nil : try row(for: build, isOpen)
  }

  /// Fetches the values for an awaiting caller; returns nil if there are none.
  func fetch(for build: Build) async throws -> ValueRow? {
    let isOpen = try matchArguments(for: build)
    return isEmpty ? nil : try await row(for: build, isOpen)
  }

  /// Fetches the values for an asynchronous `init` and stores them in the build, because such an `init` may change
  /// threads.
  func prepare(for build: Build) async throws {
    let isOpen = try matchArguments(for: build)
    for (index, field) in fields.enumerated() where isOpen?[index] ?? true {
      let mayBeLabelled = field.mayBeLabelled(in: build.core)
      if mayBeLabelled, !field.isDue(for: build) { continue }
      let buffer = PropertyBuffer.of(build)
      do { buffer.prepare(field, .success(try await field.source.fetch(for: build))) } catch {
        guard mayBeLabelled || field.isOptional else { throw field.telling(error, for: build) }
        buffer.prepare(field, .failure(error))
      }
    }
  }

  /// Leaves the arguments that no parameter took to properties.
  ///
  /// - Returns: True for each property that is resolved; nil if all are.
  private func matchArguments(for build: Build) throws -> [Bool]? {
    build.dropPropertyBuffer()
    guard build.hasSupplied, let rest = build.supplied?.rest, !rest.isEmpty else { return nil }
    return try PropertyBuffer.of(build).match(rest, to: self, for: build)
  }

  /// Resolves the values of all open properties except those that may have a name or key.
  private func row(for build: Build, _ isOpen: [Bool]?) throws -> ValueRow {
    let row = ValueRow.make(layout)
    let mayHaveLabels = build.core.mayHaveLabels(marks)
    for (index, cell) in layout.cells.enumerated() where isOpen?[index] ?? true {
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

  /// Fetches the values of all open properties for an awaiting caller.
  ///
  /// The value of a property that may have a name or key is fetched if it may have to be awaited. An error in fetching
  /// it is stored for the property, which reports the error unless it has a name or key.
  private func row(for build: Build, _ isOpen: [Bool]?) async throws -> ValueRow {
    let row = ValueRow.make(layout)
    let mayHaveLabels = build.core.mayHaveLabels(marks)
    for (index, cell) in layout.cells.enumerated() where isOpen?[index] ?? true {
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
