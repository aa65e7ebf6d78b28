import Astroject

/// The layout of a row of values, each of which has a source.
final class ValueLayout: Sendable {
  struct Cell: @unchecked Sendable {
    // Sources are immutable.
    let type: ObjectIdentifier
    /// Unretained, because every owner of the layout also owns the sources.
    let source: Borrowed<AnyParameterSource>
    let offset: Int
    /// The type that declares the property; unknown for a parameter.
    let owner: PropertyOwner
  }

  let cells: [Cell]
  /// The number of bytes that the values take, and the alignment of the first value.
  fileprivate let size: Int
  fileprivate let alignment: Int

  /// - Parameter owners: The types that declare the properties; empty for parameters.
  init(_ sources: [AnyParameterSource], of owners: [PropertyOwner] = []) {
    var (size, alignment) = (0, 1)
    cells = sources.enumerated().map { index, source in
      let own = source.size
      let offset = (size + own.alignment - 1) / own.alignment * own.alignment
      size = offset + own.bytes
      alignment = max(alignment, own.alignment)
      return Cell(
        type: ObjectIdentifier(source.type), source: Borrowed(source), offset: offset,
        owner: owners.isEmpty ? .unknown : owners[index])
    }
    (self.size, self.alignment) = (size, alignment)
  }
}

/// A row of values that were resolved before they are needed.
///
/// These are the values of an initializer's parameters, for an awaiting caller, or the values of an object's
/// properties.
final class ValueRow: ManagedBuffer<ValueRow.State, UInt64> {
  struct State {
    // Unretained, because the code that makes the row holds the layout for longer.
    fileprivate let layout: Borrowed<ValueLayout>
    /// The address of the first value.
    ///
    /// Before it, the row has one byte for each value, which is 1 while the value is there.
    fileprivate let base: UnsafeMutableRawPointer
    /// The index of the value that is expected to be taken next.
    fileprivate var next = 0
    /// The values that were prepared on the thread before, while these are.
    fileprivate var outer = CurrentBuild.PreparedValues()
  }

  // Accessed by its address, because the checks for overlapping accesses would cost more than all the work here.
  private var state: UnsafeMutablePointer<State> { withUnsafeMutablePointerToHeader { $0 } }

  static func make(_ layout: ValueLayout) -> ValueRow {
    let bytes = layout.cells.count + layout.alignment - 1 + layout.size
    let buffer = create(minimumCapacity: (bytes + 7) / 8) { buffer in
      buffer.withUnsafeMutablePointerToElements { elements in
        let marks = UnsafeMutableRawPointer(elements)
        marks.initializeMemory(as: UInt8.self, repeating: 0, count: layout.cells.count)
        let base = (marks + layout.cells.count).alignedUp(toMultipleOf: layout.alignment)
        return State(layout: Borrowed(layout), base: base)
      }
    }
    return unsafeDowncast(buffer, to: ValueRow.self)
  }

  deinit {
    // These values were not taken.
    let layout = state.pointee.layout.object
    for (index, cell) in layout.cells.enumerated() where mark(index).pointee != 0 {
      cell.source.with { $0.destroy(at: address(of: cell)) }
    }
  }

  // MARK: Putting in

  func address(of cell: ValueLayout.Cell) -> UnsafeMutableRawPointer { state.pointee.base + cell.offset }

  /// Notes that a value is there.
  func noteThere(_ index: Int) { mark(index).pointee = 1 }

  private func mark(_ index: Int) -> UnsafeMutablePointer<UInt8> {
    withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self) + index }
  }

  // MARK: Removing

  /// Returns the address of a value, which the caller then has to move or destroy.
  func take(_ index: Int) -> UnsafeMutableRawPointer {
    mark(index).pointee = 0
    return state.pointee.layout.with { address(of: $0.cells[index]) }
  }

  /// Returns the address of the value of a property, which the caller then has to move or destroy.
  ///
  /// Nil if there is none.
  ///
  /// - Parameter owner: The `#function` of the property's wrapper.
  @inline(__always)
  func take(_ type: ObjectIdentifier, of owner: StaticString) -> UnsafeMutableRawPointer? {
    state.pointee.layout.with { layout in
      // Most values are taken in order.
      let next = state.pointee.next
      guard
        let index = isThere(next, type, owner, in: layout)
          ? next : layout.cells.indices.first(where: { isThere($0, type, owner, in: layout) })
      else { return nil }
      state.pointee.next = index + 1
      return take(index)
    }
  }

  private func isThere(_ index: Int, _ type: ObjectIdentifier, _ owner: StaticString, in layout: ValueLayout) -> Bool {
    index < layout.cells.count && layout.cells[index].type == type && mark(index).pointee != 0
      && layout.cells[index].owner.mayHave(owner)
  }

  // MARK: On a thread

  /// Shows the values to the code of a build that runs on this thread, until `end`.
  func begin(for build: Build) {
    state.pointee.outer = CurrentBuild.exchange(
      CurrentBuild.PreparedValues(build, Borrowed(self).address))
  }

  /// Stops showing the values.
  func end() { _ = CurrentBuild.exchange(state.pointee.outer) }

  /// Returns the row at an address that a thread shows.
  static func at(_ address: UnsafeMutableRawPointer) -> Borrowed<ValueRow> { Borrowed(at: address) }
}
