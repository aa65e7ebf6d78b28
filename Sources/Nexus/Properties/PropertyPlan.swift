import Astroject

/// Which properties of a type are injected: read once from the type, so that they can be resolved before `init`.
///
/// The type says of a property what it holds, but not its name or key: these are learned when the first object is made,
/// and never guessed; until then, what may have to be awaited of a property is looked for without one. Behind a protocol, or
/// a class that has subclasses, the type itself is learned then. Nothing is learned from what initializers only hand on.
///
/// What a type has is remembered for the process; what an initializer's properties are called, for the registration.
final class PropertyPlan: Sendable {
  /// An injected property, as far as the type tells.
  private struct Field {
    let name: String
    let property: any InjectedProperty.Type
    /// What gets it, by its name or key if that is known.
    var wire: AnyWire

    func dependency() -> Dependency { wire.dependency(at: .property(name)) }
  }

  /// What objects there were.
  private enum Experience: Equatable {
    case none
    /// All were of one type.
    case alike(ObjectIdentifier)
    /// They were of several types.
    case mixed

    func adding(_ type: Any.Type) -> Experience {
      let alike = Experience.alike(ObjectIdentifier(type))
      return self == .none || self == alike ? alike : .mixed
    }
  }

  private struct State {
    var fields: [Field]
    var experience = Experience.none
    /// What was asked for, by the object last that had something new to say, and before that by others.
    var wishes: [Wish] = []
    /// The properties that objects ask for by other names or keys than those before.
    var fickle: Set<ObjectIdentifier> = []
    /// How often something was learned.
    var lessons = 0
    /// What was got for the next object at a time. Whoever reads the last one takes no lock: they go with the plan.
    var layouts: [Provision.Layout] = []

    func isFickle(_ property: any InjectedProperty.Type) -> Bool { fickle.contains(ObjectIdentifier(property)) }

    /// Notes the properties that were asked for before, and now by another name or key, or by an object.
    mutating func noteFickle(in requests: [Filling.Request], after known: [Filling.Request]) {
      for request in requests where !known.contains(request) {
        if request.hasObject || known.contains(where: { $0.property == request.property }) {
          fickle.insert(ObjectIdentifier(request.property))
        }
      }
    }

    /// Whether the next object asks for what a property of the last one did.
    func isCertain(_ request: Filling.Request) -> Bool { experience != .mixed && !isFickle(request.property) }

    /// What is got for the next object before `init`, if it is known what that is.
    mutating func foresee() -> Provision.Layout? {
      let certain = wishes.filter(\.isCertain)
      if certain.isEmpty || experience == .mixed { return nil }
      let isWhole = certain.count == wishes.count && fickle.isEmpty
      if let known = layouts.first(where: { $0.isFor(certain, isWhole: isWhole) }) { return known }
      guard layouts.count < State.mostLayouts, let new = Provision.Layout(certain, isWhole: isWhole) else { return nil }
      layouts.append(new)
      return new
    }

    /// How many different ones there may be.
    private static let mostLayouts = 8

    /// Whether a caller that blocks has nothing to get before `init`, and no more is to be learned.
    var isSettled: Bool { experience != .mixed && !wishes.contains(where: \.isCertain) }
  }

  /// What is registered, which the objects may be a kind of.
  private let product: Any.Type
  private let state: Lock<State>
  /// One when it is known that there is nothing to do.
  private let isEmpty = AtomicWord(0)
  /// The type of all objects that were made so far, if no more is to be learned from them and a caller that blocks has
  /// nothing to get for them before `init`: each property gets its own. Zero otherwise.
  private let settledType = AtomicWord(0)
  /// The type of all objects that were made so far, if it is one: nothing is to be learned from one for which all was ready.
  /// Zero otherwise.
  private let knownType = AtomicWord(0)
  /// The address of what is got for the next object before `init`, if it is known what that is; zero otherwise.
  private let layoutWord = AtomicWord(0)
  /// One when an object, made without awaiting for a caller that could, has asked for something that had to be awaited: from
  /// then on that is tried in no container.
  private let hasSurprised = AtomicWord(0)

  /// A plan for what a registration makes, as far as its type tells.
  init(for product: Any.Type) {
    self.product = PropertyPlan.unwrapped(product)
    state = Lock(State(fields: PropertyPlan.fields(of: self.product)))
  }

  /// What an optional is of; any other type itself.
  private static func unwrapped(_ type: Any.Type) -> Any.Type {
    guard let form = type as? any DerivedForm.Type else { return type }
    let dependency = form.dependency(for: Key(type), at: .parameter(0))
    return dependency.kind == .optional ? unwrapped(dependency.key.product) : type
  }

  /// The injected properties of the types that were looked at.
  private static let known = Lock<[ObjectIdentifier: [Field]]>([:])

  private static func fields(of type: Any.Type) -> [Field] {
    if let fields = known.withLock({ $0[ObjectIdentifier(type)] }) { return fields }
    let fields = read(type)
    known.withLock { $0[ObjectIdentifier(type)] = fields }
    return fields
  }

  private static func read(_ type: Any.Type) -> [Field] {
    StoredFields.inOrderOfInitialization(of: type).compactMap { field in
      (field.type as? any InjectedProperty.Type).map {
        // The wrapper is stored under the name of the property behind an underscore.
        Field(name: String(field.name.dropFirst()), property: $0, wire: $0.wire(nil))
      }
    }
  }

  /// What the properties get, as far as it is known.
  var dependencies: [Dependency] {
    let state = state.withLock { $0 }
    return state.fields.map { field in
      var dependency = field.dependency()
      dependency.isLabelKnown = state.experience != .none && !state.isFickle(field.property)
      return dependency
    }
  }

  /// The protocol that objects were said to be of, until one was seen.
  var unseenType: Any.Type? {
    TypeKind(product) == .existential && state.withLock { $0.experience == .none } ? product : nil
  }

  /// Whether the objects of a type have properties that are injected.
  static func isNeeded(for type: Any.Type) -> Bool { !fields(of: type).isEmpty }

  /// Whether a caller that blocks has nothing to get for an object before `init`, as far as is known: each property gets its
  /// own.
  var isSettled: Bool { settledType.load() != 0 }

  /// What is got for an object before `init`, where it is known what that is.
  private var layout: Provision.Layout? { layoutWord.object()?.takeUnretainedValue() }

  /// Whether all that an object asks for is foreseen, as far as is known.
  var areForeseen: Bool { hasSurprised.load() == 0 && layout?.isWhole ?? false }

  /// Whether all that the properties get can be had without awaiting, as far as that is known by now.
  func areAtHand(in core: Core, levels: Int) -> Bool {
    if hasNothingToDo { return hasSurprised.load() == 0 }
    return areForeseen && layout?.isAtHand(in: core, levels: levels) ?? false
  }

  /// Whether it is known that no property is injected.
  var hasNothingToDo: Bool { isEmpty.load() != 0 }

  // MARK: Making

  /// Makes an object, with its properties filled, by code that is led already.
  func make<Product>(in frame: Frame, _ body: () throws -> Product) throws -> Product {
    let provision = try begin(in: frame)
    defer { provision?.end() }
    let product = try body()
    try finish(product, provision, in: frame)
    return product
  }

  /// Gets what the properties of the next object ask for, without awaiting, by code that is led already. What lies ready is
  /// to be ended.
  func begin(in frame: Frame) throws -> Provision? {
    forgetOthers(in: frame)
    if isSettled || hasNothingToDo { return nil }
    if let layout {
      let provision = try Provision.get(layout, for: frame)
      provision?.begin(for: frame)
      return provision
    }
    if frame.isAtHand { throw NotAtHand() }
    // It takes note of what the object asks for.
    try Filling.of(frame).prepare(wishes(in: frame.core), for: frame)
    return nil
  }

  /// Looks after an object that was made.
  func finish(_ product: some Any, _ provision: Provision?, in frame: Frame) throws {
    if !isExpected(product, provision, in: frame) { try finish(product, in: frame) }
  }

  /// Whether nothing is to be learned from an object, nor anything to be filled. If there is, what it has asked for is noted.
  private func isExpected(_ product: some Any, _ provision: Provision?, in frame: Frame) -> Bool {
    guard let provision else {
      let type = settledType.load()
      return !frame.hasFilling && (type == 0 ? hasNothingToDo : type == PropertyPlan.word(of: product))
    }
    if provision.hasServed(frame) { return true }
    if frame.hasFilling || knownType.load() != PropertyPlan.word(of: product) { provision.moveAll(into: frame) }
    return !frame.hasFilling
  }

  /// The address of the type of an object.
  private static func word(of product: some Any) -> UInt {
    UInt(bitPattern: ObjectIdentifier(Swift.type(of: product as Any)))
  }

  /// Looks after an object from which there is something to be learned, or that has something to be filled.
  ///
  /// - Throws: `NotAtHand` if that has to be awaited, where somebody could: then it is made once more.
  func finish(_ product: some Any, in frame: Frame) throws {
    let filling = filling(of: frame)
    do { try filling?.finish() } catch {
      guard frame.isAtHand, error.mayBeAwaited else { throw error }
      if frame.isFinishedLater { return }
      expectMore()
      hasSurprised.store(1)
      throw NotAtHand()
    }
    learn(from: filling, product)
  }

  /// Makes an object, with its properties filled, for a caller that awaits.
  func makeAwaited<Product>(in frame: Frame, _ body: () throws -> Product) async throws -> Product {
    guard let layout, layout.isWhole else {
      try await prepare(for: frame)
      let product = try Ambient.lead(frame, body)
      try await finish(product, in: frame)
      return product
    }
    forgetOthers(in: frame)
    let provision = try await Provision.get(layout, for: frame)
    var isExpected = false
    let product = try Ambient.lead(frame) {
      provision?.begin(for: frame)
      defer { provision?.end() }
      let product = try body()
      isExpected = self.isExpected(product, provision, in: frame)
      return product
    }
    if !isExpected { try await finish(product, in: frame) }
    return product
  }

  /// Makes an object, with its properties filled, by a body that is awaited and leads the build's code itself.
  func makeAwaited<Product>(in frame: Frame, awaiting body: () async throws -> Product) async throws -> Product {
    try await prepare(for: frame)
    let product = try await body()
    try await finish(product, in: frame)
    return product
  }

  /// Throws if properties have come up, and cannot be filled, though there was nothing to be done about them.
  func check(_ frame: Frame) throws {
    guard let filling = filling(of: frame) else { return }
    expectMore()
    try filling.finish()
  }

  /// Notes that properties may come up, though none were expected.
  func expectMore() { isEmpty.store(0) }

  /// Forgets what objects have asked for that were made for a parameter.
  private func forgetOthers(in frame: Frame) { frame.dropFilling() }

  /// Gets what the properties of the next object ask for, for a caller that awaits.
  func prepare(for frame: Frame) async throws {
    forgetOthers(in: frame)
    guard !hasNothingToDo else { return }
    try await Filling.of(frame).prepare(wishes(in: frame.core), for: frame)
  }

  /// Looks after an object that was made for a caller that awaits.
  func finish(_ product: some Any, in frame: Frame) async throws {
    let filling = filling(of: frame)
    if filling != nil, hasNothingToDo { expectMore() }
    try await filling?.finish(for: frame)
    learn(from: filling, product)
  }

  private func filling(of frame: Frame) -> Filling? { frame.filling.map { unsafeDowncast($0, to: Filling.self) } }

  // MARK: Expecting

  /// What objects ask for; before the first one, what they do if the properties have no names or keys.
  private func wishes(in core: Core) -> [Wish] {
    let state = state.withLock { $0 }
    return state.experience == .none ? state.fields.map { guess(for: $0, in: core) } : state.wishes
  }

  /// What a property asks for if it has no name or key, which is not known yet.
  private func guess(for field: Field, in core: Core) -> Wish {
    var wish = Wish(Filling.Request(property: field.property, label: nil), guessFor: field.name)
    // Where nothing has a name there is no sense in one, unless for something that need not be there.
    wish.isCertain = !core.hasFallback && wish.isAlone(in: core)
    return wish
  }

  // MARK: Learning

  /// How much is remembered of what other objects than the last one have asked for.
  private static let mostOthers = 32

  private func learn(from filling: Filling?, _ product: some Any) {
    if hasNothingToDo, filling == nil { return }
    if knownType.load() == PropertyPlan.word(of: product), filling?.hasMissed != true { return }
    guard let object = content(of: product) else { return }
    let type = Swift.type(of: object)
    // What comes in an optional may be of another type the next time.
    let isItself = type == Swift.type(of: product as Any)
    var isLearned = false
    while !isLearned {
      let before = state.withLock { $0 }
      guard var lesson = lesson(from: filling, type, after: before) else { return }
      let layout = lesson.foresee()
      let after = lesson
      let asksForNothing = after.wishes.isEmpty && after.fickle.isEmpty
      let isEmptyHanded = asksForNothing && after.fields.isEmpty && !PropertyPlan.isNeeded(for: type)
      isLearned = state.withLock { state in
        guard state.lessons == before.lessons else { return false }
        state = after
        layoutWord.store(layout.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0)
        isEmpty.store(isEmptyHanded ? 1 : 0)
        let word = isItself && after.experience != .mixed ? UInt(bitPattern: ObjectIdentifier(type)) : 0
        settledType.store(after.isSettled ? word : 0)
        knownType.store(word)
        return true
      }
      // What is no longer needed is freed here, where no lock is held.
      withExtendedLifetime(before) {}
    }
  }

  /// What is known when one more object was made; nil if that is nothing new.
  private func lesson(from filling: Filling?, _ type: Any.Type, after before: State) -> State? {
    let all = filling?.requests ?? []
    let experience = before.experience.adding(type)
    let isOfNewType = experience != before.experience
    guard isOfNewType || filling?.hasMissed == true else { return nil }
    let known = before.wishes.map(\.request)
    guard isOfNewType || !all.without(known).isEmpty else { return nil }
    var fields = PropertyPlan.fields(of: type)
    // One that has properties, and of which nothing is known to have asked for any, may have been there before.
    guard !all.isEmpty || fields.isEmpty else { return nil }
    var state = before
    state.lessons += 1
    state.experience = experience
    state.noteFickle(in: all, after: isOfNewType || experience == .mixed ? [] : known)
    // What is remembered keeps none of the user's objects.
    let requests = all.filter { !$0.hasObject }
    state.wishes = requests.indices.map { index in
      guard let field = field(of: requests, at: index, among: fields) else {
        return Wish(requests[index])
      }
      let wish = Wish(requests[index], isCertain: state.isCertain(requests[index]))
      fields[field].wire = wish.wire
      return wish
    }
    if experience != .mixed { state.fields = fields }
    // There may be names and keys without number: the last ones are remembered.
    state.wishes += known.without(requests).prefix(PropertyPlan.mostOthers).map { Wish($0) }
    return state
  }

  /// The property that a request comes from, if that can be told.
  private func field(of requests: [Filling.Request], at index: Int, among fields: [Field]) -> Int? {
    let request = requests[index]
    let own = fields.indices.filter { fields[$0].property == request.property }
    let alike = requests.indices.filter { requests[$0].property == request.property }
    let isTold = alike.count == own.count || alike.allSatisfy { requests[$0] == request }
    // Each property asks once, in order. Where there are more requests, some are those of other objects, made in `init`.
    guard isTold, let rank = alike.firstIndex(of: index), rank < own.count else { return nil }
    return own[rank]
  }
}
