import Astroject

/// What the properties of an object will ask for, got before its `init`: values in a row, in the order in which objects of
/// its type are known to ask.
///
/// Only code of the build finds it, and only on the thread that runs the `init`.
@usableFromInline
final class Provision: ManagedBuffer<Provision.State, Provision.Word> {
  /// What the memory behind the state consists of, in which the values lie.
  @usableFromInline typealias Word = UInt64

  @usableFromInline
  struct State {
    // Whoever makes the object holds it.
    fileprivate let layout: Unmanaged<Layout>
    /// How many values have been got. None is left where they have gone into a ``Filling``.
    fileprivate var got = 0
    /// How many of them have been taken.
    fileprivate var taken = 0
    /// What the thread had before, while it has this.
    fileprivate var outer = Ambient.Provided()
  }

  // By its address: what guards variables against overlapping accesses would cost more than all that is done here.
  private var state: UnsafeMutablePointer<State> { withUnsafeMutablePointerToHeader { $0 } }

  private static func make(_ layout: Layout) -> Provision {
    let buffer = create(minimumCapacity: layout.words) { _ in State(layout: .passUnretained(layout)) }
    return unsafeDowncast(buffer, to: Provision.self)
  }

  /// Gets all that a layout says. Nil where something need not be had that is not there: then what there is lies in a
  /// ``Filling``.
  static func get(_ layout: Layout, for frame: Frame) throws -> Provision? {
    let new = make(layout)
    for place in layout.places {
      do { try place.wire._withUnsafeGuaranteedRef { try $0.put(at: new.address(of: place), for: frame) } } catch {
        try Filling.of(frame).prepare(try new.giveUp(after: error, in: frame), for: frame)
        return nil
      }
      new.state.pointee.got += 1
    }
    return new
  }

  /// The same for a caller that awaits.
  static func get(_ layout: Layout, for frame: Frame) async throws -> Provision? {
    let new = make(layout)
    for place in layout.places {
      // Nobody else has it yet.
      nonisolated(unsafe) let address = new.address(of: place)
      do { try await place.wire.takeUnretainedValue().put(at: address, for: frame) } catch {
        try await Filling.of(frame).prepare(try new.giveUp(after: error, in: frame), for: frame)
        return nil
      }
      new.state.pointee.got += 1
    }
    return new
  }

  /// Leaves it to the ``Filling`` what there is, where what comes next cannot be had but need not be, and returns what comes
  /// after that.
  private func giveUp(after error: any Error, in frame: Frame) throws -> ArraySlice<Wish> {
    let wishes = state.pointee.layout.takeUnretainedValue().wishes[state.pointee.got...]
    try wishes.first?.fail(error, in: frame.core)
    if frame.isAtHand { throw NotAtHand() }
    moveAll(into: frame)
    return wishes.dropFirst()
  }

  private func address(of place: Layout.Place) -> UnsafeMutableRawPointer {
    withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) + place.offset }
  }

  deinit {
    // Nobody has taken these.
    let state = state.pointee
    for index in state.taken..<state.got { _ = box(index) }
  }

  /// Takes a value, in a box of its type.
  private func box(_ index: Int) -> AnyObject {
    func box<Value>(_ type: Value.Type, at address: UnsafeMutableRawPointer) -> AnyObject {
      Box(address.assumingMemoryBound(to: type).move())
    }
    let place = state.pointee.layout.takeUnretainedValue().places[index]
    return box(place.wire.takeUnretainedValue().type, at: address(of: place))
  }

  // MARK: Taking

  /// Shows what has been got to code of a build, which this thread runs until the end.
  func begin(for frame: Frame) {
    state.pointee.outer = Ambient.exchange(Ambient.Provided(frame, Unmanaged.passUnretained(self).toOpaque()))
  }

  /// Shows it no more.
  func end() { _ = Ambient.exchange(state.pointee.outer) }

  /// The one at an address that is shown.
  static func at(_ address: UnsafeMutableRawPointer) -> Unmanaged<Provision> { .fromOpaque(address) }

  /// Whether the object of a build has asked for all that was got, and for nothing else.
  func hasServed(_ frame: Frame) -> Bool {
    state.pointee.got > 0 && state.pointee.taken == state.pointee.got && !frame.hasFilling
  }

  /// Where the value lies that the next property asks for, if it is of this type and has the right name or key: whoever asks
  /// has it from now on.
  @inline(__always)
  func take(_ type: ObjectIdentifier, where isRight: (Label?) -> Bool) -> UnsafeMutableRawPointer? {
    let index = state.pointee.taken
    guard index < state.pointee.got else { return nil }
    return state.pointee.layout._withUnsafeGuaranteedRef { layout in
      let place = layout.places[index]
      guard place.type == type, isRight(place.hasLabel ? layout.wishes[index].request.label : nil) else { return nil }
      // To compare keys is to run code of the user's, which may have asked for something, too.
      guard state.pointee.taken == index, index < state.pointee.got else { return nil }
      state.pointee.taken = index + 1
      return address(of: place)
    }
  }

  /// Leaves it to the ``Filling`` what there is, and what has been asked for: something has come up that was not foreseen.
  func moveAll(into frame: Frame) {
    let filling = Filling.of(frame)
    let wishes = state.pointee.layout.takeUnretainedValue().wishes.prefix(state.pointee.got)
    for (index, wish) in wishes.enumerated() {
      if index < state.pointee.taken {
        filling.note(wish.request)
      } else {
        filling.prepare(wish.request, box(index))
      }
    }
    (state.pointee.got, state.pointee.taken) = (0, 0)
  }
}

extension Provision {
  /// What objects of a type ask for, and where each value lies until then.
  final class Layout: @unchecked Sendable {
    // Nothing in it changes.
    fileprivate struct Place {
      let type: ObjectIdentifier
      let hasLabel: Bool
      let wire: Unmanaged<AnyWire>
      let offset: Int
    }

    fileprivate let wishes: [Wish]
    fileprivate let places: [Place]
    /// How much memory it takes.
    fileprivate let words: Int
    /// Whether nothing else may be asked for, as far as is known.
    let isWhole: Bool

    func isFor(_ wishes: [Wish], isWhole: Bool) -> Bool {
      self.isWhole == isWhole && self.wishes.map(\.request) == wishes.map(\.request)
    }

    /// Whether all of it can be had without awaiting, as far as that is known by now.
    func isAtHand(in core: Core, levels: Int) -> Bool {
      places.allSatisfy { $0.wire._withUnsafeGuaranteedRef { $0.isAtHand(in: core, levels: levels) } }
    }

    /// Nil where a value takes memory of a kind that there is not.
    init?(_ wishes: [Wish], isWhole: Bool) {
      func layout<Value>(of type: Value.Type) -> (size: Int, alignment: Int) {
        (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
      }
      let alignments = wishes.map { layout(of: $0.wire.type).alignment }
      guard alignments.allSatisfy({ $0 <= MemoryLayout<Word>.alignment }) else { return nil }
      var size = 0
      places = wishes.map { wish in
        let (own, alignment) = layout(of: wish.wire.type)
        let offset = (size + alignment - 1) / alignment * alignment
        size = offset + own
        return Place(
          type: ObjectIdentifier(wish.wire.type), hasLabel: wish.request.label != nil, wire: .passUnretained(wish.wire),
          offset: offset)
      }
      words = (size + MemoryLayout<Word>.size - 1) / MemoryLayout<Word>.size
      self.wishes = wishes
      self.isWhole = isWhole
    }
  }
}
