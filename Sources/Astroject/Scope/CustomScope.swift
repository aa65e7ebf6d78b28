/// A custom instance, with the lock that keeps calls into it apart.
final class CustomScope: @unchecked Sendable {
  /// What the instance answered.
  enum Answer {
    case nothing
    case product(AnyProduct)
    /// Something that is not a product.
    case foreign(Any.Type)
  }

  private let gate: InstanceGate
  private let getter: (Context) -> Answer
  private let setter: (AnyProduct, Context) -> Void
  private let releaser: (Context?) -> Void

  /// The scope for registrations of the instance's own product.
  init<Custom: Instance>(_ instance: Custom) {
    gate = InstanceGate.of(instance)
    getter = { context in instance.get(for: context).map { .product(ProductBox($0)) } ?? .nothing }
    setter = { product, context in instance.set(product.value(as: Custom.Product.self), for: context) }
    releaser = { context in instance.release(for: context) }
  }

  /// The scope that an instance for any product is to registrations of one type.
  init<Custom: Instance, Product>(_ instance: Custom, for type: Product.Type) where Custom.Product == Any {
    gate = InstanceGate.of(instance)
    getter = { context in
      guard let any = instance.get(for: context) else { return .nothing }
      return (any as? Product).map { .product(ProductBox($0)) } ?? .foreign(Swift.type(of: any))
    }
    setter = { product, context in instance.set(product.any, for: context) }
    releaser = { context in instance.release(for: context) }
  }

  private init(
    _ gate: InstanceGate, _ getter: @escaping (Context) -> Answer, _ setter: @escaping (AnyProduct, Context) -> Void,
    _ releaser: @escaping (Context?) -> Void
  ) {
    self.gate = gate
    self.getter = getter
    self.setter = setter
    self.releaser = releaser
  }

  /// The same for a container that is not to have the instance let go of what it keeps for others.
  var borrowed: CustomScope {
    CustomScope(gate, getter, setter) { [releaser] context in if context != nil { releaser(context) } }
  }

  /// What is kept for the context; nil for nothing.
  func get(for context: Context) throws(AstrojectError.Cause) -> AnyProduct? {
    switch try gate.call({ getter(context) }) {
    case .nothing: return nil
    case .product(let product): return product
    case .foreign(let type): throw .mixedUp(type)
    }
  }

  /// Has a product kept, and makes sure that the instance gives it back.
  func set(_ product: AnyProduct, for context: Context) throws(AstrojectError.Cause) {
    let answer = try gate.call {
      setter(product, context)
      return getter(context)
    }
    switch answer {
    case .nothing: throw .forgotten
    case .foreign(let type): throw .mixedUp(type)
    case .product(let kept):
      let (given, kept) = (product.any, kept.any)
      guard type(of: given) is AnyObject.Type else { return }
      if given as AnyObject !== kept as AnyObject { throw .mixedUp(type(of: kept)) }
    }
  }

  /// Lets go of what was built for a context that is not to have been; of everything, if that is not kept for the context
  /// alone.
  func forget(_ context: Context) {
    release(for: context)
    if (try? get(for: context)) != nil { release(for: nil) }
  }

  /// Lets go of what is kept for the context, or of everything.
  func release(for context: Context?) { gate.run { [releaser] in releaser(context) } }
}

/// The lock of one custom instance, shared by all containers and registrations that use the instance.
private final class InstanceGate: @unchecked Sendable {
  private static let gates = Companions<InstanceGate>()

  private let lock = Lock(())
  private let object: AnyObject?
  /// What is to be run when the code of the instance has ended that runs now; of whoever has the lock.
  private var postponed: [() -> Void] = []

  private init(_ object: AnyObject?) { self.object = object }

  deinit { InstanceGate.gates.forget(object) }

  static func of(_ instance: some Instance) -> InstanceGate { gates.companion(of: instance, orMake: InstanceGate.init) }

  /// Runs the instance's code; throws if that resolved.
  func call<Result>(_ body: () -> Result) throws(AstrojectError.Cause) -> Result {
    let call = InstanceCall(into: self)
    let result = run(call, body)
    if call.hasResolved { throw .resolving }
    return result
  }

  /// Runs the instance's code; where that is running here already, and an object that it has let go of lets go of more, when
  /// it has ended.
  func run(_ body: @escaping () -> Void) {
    if InstanceCall.isUnderWay(into: self) { postponed.append(body) } else { run(InstanceCall(into: self), body) }
  }

  private func run<Result>(_ call: InstanceCall, _ body: () -> Result) -> Result {
    call.run {
      lock.withLock { _ in
        defer { while !postponed.isEmpty { postponed.removeFirst()() } }
        return body()
      }
    }
  }
}

/// A call into a custom instance: while it lasts, the thread that makes it must not resolve.
final class InstanceCall: @unchecked Sendable {
  // Nothing in it changes but atomic words.
  @TaskLocal private static var current: InstanceCall?
  /// How many calls are under way in the process: while there are none, nobody need ask whether it is in one.
  private static let count = AtomicWord(0)

  private let instance: ObjectIdentifier
  /// The call during which this one began.
  private let outer: InstanceCall?
  /// Where it runs; what it has started may run elsewhere.
  private let thread: UnsafeMutablePointer<ThreadRecord>
  private let violations = AtomicWord(0)
  /// One when it is over: a task that it has started may last longer.
  private let end = AtomicWord(0)

  init(into instance: AnyObject) {
    self.instance = ObjectIdentifier(instance)
    // A task that a call has started may last longer, and its calls have others start more.
    outer = InstanceCall.current.flatMap { $0.end.load() == 0 ? $0 : nil }
    thread = ThreadRecord.current
  }

  var hasResolved: Bool { violations.load() != 0 }

  func run<Result>(_ body: () -> Result) -> Result {
    _ = InstanceCall.count.add(1)
    defer {
      end.store(1)
      _ = InstanceCall.count.add(0 &- 1)
    }
    return InstanceCall.$current.withValue(self, operation: body)
  }

  /// Whether the caller is inside a call into an instance.
  static func isUnderWay(into instance: AnyObject) -> Bool {
    guard count.load() != 0, let current else { return false }
    return sequence(first: current, next: \.outer).contains { call in
      call.instance == ObjectIdentifier(instance) && call.thread == ThreadRecord.current && call.end.load() == 0
    }
  }

  /// Whether the caller is inside a call, which it spoils by asking.
  static func isViolatedNow() -> Bool {
    guard count.load() != 0, let current, current.end.load() == 0 else { return false }
    current.violations.store(1)
    return true
  }
}
