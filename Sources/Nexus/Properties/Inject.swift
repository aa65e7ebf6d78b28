import Astroject

/// A property that is filled by the container.
///
/// ```swift
/// final class Kitchen {
///   @Inject private var fruit: any Fruit
///   @Inject var spice: Spice?
///   @Inject(name: "red") var wine: Wine
///   @Inject var egg: Lazy<Egg>
/// }
/// try container.register(initializer: Kitchen.init)
/// ```
///
/// Of an object that is registered by its initializer, or as ``AutoInjectable``, such properties can be used in `init`
/// already, and what cannot be resolved is thrown by the resolve. (In an actor they can be used in an `async init`, or
/// later.) A type does not tell the name or key of a property before its first object is made, and it is not guessed: where
/// there are registrations with names, a property gets its value in the course of that first `init`, or after it if the
/// value has to be awaited, and before every later one. What cannot be resolved of it the first time is thrown when that
/// `init` has ended; to read it there stops the program. Where there are none with names, it is taken to have none, too,
/// until the first object has been made. A name that was seen holds in every container, but where nothing has it and
/// something another one, that may be meant: there it is again as the first time. So it is each time with a key that is a
/// class instance, as that is not kept.
///
/// Of a product that is registered as a protocol, or as a superclass, the first object tells also what properties it has:
/// what was said of a name holds for all of those that the registered type does not show. It holds as long as all objects
/// are of one type, or ask for the same. When they are of several, only what may have to be awaited is got before `init`;
/// what cannot be resolved is thrown when `init` has ended, and to read it there stops the program.
///
/// Where a caller awaits and nothing of it has had to be awaited so far, the first object that asks for something that has
/// to be is let go of, and made once more when that is known: once for each registration, and not where it is kept.
///
/// In a closure factory, and in an object that is made by hand, the value is taken when the object is made, without
/// awaiting: from the resolution under way, or else from ``Astroject/Container/current``.
///
/// To read a property that could not be filled stops the program, with the text of the error.
///
/// A class that declares Sendable needs `@unchecked Sendable` with such a property. A struct that has other stored
/// properties beside it needs an `init` of its own.
@propertyWrapper
public struct Inject<Value> {
  @usableFromInline
  enum Storage {
    case value(Value)
    case pending(Pending<Value>)
  }

  @usableFromInline let storage: Storage

  /// A property of what is registered for its type.
  @inlinable
  public init() {
    let expectation = Expectation.current(ObjectIdentifier(Value.self))
    if let address = expectation.address {
      self.init(.value(address.assumingMemoryBound(to: Value.self).move()))
      return
    }
    guard let frame = expectation.frame else {
      self.init(label: nil)
      return
    }
    do {
      self.init(.value(try Expectation.value(for: frame)))
    } catch {
      self.init(.pending(Pending(nil, error, in: frame)))
    }
  }

  @usableFromInline
  init(_ storage: Storage) { self.storage = storage }

  /// A property of what is registered under a name.
  @inlinable
  public init(name: String) {
    if let address = Expectation.address(ObjectIdentifier(Value.self), name: name) {
      self.init(.value(address.assumingMemoryBound(to: Value.self).move()))
    } else {
      self.init(label: Label(name: name, key: nil))
    }
  }

  /// A property of what is registered under a key.
  public init(key: any Hashable & Sendable) { self.init(label: Label(name: nil, key: key)) }

  @usableFromInline
  init(label: Label?) {
    do {
      guard let frame = try Ambient.current() else {
        storage = .value(try Container.current.resolve(Value.self, key: label?.base))
        return
      }
      if let value = Filling.take(Value.self, label, for: frame) {
        storage = .value(value)
        return
      }
      do {
        storage = .value(try frame.core.resolve(Key(Value.self, label: label), (), for: Inquiry(of: frame)))
      } catch {
        storage = .pending(Pending(label, error, in: frame))
      }
    } catch {
      storage = .pending(Pending(label, error))
    }
  }

  /// The value. Where it could not be resolved, the program stops here; see ``Inject``.
  public var wrappedValue: Value {
    switch storage {
    case .value(let value): return value
    case .pending(let pending):
      if let value = pending.value { return value }
      fatalError("An injected property cannot be read. \(pending.text)")
    }
  }
}

extension Inject: Sendable where Value: Sendable {}
extension Inject.Storage: Sendable where Value: Sendable {}

// MARK: - InjectedProperty

/// The type of an injected property, as the plan finds it among the stored properties of a type.
protocol InjectedProperty: SendableMetatype {
  static var value: Any.Type { get }
  static func wire(_ label: Label?) -> AnyWire
}

extension Inject: InjectedProperty {
  static var value: Any.Type { Value.self }
  static func wire(_ label: Label?) -> AnyWire { Wire<Value>.resolving(label) }
}

// MARK: - Pending

/// The value of a property that could not be had when the property was made, and perhaps comes a little later.
@usableFromInline
final class Pending<Value>: PendingProperty, @unchecked Sendable {
  // The value is guarded by the lock, and handed to the object that was made with it.
  private let result: Lock<Result<Value, any Error>>
  private let label: Label?

  init(_ label: Label?, _ error: any Error) {
    self.label = label
    result = Lock(.failure(error))
  }

  /// One that the object in the making is told of.
  @usableFromInline
  convenience init(_ label: Label?, _ error: any Error, in frame: Frame) {
    self.init(label, error)
    Filling.of(frame).note(self, error)
  }

  var value: Value? { try? result.withLock { $0 }.get() }

  /// What stands against it.
  var text: String {
    switch result.withLock({ $0 }) {
    case .success: ""
    case .failure(let error): String(describing: error)
    }
  }

  func fill(for frame: Frame) async throws {
    let value: Value = try await frame.core.resolve(Key(Value.self, label: label), (), for: Inquiry(of: frame))
    let old = result.withLock { result in
      defer { result = .success(value) }
      return result
    }
    // The error may hold one of the user's, and is freed here, where no lock is held.
    withExtendedLifetime(old) {}
  }
}

/// A property whose value is still to come.
protocol PendingProperty: AnyObject, Sendable {
  /// Resolves it now that it can be awaited.
  func fill(for frame: Frame) async throws
}
