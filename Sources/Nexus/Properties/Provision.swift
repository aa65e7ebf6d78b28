import Astroject

/// The values of an object's properties, got before its `init`: they lie in a row, in the order in which the properties
/// are made.
///
/// Only code of the build finds them, and only on the thread that runs the `init`.
@usableFromInline
final class Provision: ManagedBuffer<Provision.State, Provision.Word> {
  /// The unit of the memory behind the state: the values, and then a byte for each that says that it is there.
  @usableFromInline typealias Word = UInt64

  @usableFromInline
  struct State {
    // Plans are never freed.
    fileprivate let plan: Unmanaged<PropertyPlan>
    /// The property that is expected to ask next.
    fileprivate var next = 0
    /// What the thread had before, while it has this.
    fileprivate var outer = Ambient.Provided()
  }

  // By its address: what guards variables against overlapping accesses would cost more than all that is done here.
  private var state: UnsafeMutablePointer<State> { withUnsafeMutablePointerToHeader { $0 } }

  private static func make(_ plan: PropertyPlan) -> Provision {
    let marks = (plan.places.count + MemoryLayout<Word>.size - 1) / MemoryLayout<Word>.size
    let buffer = create(minimumCapacity: plan.words + marks) { _ in State(plan: .passUnretained(plan)) }
    let new = unsafeDowncast(buffer, to: Provision.self)
    new.withUnsafeMutablePointerToElements { ($0 + plan.words).initialize(repeating: 0, count: marks) }
    return new
  }

  /// Gets what a plan says, but for what may have a name or key.
  static func get(_ plan: PropertyPlan, for frame: Frame) throws -> Provision {
    let new = make(plan)
    let mayHaveLabels = frame.core.mayHaveLabels(plan.marks)
    for (index, place) in plan.places.enumerated() {
      if mayHaveLabels, plan.fields[index].mayBeLabelled(in: frame.core) { continue }
      do { try place.wire._withUnsafeGuaranteedRef { try $0.put(at: new.address(of: place), for: frame) } } catch {
        let field = plan.fields[index]
        guard field.isOptional, !(error is NotAtHand) else { throw field.telling(error, for: frame) }
        Filling.of(frame).prepare(field, .failure(error))
        continue
      }
      new.mark(index).pointee = 1
    }
    return new
  }

  /// Gets what a plan says for a caller that awaits.
  ///
  /// What may have a name or key is got where it may have to be awaited. What keeps it from being had is for the
  /// property, if that has none.
  static func get(_ plan: PropertyPlan, for frame: Frame) async throws -> Provision {
    let new = make(plan)
    let mayHaveLabels = frame.core.mayHaveLabels(plan.marks)
    for (index, place) in plan.places.enumerated() {
      let field = plan.fields[index]
      let mayBeLabelled = mayHaveLabels && field.mayBeLabelled(in: frame.core)
      if mayBeLabelled, !field.isDue(for: frame) { continue }
      // Nobody else has it yet.
      nonisolated(unsafe) let address = new.address(of: place)
      do { try await field.wire.put(at: address, for: frame) } catch {
        guard mayBeLabelled || field.isOptional else { throw field.telling(error, for: frame) }
        Filling.of(frame).prepare(field, .failure(error))
        continue
      }
      new.mark(index).pointee = 1
    }
    return new
  }

  private func address(of place: PropertyPlan.Place) -> UnsafeMutableRawPointer {
    withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) + place.offset }
  }

  /// One while a value is there.
  private func mark(_ index: Int) -> UnsafeMutablePointer<UInt8> {
    let words = state.pointee.plan._withUnsafeGuaranteedRef { $0.words }
    return withUnsafeMutablePointerToElements {
      UnsafeMutableRawPointer($0 + words).assumingMemoryBound(to: UInt8.self) + index
    }
  }

  deinit {
    // Nobody has taken these.
    func drop<Value>(_ type: Value.Type, at address: UnsafeMutableRawPointer) {
      address.assumingMemoryBound(to: type).deinitialize(count: 1)
    }
    let plan = state.pointee.plan.takeUnretainedValue()
    for (index, place) in plan.places.enumerated() where mark(index).pointee != 0 {
      drop(plan.fields[index].property.value, at: address(of: place))
    }
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

  /// The address of a value of a type, which belongs to the caller from now on; nil if there is none.
  @inline(__always)
  func take(_ type: ObjectIdentifier) -> UnsafeMutableRawPointer? {
    state.pointee.plan._withUnsafeGuaranteedRef { plan in
      // Most are asked for in order.
      let next = state.pointee.next
      guard
        let index = isThere(next, type, in: plan)
          ? next : plan.places.indices.first(where: { isThere($0, type, in: plan) })
      else { return nil }
      mark(index).pointee = 0
      state.pointee.next = index + 1
      return address(of: plan.places[index])
    }
  }

  private func isThere(_ index: Int, _ type: ObjectIdentifier, in plan: PropertyPlan) -> Bool {
    index < plan.places.count && plan.places[index].type == type && mark(index).pointee != 0
  }
}
