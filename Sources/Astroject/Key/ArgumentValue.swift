/// The value of a registration's arguments, in a form that can be compared.
enum ArgumentValue: Hashable {
  /// No arguments.
  case void
  /// It equals another one only if their types are the same.
  case value(any Hashable)
  /// A class instance that is not Hashable. It is retained because otherwise another object could take its address.
  case object(AnyObject)
  /// A class instance that is not retained. After the deallocation of the instance this value equals nothing.
  case weak(WeakObject)
  case list([ArgumentValue])

  /// Returns a value that compares Hashable arguments by `==` and class instances by identity; nil for anything else.
  static func of<Argument>(_ argument: Argument) -> ArgumentValue? {
    if Argument.self == Void.self { return ArgumentValue.void }
    if let hashable = argument as? any Hashable { return .value(hashable) }
    if let optional = argument as? any Wrapping { return of(contentOf: optional) }
    let type = type(of: argument as Any)
    // A class that is Hashable on an actor only is compared by `==` there, and by identity nowhere.
    guard type is AnyObject.Type, IsolatedConformance(of: type, hiddenFromCastTo: (any Hashable).self) == nil else {
      return nil
    }
    return .object(argument as AnyObject)
  }

  /// Returns the value of an argument for a parameter.
  ///
  /// An optional, for a parameter of its own type, counts as the value that it wraps.
  static func of(_ argument: Any, for parameter: Any.Type) -> ArgumentValue? {
    guard type(of: argument) == parameter, let optional = argument as? any Wrapping else { return of(argument) }
    return of(contentOf: optional)
  }

  private static func of(contentOf optional: any Wrapping) -> ArgumentValue? {
    optional.wrapped.map { of($0) } ?? .list([])
  }

  /// Returns the value of an argument, or of the tuple of several; nil if one of them cannot be compared.
  static func of<Argument>(arguments: Argument) -> ArgumentValue? {
    // Only the box of an existential may have a tuple in it.
    let type: Any.Type = TypeKind(Argument.self) == .existential ? Swift.type(of: arguments as Any) : Argument.self
    guard let types = TypeKind.elements(ofTuple: type) else { return of(arguments) }
    let values = Mirror(reflecting: arguments).children.compactMap { of($0.value) }
    return values.count < types.count ? nil : values.isEmpty ? .void : .list(values)
  }

  /// Returns the value of an argument of a type that ``TypeKind/hashable(_:)`` has returned; nil for an argument of
  /// another type.
  static func of<Argument, Value: Hashable>(_ argument: Argument, as type: Value.Type) -> ArgumentValue? {
    Argument.self == type ? .value(unsafeBitCast(argument, to: type)) : nil
  }

  /// A copy that retains no class instance that is compared by identity.
  @inline(never)
  var weakened: ArgumentValue {
    switch self {
    case .void, .value, .weak: self
    case .object(let object): .weak(WeakObject(object))
    case .list(let values): .list(values.map(\.weakened))
    }
  }

  /// The class instance that is compared by identity; nil if there is none, or if it is deallocated.
  private var object: AnyObject? {
    switch self {
    case .void, .value, .list: nil
    case .object(let object): object
    case .weak(let weak): weak.object
    }
  }

  /// True if this value holds an object.
  var holdsObject: Bool {
    switch self {
    case .void, .weak: false
    case .value(let value): type(of: value) is AnyObject.Type
    case .object: true
    case .list(let values): values.contains(where: \.holdsObject)
    }
  }

  static func == (left: ArgumentValue, right: ArgumentValue) -> Bool {
    // Not by one switch over both, which would copy them first.
    if case .value(let left) = left, case .value(let right) = right { return isEqual(left, right) }
    return switch (left, right) {
    case (.void, .void): true
    case (.list(let left), .list(let right)): left == right
    default: left.object.map { $0 === right.object } ?? false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .void: break
    case .value(let value): value.hash(into: &hasher)
    case .object(let object): hasher.combine(ObjectIdentifier(object))
    case .weak(let weak): hasher.combine(weak.id)
    case .list(let values): hasher.combine(values)
    }
  }
}

/// A weak reference to a class instance.
final class WeakObject {
  /// The identifier of the object. After the object's deallocation another object may have it.
  let id: ObjectIdentifier
  private(set) weak var object: AnyObject?

  init(_ object: AnyObject) {
    id = ObjectIdentifier(object)
    self.object = object
  }
}
