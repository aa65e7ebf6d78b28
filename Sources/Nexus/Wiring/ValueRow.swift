import Astroject

/// Where values lie in a row, each of which a source gets.
final class ValueLayout: Sendable {
  struct Cell: @unchecked Sendable {
    // Sources are not changed.
    let type: ObjectIdentifier
    /// Whoever has the layout has the sources.
    let source: Unmanaged<AnyParameterSource>
    let offset: Int
  }

  let cells: [Cell]
  /// The bytes that the values take, and the addresses at which the row may begin.
  fileprivate let size: Int
  fileprivate let alignment: Int

  init(_ sources: [AnyParameterSource]) {
    var (size, alignment) = (0, 1)
    cells = sources.map { source in
      let own = source.size
      let offset = (size + own.alignment - 1) / own.alignment * own.alignment
      size = offset + own.bytes
      alignment = max(alignment, own.alignment)
      return Cell(type: ObjectIdentifier(source.type), source: .passUnretained(source), offset: offset)
    }
    (self.size, self.alignment) = (size, alignment)
  }
}

/// Values that were got before they are needed: those of an initializer's parameters, for a caller that awaits, or
/// those of an object's properties.
final class ValueRow: ManagedBuffer<ValueRow.State, UInt64> {
  struct State {
    // Whoever makes the row holds the layout, and is there for longer.
    fileprivate let layout: Unmanaged<ValueLayout>
    /// Where the first value lies; before it there is a byte for each value, which is one while it is there.
    fileprivate let base: UnsafeMutableRawPointer
    /// The value that is expected to be taken next.
    fileprivate var next = 0
    /// What lay ready on the thread before, while this does.
    fileprivate var outer = CurrentBuild.PreparedValues()
  }

  // By its address: what guards variables against overlapping accesses would cost more than all that is done here.
  private var state: UnsafeMutablePointer<State> { withUnsafeMutablePointerToHeader { $0 } }

  static func make(_ layout: ValueLayout) -> ValueRow {
    let bytes = layout.cells.count + layout.alignment - 1 + layout.size
    let buffer = create(minimumCapacity: (bytes + 7) / 8) { buffer in
      buffer.withUnsafeMutablePointerToElements { elements in
        let marks = UnsafeMutableRawPointer(elements)
        marks.initializeMemory(as: UInt8.self, repeating: 0, count: layout.cells.count)
        let base = (marks + layout.cells.count).alignedUp(toMultipleOf: layout.alignment)
        return State(layout: .passUnretained(layout), base: base)
      }
    }
    return unsafeDowncast(buffer, to: ValueRow.self)
  }

  deinit {
    // Nobody has taken these.
    let layout = state.pointee.layout.takeUnretainedValue()
    for (index, cell) in layout.cells.enumerated() where mark(index).pointee != 0 {
      cell.source._withUnsafeGuaranteedRef { $0.destroy(at: address(of: cell)) }
    }
  }

  // MARK: Putting in

  func address(of cell: ValueLayout.Cell) -> UnsafeMutableRawPointer { state.pointee.base + cell.offset }

  /// Notes that a value is there.
  func noteThere(_ index: Int) { mark(index).pointee = 1 }

  private func mark(_ index: Int) -> UnsafeMutablePointer<UInt8> {
    withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self) + index }
  }

  // MARK: Taking out

  /// The address of a value, which is the caller's to take away.
  func take(_ index: Int) -> UnsafeMutableRawPointer {
    mark(index).pointee = 0
    return state.pointee.layout._withUnsafeGuaranteedRef { address(of: $0.cells[index]) }
  }

  /// The address of a value of a type, which is the caller's to take away; nil if there is none.
  @inline(__always)
  func take(_ type: ObjectIdentifier) -> UnsafeMutableRawPointer? {
    state.pointee.layout._withUnsafeGuaranteedRef { layout in
      // Most are asked for in order.
      let next = state.pointee.next
      guard
        let index = isThere(next, type, in: layout)
          ? next : layout.cells.indices.first(where: { isThere($0, type, in: layout) })
      else { return nil }
      state.pointee.next = index + 1
      return take(index)
    }
  }

  private func isThere(_ index: Int, _ type: ObjectIdentifier, in layout: ValueLayout) -> Bool {
    index < layout.cells.count && layout.cells[index].type == type && mark(index).pointee != 0
  }

  // MARK: On a thread

  /// Shows the values to code of a build, which this thread runs until the end.
  func begin(for build: Build) {
    state.pointee.outer = CurrentBuild.exchange(
      CurrentBuild.PreparedValues(build, Unmanaged.passUnretained(self).toOpaque()))
  }

  /// Shows them no more.
  func end() { _ = CurrentBuild.exchange(state.pointee.outer) }

  /// The one at an address that is shown.
  static func at(_ address: UnsafeMutableRawPointer) -> Unmanaged<ValueRow> { .fromOpaque(address) }
}
